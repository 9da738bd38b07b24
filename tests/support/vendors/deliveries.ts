import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelAccount, RawEvent, WebhookCall } from "#workers/channels/adapter.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import { ROOT } from "../../../scripts/lib/topology.ts";
import type { Row } from "./row.ts";

/** Deliveries of the vendors, and how a test hands them to an adapter. */

export const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
/** The address that every channel of the tests has. */
export const WEBHOOK = "https://us.example/api/webhooks/x/channel-1";
export const post = (body: Uint8Array, headers: Record<string, string>, token?: string): WebhookCall => ({
  method: "POST",
  url: new URL(token === undefined ? WEBHOOK : `${WEBHOOK}?token=${encodeURIComponent(token)}`),
  headers: new Headers(headers),
  body,
});

/** A delivery, and the events that it holds, as somebody reviewed them. */
interface Fixture {
  name: string;
  body: Record<string, unknown>;
  events: InboundEvent[];
}
const folderOf = (row: Row): string => join(ROOT, "tests/fixtures/webhooks", row.fixtures);
export const fixturesOf = (row: Row): Fixture[] =>
  readdirSync(folderOf(row)).map((name) => ({
    name,
    ...(JSON.parse(readFileSync(join(folderOf(row), name), "utf8")) as Omit<Fixture, "name">),
  }));
/** A delivery's bytes, as its vendor writes them. */
export const written = ({ encode = JSON.stringify }: Pick<Row, "encode">, body: unknown): Uint8Array =>
  bytes(typeof body === "string" ? body : encode(body));
/** A call by the vendor, or by somebody who has another secret. */
export const callOf = (row: Row, channel: ChannelAccount, body: Uint8Array, secret?: string): WebhookCall =>
  row.signed === "address"
    ? post(body, {}, secret ?? channel.webhookToken)
    : post(body, row.signed(body, secret));
export const eventsOf = async (row: Row, channel: ChannelAccount, body: unknown): Promise<InboundEvent[]> => {
  const raws = await row.adapter.split(written(row, body), async (held) =>
    createHash("sha256").update(held).digest("hex"),
  );
  // The events are JSON while they are stored between the two.
  return raws.flatMap(({ raw }) => row.adapter.parse(JSON.parse(JSON.stringify(raw)), channel));
};

export const keysOf = (events: readonly RawEvent[]): string[] => events.map(({ key }) => key);
