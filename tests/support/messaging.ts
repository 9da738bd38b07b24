import { expect } from "vitest";
import { createHmac, randomUUID } from "node:crypto";
import type { TenantDatabase } from "#db/client.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { SIGNATURE, type SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Status } from "#workers/contract/message.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { recountChats } from "#workers/domain/chats/recount.ts";
import { recountQuarters } from "#workers/domain/reports-of-messages/recount.ts";
import type { Harness } from "./harness.ts";
import { answerOutbound } from "./outbound.ts";
import type { Person } from "./people.ts";

/** A channel of the simulator, and how its customers are played. */
export interface TestChannel {
  id: string;
  enterpriseId: string;
  token: string;
}

/** The deployment's own address, at which the simulator calls it. */
const PUBLIC_URL = "http://127.0.0.1:8787";

/** Leads what the Workers call at their own address to them. */
export const answerOurselves = (harness: Harness) =>
  answerOutbound(`${PUBLIC_URL}/api/`, async (request) => {
    const body = await request.arrayBuffer();
    const { pathname } = new URL(request.url);
    const headers = Object.fromEntries(request.headers.entries());
    return harness.fetch(pathname, { method: request.method, headers, body });
  });

export async function makeChannel(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
  {
    agentId = null,
    type = channelTypes.whatsApp,
    rate = 500,
    database = "TENANT_1",
  }: { agentId?: string | null; type?: number; rate?: number; database?: TenantDatabase } = {},
): Promise<TestChannel> {
  const id = randomUUID();
  const token = randomUUID();
  await env[database]
    .prepare(
      `INSERT INTO channels (id, enterprise_id, type, vendor, contact_id, name, name_key, agent_id, settings, rate, state,
         webhook_token, created_at, updated_at) VALUES (?, ?, ?, ?, '', 'Phone', ?, ?, '{}', ?, 'active', ?, 1, 1)`,
    )
    .bind(id, enterpriseId, type, vendorCodes.simulator, id, agentId, rate, token)
    .run();
  return { id, enterpriseId, token };
}

/** Gives the channel a vendor that is not there: the lane and the senders that the sweeper wakes leave it to the test. */
export const leaveToTest = ({ env }: Pick<Harness, "env">, { id }: Pick<TestChannel, "id">) =>
  env.TENANT_1.prepare("UPDATE channels SET vendor = -1 WHERE id = ?").bind(id).run();

let said = 0;

/** A customer's message as the vendor tells it. The same `vendorId` again is the same message. */
export const saying = (
  phone: string,
  body: string | MessageBody,
  { vendorId = `wamid.${process.pid}.${++said}`, at = Date.now(), name = "Asha" } = {},
): SimulatedEvent => ({
  key: vendorId,
  event: {
    type: "message",
    vendorId,
    at,
    from: { addresses: [{ kind: "number", scope: "", value: phone }], name },
    body: typeof body === "string" ? { kind: "text", text: body } : body,
  },
});

export const stating = (ownId: string, status: Status, at = Date.now()): SimulatedEvent => ({
  key: `${ownId}:${status}:${at}`,
  event: { type: "status", ownId, vendorId: `sim.${ownId}`, status, at },
});

/** Delivers events at the public intake, signed like the vendor. */
export function deliver(
  harness: Pick<Harness, "fetch">,
  { id, token }: TestChannel,
  events: readonly SimulatedEvent[],
  {
    path = `/api/webhooks/simulator/${id}`,
    body = JSON.stringify({ events }),
    headers = {} as Record<string, string>,
  } = {},
): Promise<Response> {
  const signature = `sha256=${createHmac("sha256", token).update(body).digest("hex")}`;
  return harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", [SIGNATURE]: signature, ...headers },
    body,
  });
}

interface MessageRow {
  id: string;
  chat_id: string;
  seq: number;
  direction: string;
  kind: string;
  body: string;
  text: string;
  by_kind: string;
  status: string;
  speaker: string | null;
  fact: string | null;
  code: string | null;
  reason: string | null;
  facts: string;
  vendor_id: string | null;
  attempts: number;
  claimed_by: string | null;
}

/** The messages of a channel in the order of their chats. */
export async function messagesOf({ env }: Pick<Harness, "env">, { id }: TestChannel): Promise<MessageRow[]> {
  const { results } = await env.TENANT_1.prepare(
    "SELECT *, body->>'text' AS text FROM messages WHERE channel_id = ? ORDER BY chat_id, seq",
  )
    .bind(id)
    .all();
  return results as unknown as MessageRow[];
}

/** The texts of a channel's messages so far, in order. */
export const saidOn = async (harness: Pick<Harness, "env">, channel: TestChannel): Promise<string[]> =>
  (await messagesOf(harness, channel)).flatMap(({ direction, body, text }) =>
    direction === "out" ? [text ?? (JSON.parse(body) as { text?: string }).text ?? ""] : [],
  );

/** Writes past the domain, as time or somebody else would. */
export const writingTo =
  ({ env }: Pick<Harness, "env">) =>
  (sql: string, ...values: unknown[]) =>
    env.TENANT_1.prepare(sql)
      .bind(...values)
      .run();

export const rowsOf = async <Row>(
  { env }: Pick<Harness, "env">,
  sql: string,
  ...values: unknown[]
): Promise<Row[]> =>
  (
    await env.TENANT_1.prepare(sql)
      .bind(...values)
      .all()
  ).results as Row[];

/** Counts of an enterprise's chats that are not what its rows say. */
export const chatDrift = async ({ env }: Pick<Harness, "env">, enterpriseId: string): Promise<number> =>
  (await recountChats(env.TENANT_1, { enterpriseId })).reduce((sum, { rows }) => sum + rows, 0);

/** Counting an enterprise's messages anew gives what the triggers have counted. */
export async function expectHoursAgree(harness: Pick<Harness, "env">, enterpriseId: string): Promise<void> {
  const counted = await rowsOf(
    harness,
    "SELECT channel_id, hour, direction, fact, count FROM message_hours WHERE enterprise_id = ? AND count <> 0 ORDER BY 1, 2, 3, 4",
    enterpriseId,
  );
  const again = await rowsOf(
    harness,
    `WITH mine AS (SELECT *, at / 3600000 AS hour FROM messages WHERE enterprise_id = ?)
    SELECT channel_id, hour, direction, 'made' AS fact, count(*) AS count FROM mine GROUP BY 1, 2, 3
    UNION ALL SELECT channel_id, hour, direction, f.key, count(*) FROM mine, json_each(mine.facts) f GROUP BY 1, 2, 3, 4
    UNION ALL SELECT channel_id, hour, direction, status, count(*) FROM mine WHERE status IN ('expired', 'cancelled') GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4`,
    enterpriseId,
  );
  expect(again.length).toBeGreaterThan(1);
  expect(counted).toEqual(again);
  expect(await recountQuarters(harness.env.TENANT_1, enterpriseId)).toMatchObject({ rows: 0 });
}

/** Files of tests that share a harness begin at other numbers. */
let phones = Date.now();

/**
 * Queues messages for people who wrote just now, one chat each: `people` of them, with so many messages each. Answers the ids in the order in which they were made.
 */
export async function queueFor(
  { env }: Pick<Harness, "env">,
  { id, enterpriseId }: Pick<TestChannel, "id" | "enterpriseId">,
  {
    people,
    each = 1,
    type = channelTypes.whatsApp,
    sendClass = sendClasses.person as number,
    body,
  }: {
    people: number;
    each?: number;
    type?: number;
    sendClass?: number;
    /** By default a text with the message's own id. */
    body?: MessageBody;
  },
): Promise<string[]> {
  const at = Date.now();
  const db = env.TENANT_1;
  const rows = Array.from({ length: people }, () => {
    const identity = randomUUID();
    const chat = randomUUID();
    const phone = `+9197${String(phones++ % 100_000_000).padStart(8, "0")}`;
    const messages = Array.from({ length: each }, () => randomUUID());
    return { identity, chat, phone, messages };
  });
  const bound = (text: string, value: unknown) =>
    db.prepare(text).bind(JSON.stringify(value), enterpriseId, id, type, at);
  const played = rows.map(({ identity, chat, phone }) => [identity, chat, phone]);
  await db.batch([
    bound(
      "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) SELECT value->>0, ?2, ?4, 'Somebody', ?5, ?5 FROM json_each(?1) WHERE ?3 = ?3",
      played,
    ),
    bound(
      "INSERT INTO addresses (id, enterprise_id, identity_id, channel_type, scope, kind, address, created_at) SELECT value->>0, ?2, value->>0, ?4, '', 'number', value->>2, ?5 FROM json_each(?1) WHERE ?3 = ?3",
      played,
    ),
    bound(
      "INSERT INTO reach (enterprise_id, channel_id, identity_id, window_until, last_in_at) SELECT ?2, ?3, value->>0, ?5 + 86400000, ?5 FROM json_each(?1) WHERE ?4 = ?4",
      played,
    ),
    bound(
      "INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, seq, unread, last_at, last_text, created_at, updated_at) SELECT value->>1, ?2, ?3, value->>0, 0, 0, 0, ?5, '', ?5, ?5 FROM json_each(?1) WHERE ?4 = ?4",
      played,
    ),
    bound(
      `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, send_class, at)
       SELECT value->>0, ?2, ?3, value->>1, value->>2, value->>3, 'out', value->>'$[5].kind', value->>5, 'person', 'somebody',
         'queued', '{}', value->>4, ?5 FROM json_each(?1) WHERE ?4 = ?4`,
      rows.flatMap(({ identity, chat, messages }) =>
        messages.map((message, seq) => [
          message,
          identity,
          chat,
          seq + 1,
          sendClass,
          body ?? { kind: "text", text: message },
        ]),
      ),
    ),
  ]);
  return rows.flatMap(({ messages }) => messages);
}
