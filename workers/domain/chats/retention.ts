import { chatRetentionTexts as texts } from "#texts/chat-retention.ts";
import type { TenantDb } from "#db/client.ts";
import { type ChatRules, LEAST_KEEP_MONTHS } from "#workers/contract/chat-rules.ts";
import { MOST_COUNTED, type previewRetention } from "#workers/contract/endpoints/chat-config.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { passedOver } from "../bare/fenced.ts";
import { type Ctx, iso } from "../ctx.ts";
import { RULES_OF, rulesIn } from "../messaging/chat-rules.ts";

const HOUR_MS = 3_600_000;
/** Chats and messages that one transaction deletes; a chat of more goes alone. */
const MOST_CHATS = 100;
const MOST_MESSAGES = 2_000;

const ENDED = "c.enterprise_id = ?1 AND c.state IN (3, 4) AND c.closed_at < ?2";

/** So many months before a time: the same day, or the last one of a shorter month. Infinitely long ago without a number. */
export function monthsBefore(now: number, months: number | null): number {
  if (months === null) return 0;
  const then = new Date(now);
  const day = then.getUTCDate();
  then.setUTCMonth(then.getUTCMonth() - months);
  if (then.getUTCDate() !== day) then.setUTCDate(0);
  return then.getTime();
}

/** Times from which on things are kept, by the rules. */
const keptFrom = (
  now: number,
  { keepMonths, keepFilesMonths }: Pick<ChatRules, "keepMonths" | "keepFilesMonths">,
): { chats: number; files: number } => ({
  chats: monthsBefore(now, keepMonths),
  files: monthsBefore(now, keepFilesMonths),
});

/** Messages that systems sent, or that stand in no chat, are kept as long as a chat. */
const ALONE = "m.chat_id = m.identity_id";
const FIRST = (
  after: string,
) => `SELECT min(id) FROM (SELECT min(enterprise_id) AS id FROM chats WHERE state IN (3, 4) ${after}
    UNION ALL SELECT min(m.enterprise_id) FROM messages m WHERE ${ALONE} ${after})`;
/** Skips from one enterprise to the next along the indexes of what has ended, however much each has. */
const DUE = `WITH RECURSIVE e(id) AS (${FIRST("")} UNION ALL
    SELECT (${FIRST("AND enterprise_id > e.id")}) FROM e WHERE e.id IS NOT NULL)
  SELECT e.id, ${RULES_OF("e.id")} AS rules, coalesce((SELECT files_until FROM retentions WHERE enterprise_id = e.id), 0) AS filesUntil
  FROM e WHERE e.id IS NOT NULL AND ${passedOver("e.id")} AND (EXISTS (SELECT 1 FROM chats c WHERE c.enterprise_id = e.id AND c.state IN (3, 4) AND c.closed_at < ?1)
    OR EXISTS (SELECT 1 FROM messages m WHERE m.enterprise_id = e.id AND ${ALONE} AND m.at < ?1))`;

export interface DueRetention {
  enterpriseId: EnterpriseId;
  /** Chats that ended before go, and files of chats that ended between these two. */
  chats: number;
  files: { from: number; until: number };
}

/** The enterprises of a database that may have chats or files which are older than their rules keep. */
export async function dueRetentions(
  { $client }: Pick<TenantDb, "$client">,
  now: number,
): Promise<DueRetention[]> {
  const { results } = await $client
    .prepare(DUE)
    .bind(monthsBefore(now, LEAST_KEEP_MONTHS))
    .all<{ id: EnterpriseId; rules: string | null; filesUntil: number }>();
  return results.map(({ id, rules, filesUntil }) => {
    const { chats, files } = keptFrom(now, rulesIn(rules));
    return { enterpriseId: id, chats, files: { from: filesUntil, until: files } };
  });
}

/** The oldest ended chats, as many as one transaction deletes. */
const OLD = `SELECT id, closed_at AS closedAt FROM (SELECT id, closed_at, sum(seq) OVER (ORDER BY closed_at, id) - seq AS before
  FROM (SELECT c.id, c.closed_at, c.seq FROM chats c WHERE ${ENDED} ORDER BY c.closed_at LIMIT ${MOST_CHATS})) WHERE before < ${MOST_MESSAGES}`;
/** Those of them that are ended still. */
const THESE = `SELECT c.id FROM json_each(?3) e CROSS JOIN chats c ON c.id = e.value AND ${ENDED}`;
const MESSAGES = `SELECT m.id FROM (${THESE}) t CROSS JOIN messages m ON m.enterprise_id = ?1 AND m.chat_id = t.id`;
const FILES = `SELECT f.file_id FROM (${MESSAGES}) m CROSS JOIN message_media f ON f.enterprise_id = ?1 AND f.message_id = m.id WHERE f.file_id IS NOT NULL`;

/** The day's entry, to which each page adds; by nobody. `?4` is its id, `?5` now, `?6` its name. */
const NOTE = `INSERT INTO audit_trail (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, after, address, request_id)
  SELECT ?4, ?1, ?5, 'system', 'delete', 'chat', ?4, ?6, json_object('chats', (SELECT count(*) FROM (${THESE})),
    'messages', (SELECT count(*) FROM (${MESSAGES})), 'files', (SELECT count(*) FROM (${FILES}))), '', 'cron' WHERE true
  ON CONFLICT (id) DO UPDATE SET after = json_object('chats', (after ->> 'chats') + (excluded.after ->> 'chats'),
    'messages', (after ->> 'messages') + (excluded.after ->> 'messages'), 'files', (after ->> 'files') + (excluded.after ->> 'files'))`;
/** The bytes go with the minute's sweep of the drive. */
const LEAVE = `UPDATE drive_files SET state = 'leaving' WHERE enterprise_id = ?1 AND state = 'ready' AND use = 'inbound' AND id IN (${FILES})`;
const STATEMENTS = [
  LEAVE,
  // A bot's log keeps its figures: a turn has the id of the message that it answers.
  `UPDATE turns SET text = '', answer = '', parameters = NULL WHERE id IN (${MESSAGES})`,
  `DELETE FROM message_media WHERE enterprise_id = ?1 AND message_id IN (${MESSAGES})`,
  `DELETE FROM speech_jobs WHERE enterprise_id = ?1 AND message_id IN (${MESSAGES})`,
  `DELETE FROM message_turns WHERE enterprise_id = ?1 AND message_id IN (${MESSAGES})`,
  `DELETE FROM chat_actions WHERE enterprise_id = ?1 AND chat_id IN (${THESE})`,
  `DELETE FROM hook_deliveries WHERE enterprise_id = ?1 AND chat_id IN (${THESE})`,
  `UPDATE video_recordings SET state = 'leaving' WHERE enterprise_id = ?1 AND chat_id IN (${THESE})`,
  `DELETE FROM video_rooms WHERE enterprise_id = ?1 AND chat_id IN (${THESE})`,
  `DELETE FROM chat_pins WHERE enterprise_id = ?1 AND chat_id IN (${THESE})`,
  `DELETE FROM messages WHERE id IN (${MESSAGES})`,
  `DELETE FROM chats WHERE id IN (${THESE})`,
];
const SEAL = `INSERT INTO retentions (enterprise_id, sealed_until) VALUES (?1, ?2)
  ON CONFLICT (enterprise_id) DO UPDATE SET sealed_until = max(sealed_until, excluded.sealed_until)`;

/**
 * Deletes a page of the chats that ended before a time, with messages, notes and files; counts stay, and the hours up
 * to the newest of them are sealed. One entry a day says how many. Answers whether there may be more.
 */
export async function deleteOldChats(ctx: Ctx, before: number): Promise<boolean> {
  const { enterpriseId, now } = ctx;
  const { $client } = ctx.db;
  const { results } = await $client
    .prepare(OLD)
    .bind(enterpriseId, before)
    .all<{ id: string; closedAt: number }>();
  if (results.length === 0) return false;
  const these = [enterpriseId, before, JSON.stringify(results.map(({ id }) => id))];
  const newest = Math.max(...results.map(({ closedAt }) => closedAt));
  const entry = `kept:${enterpriseId}:${iso(now()).slice(0, 10)}`;
  await $client.batch([
    $client.prepare(NOTE).bind(...these, entry, now(), texts.deleted),
    // First: triggers take nothing from what was counted in sealed hours.
    $client.prepare(SEAL).bind(enterpriseId, (Math.floor(newest / HOUR_MS) + 1) * HOUR_MS),
    ...STATEMENTS.map((text) => $client.prepare(text).bind(...these)),
  ]);
  return true;
}

const DELETE_ALONE = `DELETE FROM messages WHERE id IN (SELECT m.id FROM messages m WHERE m.enterprise_id = ?1 AND ${ALONE} AND m.at < ?2
  ORDER BY m.at LIMIT ${MOST_MESSAGES}) RETURNING 1`;

/**
 * Deletes a page of what systems sent before a time and what stands in no chat; what was counted stays. Answers whether there
 * may be more.
 */
export async function deleteOldAlone(
  { db: { $client }, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  before: number,
): Promise<boolean> {
  const until = Math.floor(before / HOUR_MS) * HOUR_MS;
  const [, deleted] = await $client.batch([
    $client.prepare(SEAL).bind(enterpriseId, until),
    $client.prepare(DELETE_ALONE).bind(enterpriseId, until),
  ]);
  return deleted?.results.length === MOST_MESSAGES;
}

/** Chats that ended after one time and before another, a page of the oldest; `?3` is the last of the page. */
const NEXT = `SELECT max(closed_at) AS last FROM (SELECT c.closed_at FROM chats c WHERE ${ENDED} AND c.closed_at >= ?3 ORDER BY c.closed_at LIMIT ${MOST_CHATS})`;
const OF_PAGE = `SELECT m.id, f.id AS medium, f.file_id FROM chats c CROSS JOIN messages m ON m.enterprise_id = ?1 AND m.chat_id = c.id
  CROSS JOIN message_media f ON f.enterprise_id = ?1 AND f.message_id = m.id AND f.state = 'kept'
  WHERE c.enterprise_id = ?1 AND c.state IN (3, 4) AND c.closed_at >= ?2 AND c.closed_at <= ?3`;
const PART_WITH_FILES = [
  `UPDATE drive_files SET state = 'leaving' WHERE enterprise_id = ?1 AND state = 'ready' AND use = 'inbound' AND id IN (SELECT file_id FROM (${OF_PAGE}))`,
  `UPDATE messages SET body = json_remove(body, '$.medium.fileId', '$.body.medium.fileId') WHERE id IN (SELECT id FROM (${OF_PAGE}))`,
  `UPDATE message_media SET state = 'expired', failure = 'gone', file_id = NULL WHERE id IN (SELECT medium FROM (${OF_PAGE}))`,
];
const FILES_GONE = `INSERT INTO retentions (enterprise_id, files_until) VALUES (?1, ?2)
  ON CONFLICT (enterprise_id) DO UPDATE SET files_until = max(files_until, excluded.files_until)`;

/**
 * Deletes the files that came with a page of the chats that ended within a time; the messages stay and say so. Answers from
 * when on the next page is, null where there is none.
 */
export async function deleteOldFiles(
  { db, enterpriseId }: Ctx,
  { from, until }: DueRetention["files"],
): Promise<number | null> {
  const { $client } = db;
  const last = await $client.prepare(NEXT).bind(enterpriseId, until, from).first<number>("last");
  if (last === null) return null;
  await $client.batch([
    ...PART_WITH_FILES.map((text) => $client.prepare(text).bind(enterpriseId, from, last)),
    $client.prepare(FILES_GONE).bind(enterpriseId, last + 1),
  ]);
  return last + 1;
}

const COUNT = `SELECT count(*) AS count FROM (SELECT 1 FROM chats c WHERE ${ENDED} LIMIT ${MOST_COUNTED + 1})`;

/** How many chats other rules would delete, and of how many the files; counted as far as a screen says it. */
export async function retentionPreview(
  { db, enterpriseId, now }: Ctx,
  rules: InputOf<typeof previewRetention>["query"],
): Promise<ReplyOf<typeof previewRetention>> {
  const { chats, files } = keptFrom(now(), rules);
  const bound = (before: number) => db.$client.prepare(COUNT).bind(enterpriseId, before);
  const counted = await db.$client.batch<{ count: number }>([bound(chats), bound(Math.max(chats, files))]);
  const [older = 0, withFiles = 0] = counted.map(({ results }) => results[0]?.count ?? 0);
  return { chats: older, filesOf: withFiles };
}
