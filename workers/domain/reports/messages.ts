import type { turns } from "#db/tenant/bot-sessions.ts";
import {
  type ReportMessage,
  type reportMessages as contract,
  scopes,
} from "#workers/contract/endpoints/reports.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../bots/agent.ts";
import { page } from "../page.ts";
import { iso, type Ctx } from "../ctx.ts";
import { behindFigure } from "./behind.ts";
import { QUARTER_MS } from "./grain.ts";
import { type MessageRow, type Narrowed, type Position, readMessages } from "./matching.ts";
import { type Range, readRange } from "./range.ts";
import { rowsOfRange, type Stretch, stretches } from "./rows-of-range.ts";

/** A page of a range's messages, newest first. However far down a page is, it costs what a page costs. */
export async function reportMessages(
  ctx: Ctx,
  { query, body }: Pick<InputOf<typeof contract>, "query" | "body">,
): Promise<ReplyOf<typeof contract>> {
  const range = readRange(body);
  const { limit, offset, cut } = page(query);
  const after = body.after === undefined ? undefined : positionIn(body.after);
  const reading = async () => {
    const start = after ? { range, offset: 0 } : await skip(ctx, range, body, offset);
    return readMessages(ctx, start.range, body, { after, limit, offset: start.offset });
  };
  const [, found] = await Promise.all([agentRow(ctx, range.agentId), reading()]);
  const { rows, more } = cut(found);
  const last = rows.at(-1);
  return { messages: rows.map(onWire), more, next: more && last ? `${last.at}.${last.row}` : null };
}

function positionIn(text: string): Position {
  const [at = 0, row = 0] = text.split(".").map(Number);
  return { at, row };
}

/**
 * Skips the messages before a page without reading them: the days know their number of messages, and so do the quarters
 * of the day in which the page begins. The messages of one intent or conversation are few enough to be counted through.
 */
async function skip(
  ctx: Ctx,
  range: Range,
  narrowed: Narrowed,
  offset: number,
): Promise<{ range: Range; offset: number }> {
  const { scopeType, intentId, conversationId, weak } = narrowed;
  const counted = !intentId && !conversationId && !(weak && scopeType !== scopes.all);
  if (offset === 0 || !counted || behindFigure(narrowed, String).length > 0) return { range, offset };
  const many = weak
    ? "weak"
    : scopeType === scopes.scoped
      ? "scoped"
      : scopeType === scopes.nonScoped
        ? "turns - scoped - offered"
        : "turns";
  const find = (among: readonly Stretch[], left: number) =>
    rowAt(ctx, range.agentId, among, { many, offset: left });
  const row = await find(stretches(range), offset);
  if (!row) return { range: { ...range, to: range.from }, offset: 0 };
  const until = row.at + row.grain;
  const left = offset - row.later;
  const quarter =
    row.grain === QUARTER_MS ? null : await find([{ grain: QUARTER_MS, since: row.at, until }], left);
  return quarter
    ? { range: { ...range, to: quarter.at + QUARTER_MS }, offset: left - quarter.later }
    : { range: { ...range, to: until }, offset: left };
}

/** The row in whose time the message is that `offset` others are later than, and how many are later than that time. */
const rowAt = (
  { db, enterpriseId }: Ctx,
  agentId: string,
  among: readonly Stretch[],
  { many, offset }: { many: string; offset: number },
): Promise<{ at: number; grain: number; later: number } | null> =>
  db.$client
    .prepare(
      `SELECT at, grain, later FROM (
         SELECT at, grain, ${many} AS many, sum(${many}) OVER (ORDER BY at DESC) - (${many}) AS later FROM (${rowsOfRange}))
       WHERE later + many > ?4 ORDER BY at DESC LIMIT 1`,
    )
    .bind(enterpriseId, agentId, JSON.stringify(among), offset)
    .first();

const onWire = (row: MessageRow): ReportMessage => ({
  id: row.id,
  conversationId: row.conversationId,
  userMessage: row.text,
  createdOn: iso(row.at),
  intentIdentified: row.intentId !== null,
  intent: row.intentName,
  intentId: row.intentId,
  confidence: row.confidence,
  utterance: row.nearestPhrase,
  botResponse: row.answer,
  emotion: row.emotion,
  weak: row.weak === 1,
  reviewed: row.reviewed === 1,
  otherIntent: (JSON.parse(row.others) as (typeof turns.$inferSelect)["others"]).map(
    ({ name, confidence, phrase = null }) => ({ intent: name, confidence, utterance: phrase }),
  ),
});
