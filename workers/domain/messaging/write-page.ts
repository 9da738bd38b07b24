import type { KeptRow } from "#workers/contract/socket.ts";
import { keepingTemplateNews } from "../templates/news.ts";
import { keepingFlowNews } from "./flow-news.ts";
import { isLimitSpent, keepingHealth } from "../channel-health/health.ts";
import { HELD_BACK, resting } from "./held-back.ts";
import { pausingReported, pausingTemplate, SPAM, TEMPLATE_PAUSED } from "./pause-reported.ts";
import type { Ctx } from "../ctx.ts";
import { keepingChats, keptRows } from "../live-events/keep-chats.ts";
import { broadcastIdIn, broadcastOf, castOf, isRecipientId } from "#workers/contract/recipient-ids.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { AddressHash } from "./address-hash.ts";
import { beginningToWait, countingMissed } from "./chat-rules.ts";
import type { Effects, TellRuns } from "./effects.ts";
import { LEAVING_FLOORS } from "./floors.ts";
import type { LaneChannel, PageEvent } from "./lane-state.ts";
import type { Leaving } from "./outcomes.ts";
import { SET_STATUSES_OF } from "./set-statuses.ts";
import { LATER_SESSION, peopleWritten, type Some } from "./write-people.ts";

/**
 * Nobody has worked these events, none older waits, and chats and messages are as they were read: another lane, somebody
 * who picked a chat up, a sender that wrote an outcome, or an erasure of one of the people makes the whole page be read anew.
 */
const GUARD = `SELECT CASE WHEN
    (SELECT count(*) FROM json_each(?2) e CROSS JOIN inbound_events i ON i.n = e.value AND i.state = 'pending') = json_array_length(?2)
    AND NOT EXISTS (SELECT 1 FROM inbound_events i WHERE i.channel_id = ?1 AND i.state = 'pending' AND i.n < ?3
      AND i.n NOT IN (SELECT value FROM json_each(?2)))
    AND NOT EXISTS (SELECT 1 FROM json_each(?4) e LEFT JOIN chats c ON c.id = e.value->>0 WHERE c.revision IS NOT e.value->>1)
    AND NOT EXISTS (SELECT 1 FROM json_each(?5) e LEFT JOIN messages m ON m.id = e.value->>0
      LEFT JOIN broadcast_recipients r ON r.id = e.value->>0
      WHERE coalesce(m.status, r.status) IS NOT e.value->>1 OR json(coalesce(m.facts, r.facts)) IS NOT json(e.value->'$[2]'))
    AND NOT EXISTS (SELECT 1 FROM json_each(?6) e LEFT JOIN identities i ON i.id = e.value WHERE i.id IS NULL OR i.closed_at IS NOT NULL)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;

const SET_CHATS = `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, department_id, waiting_since, seq, unread,
    last_at, last_text, missed_reason, rating, closed_at, revision, created_at, updated_at)
  SELECT value->>0, ?2, ?3, value->>1, value->>2, ?4, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9, CASE value->>2 WHEN ${CHAT.missed} THEN ?5 END, 1, ?5, ?5
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, waiting_since = excluded.waiting_since, seq = excluded.seq,
    unread = excluded.unread, missed_reason = excluded.missed_reason, rating = coalesce(excluded.rating, rating),
    closed_at = CASE excluded.state WHEN ${CHAT.closed} THEN closed_at ELSE excluded.closed_at END, last_at = excluded.last_at, last_text = excluded.last_text, revision = revision + 1, updated_at = ?5`;
const ADD_MESSAGES = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind,
    by_id, cause, vendor_id, quoted, status, facts, send_class, expires_at, speaker, fact, at)
  SELECT value->>0, ?2, ?3, value->>1, value->>2, value->>3, value->>4, value->>5, value->'$[6]', value->>7, value->>8, value->>9,
    value->>10, value->>11, value->>12, '{}', value->>13, value->>14, value->>15, value->>16, value->>17 FROM json_each(?1)`;
const REPLY_HOURS = 72;
const REACHED = "('sent', 'delivered', 'read', 'unknown')";
/** A message replies to the broadcast that it quotes, else to the last one that its author was sent within three days. */
const REPLIED = `UPDATE broadcast_recipients SET replied_at = ?4 WHERE replied_at IS NULL AND +enterprise_id = ?2 AND id IN (
    SELECT coalesce((SELECT q.id FROM broadcast_recipients q WHERE q.vendor_id = e.value->>1 AND q.identity_id = e.value->>0 LIMIT 1),
      (SELECT r.id FROM broadcast_recipients r CROSS JOIN broadcasts b ON b.id = ${broadcastOf("r.id")} AND b.channel_id = ?3
        WHERE r.identity_id = e.value->>0 AND r.status IN ${REACHED} AND r.claimed_at > ?4 - ${REPLY_HOURS * 3_600_000}
        ORDER BY ${castOf("r.id")} DESC LIMIT 1))
    FROM json_each(?1) e) RETURNING 1`;
const SET_REACH = `INSERT INTO reach (enterprise_id, channel_id, identity_id, window_until, last_in_at, reachable, session, session_at)
  SELECT ?2, ?3, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?1) WHERE true
  ON CONFLICT (enterprise_id, channel_id, identity_id) DO UPDATE SET
    ${LATER_SESSION},
    window_until = nullif(max(coalesce(window_until, 0), coalesce(excluded.window_until, 0)), 0),
    last_in_at = nullif(max(coalesce(last_in_at, 0), coalesce(excluded.last_in_at, 0)), 0),
    reachable = excluded.reachable`;
const ADD_MEDIA = `INSERT INTO message_media (id, enterprise_id, channel_id, identity_id, message_id, kind, medium, state, not_before, until, part, at)
  SELECT value->>0, ?2, ?3, value->>1, value->>2, value->>3, value->'$[4]', 'waiting', ?4, value->>5, value->>6, ?4 FROM json_each(?1)`;
const ADD_TURNS = `INSERT INTO message_turns (enterprise_id, channel_id, identity_id, chat_id, message_id, bot_id, state, at)
  SELECT ?2, ?3, value->>0, value->>1, value->>2, value->>3, 'waiting', ?4 FROM json_each(?1)`;
const ADD_NEWS = `INSERT INTO channel_events (id, enterprise_id, channel_id, what, text, at)
  SELECT value->>0, ?2, ?3, value->>1, value->>2, value->>3 FROM json_each(?1)`;
const HAND_ON = `INSERT INTO inbound_events (enterprise_id, channel_id, event_key, raw, state, at)
  SELECT i.enterprise_id, e.value->>1, i.event_key, i.raw, 'pending', i.at FROM json_each(?1) e
    CROSS JOIN inbound_events i ON i.n = e.value->>0 AND i.enterprise_id = ?2 WHERE true
  ON CONFLICT (enterprise_id, channel_id, event_key) DO NOTHING`;
const END_EVENTS = `UPDATE inbound_events SET state = e.value->>1, about = e.value->>2, failure = e.value->>3,
    raw = CASE WHEN e.value->>1 = 'done' THEN NULL ELSE raw END
  FROM json_each(?1) e WHERE inbound_events.n = e.value->>0`;
const MISSED_HOURS = countingMissed(
  "SELECT ?2 AS enterprise_id, value AS department_id FROM json_each(?1)",
  "?3",
);
const HEARD = `UPDATE channels SET first_event_at = coalesce(first_event_at, ?2), last_event_at = ?2 WHERE id = ?1`;

export interface PageDeps {
  hash: AddressHash;
  tellRuns: TellRuns;
  /** Where colleagues see a file that came with the answer of a flow. */
  fileUrl: (id: string) => string;
  /** Where they see a message of a chat. */
  messageUrl: (chatId: string, seq: number) => string;
}

export interface PageWritten {
  /** Live events for the enterprise's hub. */
  kept: KeptRow[];
  /** Whether somebody answered a broadcast. */
  replied: boolean;
}

/** Writes a page: all of it in one transaction, or nothing. Throws what `guardFailed` tells when it has to be read anew. */
export async function writePage(
  { db, enterpriseId, newId, now, after }: Ctx,
  channel: LaneChannel,
  page: readonly PageEvent[],
  effects: Effects,
  { hash, tellRuns }: PageDeps,
): Promise<PageWritten> {
  const { $client } = db;
  const at = now();
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  const some: Some = (rows, text, ...values) =>
    rows.length === 0 ? [] : [bound(text, JSON.stringify(rows), enterpriseId, ...values)];
  const { messages, statuses, reach, media, floorsLeft, turns, news, health, templates, handed, events } =
    effects;
  const chats = [...effects.chats.values()].filter(({ changed }) => changed);
  const read = chats.filter(({ revision }) => revision > 0).map(({ id, revision }) => [id, revision]);
  // Runs of theirs have heard so by the refusal itself.
  if (effects.consents.some(({ given, purposes }) => !given && purposes.includes("service")))
    after.clock = true;
  const people = await peopleWritten(some, channel, effects, { at, newId, hash });
  const of = Map.groupBy(statuses.values(), ({ id }): Leaving =>
    isRecipientId(id) ? "broadcast_recipients" : "messages",
  );
  const stated = [...of];
  // The vendor may take a message first, and refuse it afterwards.
  const refusedWith = (table: Leaving, ...why: readonly string[]) =>
    (of.get(table) ?? [])
      .filter(({ code, was }) => code !== null && why.includes(code) && was.status !== "failed")
      .map(({ id }) => id);
  const reported = refusedWith("broadcast_recipients", SPAM).map(broadcastIdIn);
  const isSpent = reported.length > 0 && (await isLimitSpent({ db, enterpriseId, now }, channel.id));
  const touched = [...messages, ...(of.get("messages") ?? [])].map(({ id }) => id);
  const replies = some(
    // A word that refuses more of it is no answer to it.
    messages.flatMap(({ direction, identityId, quoted, fact }) =>
      direction === "in" && fact !== "stopWord" ? [[identityId, quoted ?? null]] : [],
    ),
    REPLIED,
    channel.id,
    at,
  );
  const statements = [
    bound(
      GUARD,
      channel.id,
      JSON.stringify(page.map(({ n }) => n)),
      page.at(-1)?.n ?? 0,
      JSON.stringify(read),
      JSON.stringify([...statuses.values()].map(({ id, was }) => [id, was.status, was.facts])),
      JSON.stringify(knownPeopleIn(effects)),
    ),
    ...people,
    ...some(
      chats.map((chat) => [
        chat.id,
        chat.identityId,
        chat.state,
        chat.waitingSince,
        chat.seq,
        chat.unread,
        chat.lastAt,
        chat.lastText,
        chat.missedReason,
        chat.rating,
      ]),
      SET_CHATS,
      channel.id,
      channel.departmentId,
      at,
    ),
    ...(effects.waiting.length > 0
      ? beginningToWait({ db, enterpriseId, now, after }, effects.waiting, effects.assigns)
      : []),
    ...some(
      Array.from({ length: effects.missed }, () => channel.departmentId),
      MISSED_HOURS,
      at,
    ),
    ...some(messages.map(cellsOf), ADD_MESSAGES, channel.id),
    ...stated.flatMap(([table, which]) =>
      some(
        which.map((each) => [
          each.id,
          each.vendorId,
          each.status,
          each.facts,
          each.code,
          each.reason,
          each.category,
          each.billable,
          each.isBilledLate,
        ]),
        SET_STATUSES_OF[table],
      ),
    ),
    ...pausingReported({ db, now }, reported, isSpent),
    ...pausingTemplate(
      { db, now },
      refusedWith("broadcast_recipients", ...TEMPLATE_PAUSED).map(broadcastIdIn),
    ),
    ...stated.flatMap(([table]) => resting({ db, now }, table, channel.id, refusedWith(table, HELD_BACK))),
    ...replies,
    ...some(
      [...reach.values()].map((each) => [
        each.identityId,
        each.windowUntil,
        each.lastInAt,
        each.reachable ? 1 : 0,
        each.session,
        each.sessionAt,
      ]),
      SET_REACH,
      channel.id,
    ),
    ...some(
      media.map(({ part = "", ...each }) => [
        ...[each.id, each.identityId, each.messageId, each.kind, each.medium],
        ...[each.until, part],
      ]),
      ADD_MEDIA,
      channel.id,
      at,
    ),
    ...some(floorsLeft, LEAVING_FLOORS, channel.id),
    ...some(
      turns.map((each) => [each.identityId, each.chatId, each.messageId, each.botId]),
      ADD_TURNS,
      channel.id,
      at,
    ),
    ...tellRuns({ db, enterpriseId, now, newId, after }, channel.id, effects),
    ...some(
      news.map(({ what, text, at: saidAt }) => [newId(), what, text, saidAt]),
      ADD_NEWS,
      channel.id,
    ),
    ...keepingFlowNews({ db, enterpriseId }, channel.id, effects.flows),
    ...keepingHealth({ db, enterpriseId, now }, channel.id, health),
    ...some(
      handed.map(({ n, channelId }) => [n, channelId]),
      HAND_ON,
    ),
    bound(
      END_EVENTS,
      JSON.stringify(events.map(({ n, state, about, failure }) => [n, state, about, failure])),
    ),
    bound(HEARD, channel.id, at),
  ];
  // Live events last: their rows are what this answers.
  const telling = [
    ...keepingTemplateNews({ db, enterpriseId, now }, channel.id, templates),
    ...(touched.length > 0 ? [keepingChats({ db, enterpriseId, now }, touched)] : []),
  ];
  const results = await $client.batch([...statements, ...telling]);
  return {
    kept: results.slice(statements.length).flatMap(keptRows),
    replied: replies.some((each) => (results[statements.indexOf(each)]?.results.length ?? 0) > 0),
  };
}

/** The identities that a page found and builds on. */
function knownPeopleIn({
  messages,
  chats,
  reach,
  consents,
  addresses,
  links,
  joins,
  moves,
  identities,
}: Effects): string[] {
  const used = [messages, [...chats.values()], [...reach.values()], consents, addresses, links].flat();
  const ids = [
    ...used.map(({ identityId }) => identityId),
    ...[...joins, ...moves].flatMap(({ from, into }) => [from, into]),
  ];
  return [...new Set(ids)].filter((id) => !identities.has(id));
}

const cellsOf = (message: Effects["messages"][number]): unknown[] => [
  message.id,
  message.identityId,
  message.chatId,
  message.seq,
  message.direction,
  message.kind,
  message.body,
  message.byKind,
  message.byId,
  message.cause ?? null,
  message.vendorId ?? null,
  message.quoted ?? null,
  message.status,
  message.sendClass ?? null,
  message.expiresAt ?? null,
  message.speaker ?? null,
  message.fact ?? null,
  message.at,
];
