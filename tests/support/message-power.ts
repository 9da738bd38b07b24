import { createHmac } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ApiClient } from "#db/seed/client.ts";
import { trainBot } from "#db/seed/train.ts";
import { SIGNATURE } from "#workers/channels/simulator/wire.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { makeBot, smallBank } from "./bot.ts";
import { saying } from "./messaging.ts";
import { type Power, startPower } from "./power.ts";
import type { ServeOptions } from "./served.ts";

/** A served system with a channel of the simulator and a bot on it, whose power can be cut. */
export interface MessagePower extends Power {
  /** The administrator of the demo, who sees every chat. */
  client: ApiClient;
  agentId: string;
  channelId: string;
  token: string;
}

export async function messagePower({ env = {} }: Pick<ServeOptions, "env"> = {}): Promise<MessagePower> {
  const power = await startPower({ env });
  const client = await power.signIn();
  const { agentId } = await makeBot(client, smallBank);
  await trainBot(client, agentId);
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: "Phone", type: channelTypes.whatsApp, vendor: vendorCodes.simulator, agentId, rate: 1_000 },
  });
  const [channel] = await inDatabase<{ token: string }>(
    power.state,
    "SELECT webhook_token AS token FROM channels WHERE id = ?",
    channelId,
  );
  return Object.assign(power, { client, agentId, channelId, token: channel?.token ?? "" });
}

/** One more channel, without a bot: what comes in waits for a person. */
export async function channelWithoutBot({
  client,
  served,
}: MessagePower): Promise<{ id: string; token: string }> {
  const { id } = await client.call(channelsApi.createChannel, {
    body: {
      name: "Desk",
      type: channelTypes.whatsApp,
      vendor: vendorCodes.simulator,
      contactId: "desk",
      rate: 1_000,
    },
  });
  const sql = "SELECT webhook_token AS token FROM channels WHERE id = ?";
  const [channel] = await inDatabase<{ token: string }>(served.state, sql, id);
  return { id, token: channel?.token ?? "" };
}

/** One that has just been started again holds its files while it mends them. */
const LOCKED_MS = 10_000;

/** Reads the tenant's database from its file, without the product. */
export async function inDatabase<Row>(state: string, sql: string, ...values: string[]): Promise<Row[]> {
  const { DatabaseSync } = await import("node:sqlite");
  const folder = join(state, "d1/miniflare-D1DatabaseObject");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".sqlite"))) {
    const db = new DatabaseSync(join(folder, name), { timeout: LOCKED_MS });
    try {
      const there = db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'channels'").get();
      if (there?.["n"] !== 1) continue;
      if (db.prepare("SELECT count(*) AS n FROM channels").get()?.["n"] === 0) continue;
      return db.prepare(sql).all(...values) as Row[];
    } finally {
      db.close();
    }
  }
  return [];
}

/**
 * Delivers customers' messages as a vendor does: each customer's in their order, and again whatever is not answered 200.
 * Answers how many calls it took.
 */
export async function deliverAll(
  power: MessagePower,
  { customers, each, atOnce = 8 }: { customers: number; each: number; atOnce?: number },
): Promise<number> {
  let calls = 0;
  const waiting = Array.from({ length: customers }, (_, at) => `+9198766${String(10_000 + at)}`);
  const one = async () => {
    for (let phone = waiting.shift(); phone !== undefined; phone = waiting.shift()) {
      for (let n = 1; n <= each; n++) {
        const event = saying(phone, `what is my balance ${n}`, { vendorId: `${phone}:${n}` });
        const body = JSON.stringify({ events: [event] });
        do calls++;
        while (!(await accepted(power, body)));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return calls;
}

/** Delivers one message to a channel, again and again until it is answered 200, as a vendor does. */
export async function deliver(
  power: MessagePower,
  channel: { id: string; token: string },
  { phone, text, vendorId }: { phone: string; text: string; vendorId: string },
): Promise<void> {
  const body = JSON.stringify({ events: [saying(phone, text, { vendorId })] });
  while (!(await accepted({ served: power.served, channelId: channel.id, token: channel.token }, body)));
}

async function accepted(
  { served, channelId, token }: Pick<MessagePower, "served" | "channelId" | "token">,
  body: string,
): Promise<boolean> {
  try {
    const response = await fetch(`${served.url}/api/webhooks/simulator/${channelId}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [SIGNATURE]: `sha256=${createHmac("sha256", token).update(body).digest("hex")}`,
      },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    if (response.ok) return true;
  } catch {
    // Nobody is there just now: as a vendor does, it is told again.
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return false;
}

export interface Ends {
  /** Work that is not at its end yet. */
  open: number;
  inbound: number;
  answers: number;
  /** Messages that have not exactly one answer. */
  wrong: number;
  /** Answers by their status. */
  statuses: Record<string, number>;
  /** Pairs of one customer's messages that are not in the order in which they were sent. */
  disordered: number;
}

export async function endsOf({ served: { state }, channelId }: MessagePower): Promise<Ends> {
  const one = async (sql: string): Promise<number> => {
    const [row] = await inDatabase<{ n: number }>(state, `SELECT count(*) AS n FROM ${sql}`, channelId);
    return row?.n ?? Number.NaN;
  };
  // First: once nothing is open, the other figures stand still while they are read one after another.
  const open =
    (await one("inbound_events WHERE channel_id = ? AND state IN ('pending', 'waiting')")) +
    (await one("message_turns WHERE channel_id = ? AND state = 'waiting'")) +
    (await one(
      "messages WHERE channel_id = ? AND direction = 'out' AND (status IN ('queued', 'sent') OR claimed_by IS NOT NULL)",
    ));
  const statuses = await inDatabase<{ status: string; n: number }>(
    state,
    "SELECT status, count(*) AS n FROM messages WHERE channel_id = ? AND direction = 'out' GROUP BY status",
    channelId,
  );
  return {
    open,
    inbound: await one("(SELECT DISTINCT vendor_id FROM messages WHERE channel_id = ? AND direction = 'in')"),
    answers: await one("messages WHERE channel_id = ? AND by_kind = 'bot'"),
    wrong: await one(
      `messages m WHERE m.channel_id = ? AND m.direction = 'in' AND
         (SELECT count(*) FROM messages a WHERE a.cause = 'turn:' || m.id) <> 1`,
    ),
    statuses: Object.fromEntries(statuses.map(({ status, n }) => [status, n])),
    disordered: await one(
      `messages a JOIN messages b ON b.chat_id = a.chat_id AND b.direction = 'in' AND b.seq > a.seq
         WHERE a.channel_id = ? AND a.direction = 'in'
           AND CAST(substr(a.vendor_id, 15) AS INTEGER) > CAST(substr(b.vendor_id, 15) AS INTEGER)`,
    ),
  };
}

/** A form's answer that is JSON and that SQLite, which reads a thousand levels, refuses: its page fails whenever it is worked. */
export function deeplyNested(): MessageBody {
  let value: unknown = "poison";
  for (let level = 0; level < 1_100; level++) value = [value];
  return { kind: "formAnswer", token: "", label: "Form", values: { value } };
}
