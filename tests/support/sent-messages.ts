import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { broadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { broadcastIdOf } from "#workers/contract/recipient-ids.ts";
import { components } from "#workers/contract/templates/template.ts";

/** Rows as sending leaves them, written by few statements however many they are. */

const MINUTE_MS = 60_000;
const numbers = (count: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
/** Of a hundred: most were read, a few failed, one is not confirmed. */
const STATUS = `CASE n % 100 WHEN 7 THEN 'failed' WHEN 9 THEN 'unknown' ELSE CASE n % 4 WHEN 0 THEN 'sent' WHEN 1 THEN 'delivered' ELSE 'read' END END`;
const FACTS = (at: string) =>
  `CASE WHEN n % 100 = 9 THEN '{}' WHEN n % 100 = 7 THEN json_object('failed', json_array(${at}, ${at})) ELSE json_object('sent', json_array(${at}, ${at})) END`;
const CODE = "CASE n % 100 WHEN 7 THEN '131026' END";
const REASON = "CASE n % 100 WHEN 7 THEN 'Message undeliverable' END";

interface Where {
  database: D1Database;
  enterpriseId: string;
  channelId: string;
}

/** People with a number each, from +9195…; their ids are the prefix with a number from 1. */
export const fillPeople = (
  { database, enterpriseId }: Omit<Where, "channelId">,
  count: number,
  prefix: string,
) =>
  database.batch(
    [
      `INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at)
        ${numbers(count)} SELECT ?2 || n, ?1, 4, '', 1, 1 FROM numbers`,
      `INSERT INTO addresses (id, enterprise_id, identity_id, channel_type, scope, kind, address, created_at)
        ${numbers(count)} SELECT ?2 || 'a' || n, ?1, ?2 || n, 4, '', 'number', '+9195' || (10000000 + n), 1 FROM numbers`,
    ].map((text) => database.prepare(text).bind(enterpriseId, prefix)),
  );

/** Messages of chats, one every `everyMs` backwards from a time, to people in turn. */
export async function fillMessages(
  { database, enterpriseId, channelId }: Where,
  {
    count,
    until,
    everyMs = MINUTE_MS,
    people,
    prefix,
  }: { count: number; until: number; everyMs?: number; people: number; prefix: string },
): Promise<void> {
  const chatId = randomUUID();
  const at = `(?5 - n * ${everyMs})`;
  await database.batch([
    database
      .prepare(
        `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, asked_at, closed_at, seq, unread, last_at, last_text, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, 3, 1, 1, ?5, 0, 1, '', 1, 1)`,
      )
      .bind(chatId, enterpriseId, channelId, `${prefix}1`, count),
    database
      .prepare(
        `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, vendor_id, status, facts, code, reason, at)
         ${numbers(count)} SELECT ?4 || n, ?1, ?2, ?6 || (n % ${people} + 1), ?3, n, iif(n % 10 = 5, 'in', 'out'), 'text', '{"kind":"text","text":"hello"}',
           CASE WHEN n % 10 = 5 THEN 'customer' WHEN n % 3 = 0 THEN 'bot' WHEN n % 3 = 1 THEN 'person' ELSE 'system' END, 'x', 'wamid.' || ?4 || n,
           iif(n % 10 = 5, 'received', ${STATUS}), ${FACTS(at)}, ${CODE}, ${REASON}, ${at} FROM numbers`,
      )
      .bind(enterpriseId, channelId, chatId, `${chatId}-`, until, prefix),
  ]);
}

/** A broadcast to so many of the people, begun at a time. */
export async function fillBroadcast(
  { database, enterpriseId, channelId }: Where,
  {
    count,
    at,
    prefix,
    first = 0,
    campaign = false,
    createdAt = at,
    name = "Spring offer",
  }: {
    count: number;
    at: number;
    prefix: string;
    first?: number;
    campaign?: boolean;
    createdAt?: number;
    name?: string;
  },
): Promise<string> {
  const id = broadcastIdOf(uuidv7());
  const request = broadcastRequest.parse({
    channelId,
    message: { template: { templateUId: "t" } },
    ...(campaign && { resourceType: "CAMPAIGN" }),
  });
  const template = {
    name: "spring_offer",
    language: "en",
    category: "MARKETING",
    components: components.parse({ body: { text: "Hello" } }),
  };
  await database
    .prepare(
      `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name,
         timezone, started_at, prepared_at, ended_at, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, 4, 't', ?5, ?6, 'completed', 4, '', '', 'UTC', ?7, ?7, ?7, ?8, ?7)`,
    )
    .bind(id, enterpriseId, name, channelId, JSON.stringify(template), JSON.stringify(request), at, createdAt)
    .run();
  const BLOCK = 50_000;
  for (let done = 0; done < count; done += BLOCK)
    await database
      .prepare(
        `INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, data, status, facts, code, reason, vendor_id, claimed_at, replied_at)
         ${numbers(Math.min(BLOCK, count - done))} SELECT substr(?1, 1, 28) || printf('%08x', n + ${done}), ?2, ?3 || (n + ${done + first}), '+9195' || (10000000 + n + ${done + first}), '{"body/1":"Asha"}',
           ${STATUS}, ${FACTS("?4")}, ${CODE}, ${REASON}, 'wamid.' || ?1 || (n + ${done}), ?4 + n + ${done}, iif(n % 50 = 2, ?4, NULL) FROM numbers`,
      )
      .bind(id, enterpriseId, prefix, at)
      .run();
  return id;
}
