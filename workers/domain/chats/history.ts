import { MISSED, missedFilters } from "#workers/contract/chat-states.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import { type chatHistory, endedStates, type exportChatHistory } from "#workers/contract/endpoints/chats.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { page } from "../page.ts";
import { zoneOf } from "../reports/zone.ts";
import { type ChatRow, COLUMNS, FROM, onWire, type Reader } from "./chat-row.ts";
import { HOUR_MS, hourAt } from "./hour-at.ts";
import { SEEN } from "../messaging/seen.ts";

const ENDED = `c.state IN (${endedStates.join(", ")})`;
/** Those that ended are read along an index of their own, which its condition names; `which` are they, or all. */
const HISTORY = (
  which: string,
  key: "last_at" | "created_at",
) => `SELECT ${COLUMNS}, c.${key} AS place ${FROM()} WHERE c.enterprise_id = ?1 AND ${which} AND (?3 IS NULL OR c.state = ?3) AND ${SEEN}
    AND (?4 = '' OR instr(lower(coalesce(u.name, i.name)), ?4) > 0 OR ?5 AND EXISTS (SELECT 1 FROM addresses a WHERE a.enterprise_id = ?1
      AND a.identity_id = c.identity_id AND instr(a.address, ?4) > 0))
    AND (?8 IS NULL OR c.missed_reason = ?8) AND (?9 = '' OR EXISTS (SELECT 1 FROM json_each(c.labels) e WHERE e.value = ?9))
    AND ?10 IN ('', c.handler) AND ?11 IN ('', c.channel_id) AND ?12 IN ('', coalesce(c.department_id, '${NO_DEPARTMENT}'))
    AND CASE ?15 WHEN '' THEN 1 WHEN 'any' THEN c.rating IS NOT NULL ELSE c.rating = CAST(?15 AS INTEGER) END
    AND (?13 IS NULL OR CASE ?16 WHEN '' THEN c.closed_at ELSE c.created_at END >= ?13)
    AND (?14 IS NULL OR CASE ?16 WHEN '' THEN c.closed_at ELSE c.created_at END < ?14)
    AND (?16 <> 'answered' OR c.first_response_ms IS NOT NULL)
    AND (?17 IS NULL OR EXISTS (SELECT 1 FROM json_each(?17) h
      WHERE CASE ?16 WHEN '' THEN c.closed_at ELSE c.created_at END - h.value BETWEEN 0 AND ${HOUR_MS - 1}))
    AND (c.${key}, c.id) < (?18, ?19)
  ORDER BY c.${key} DESC, c.id DESC LIMIT ?6 OFFSET ?7`;

/** Where a page ended: its last chat's place and its id. */
const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

/** The stored reason for each one of the history's filter. */
const REASON_OF: Readonly<Record<number, number>> = {
  [missedFilters.timedOut]: MISSED.timedOut,
  [missedFilters.outOfHours]: MISSED.outOfHours,
};

/** Beginnings of the hours, as they are summed up in UTC, that are a certain one of the day in the reader's zone. */
function hoursOf({ since = "", until = "", ...zoned }: HistoryFilter, hour: number) {
  const zone = zoneOf(zoned);
  const [from, end] = [Date.parse(since), Date.parse(until)];
  const hours: number[] = [];
  for (let at = from - (from % HOUR_MS); at < end; at += HOUR_MS)
    if (hourAt(zone, at) === hour) hours.push(at);
  return hours;
}

export type HistoryFilter = InputOf<typeof exportChatHistory>["query"];
/** The place is the time of its last message, or of its beginning where open ones are among them: theirs moves. */
export type PastChat = ChatRow & { place: number };
/** A chat's place and its id: those after it follow. */
export interface After {
  at: number;
  id: string;
}
export const FIRST: After = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** Ended chats that the reader may see, or those that began within a time; who may not see numbers finds nobody by one. */
export async function pastChats(
  { db, enterpriseId, actor }: Ctx,
  query: HistoryFilter,
  reader: Pick<Reader, "mayUnmask">,
  { limit, offset = 0, after }: { limit: number; offset?: number; after: After },
): Promise<PastChat[]> {
  const { name, state, missedReason, label, agentId, channelId, departmentId, since, until, rating, begun } =
    query;
  const { results } = await db.$client
    .prepare(begun === "" ? HISTORY(ENDED, "last_at") : HISTORY("true", "created_at"))
    .bind(
      enterpriseId,
      actor.userId,
      state ?? null,
      name.toLowerCase(),
      name !== "" && reader.mayUnmask() ? 1 : 0,
      limit,
      offset,
      REASON_OF[missedReason] ?? null,
      label,
      agentId,
      channelId,
      departmentId,
      since === undefined ? null : Date.parse(since),
      until === undefined ? null : Date.parse(until),
      rating,
      begun,
      query.hour === undefined ? null : JSON.stringify(hoursOf(query, query.hour)),
      after.at,
      after.id,
    )
    .all<PastChat>();
  return results;
}

/** A page of them, and where the next begins. */
export async function chatHistoryOf(
  ctx: Ctx,
  query: InputOf<typeof chatHistory>["query"],
  reader: Reader,
): Promise<ReplyOf<typeof chatHistory>> {
  const { limit, offset, cut } = page(query);
  const [, at, id = ""] = CURSOR.exec(query.before) ?? [];
  const after = at === undefined ? FIRST : { at: Number(at), id };
  const { rows, more } = cut(await pastChats(ctx, query, reader, { limit, offset, after }));
  const last = rows.at(-1);
  const next = more && last ? `${last.place}.${last.id}` : null;
  return { chats: rows.map((row) => onWire(row, reader)), more, next };
}
