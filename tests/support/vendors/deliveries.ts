import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelAccount, RawEvent, WebhookCall } from "#workers/channels/adapter.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import { ROOT } from "../../../scripts/lib/topology.ts";
import type { Row } from "./rows.ts";

/** Deliveries of the vendors, and how a test hands them to an adapter. */

export const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
export const post = (body: Uint8Array, headers: Record<string, string>): WebhookCall => ({
  method: "POST",
  url: new URL("https://us.example/api/webhooks/x/channel-1"),
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
export const eventsOf = async (
  { adapter }: Row,
  channel: ChannelAccount,
  body: unknown,
): Promise<InboundEvent[]> => {
  const raws = await adapter.split(bytes(body));
  // What is stored between the two is JSON.
  return raws.flatMap(({ raw }) => adapter.parse(JSON.parse(JSON.stringify(raw)), channel));
};

export const keysOf = (events: readonly RawEvent[]): string[] => events.map(({ key }) => key);
