import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./topology.ts";

const figures = (path: string): Record<string, number> =>
  JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, number>;

/** Dollars a million beyond what the paid plan includes, from developers.cloudflare.com (docs/limits.md names the pages). */
const PRICES = {
  "rows written in D1": 1,
  "rows read in D1": 0.001,
  "requests to Workers": 0.3,
  "milliseconds of CPU": 0.02,
  "requests to Durable Objects": 0.15,
  "GB-seconds of Durable Objects": 12.5,
} as const;
type Billed = keyof typeof PRICES;

/** A chat that is priced: so many messages each way. */
const MESSAGES = 10;
const CHATS = 1_000;
const SENDS = 100_000;
/** One chat of so many is somebody's first. */
const FIRST_OF = 10;
/** Calls by the console of the person who has it: opening it, its side panel, picking up, answering, closing. */
const CONSOLE = { getChat: 2, chatUserDetails: 1, chatHistory: 1, actOnChat: 2 * MESSAGES + 1, closeChat: 1 };

/** Statuses of a message that leaves, each a call of its vendor's. */
const STATUSES = 3;
/** Lane, hub and sender are told of each call of a vendor's. */
const OBJECTS = 3;
/** Estimates on the safe side: pages of events share reads, objects and CPU. */
const READ_A_WRITTEN_ROW = 10;
const CPU_MS = 10;
const GB_SECONDS = 0.128 * 0.05;

function billed(
  rows: number,
  vendorCalls: number,
  consoleCalls: number,
  trips: number,
): Record<Billed, number> {
  const requests = vendorCalls + consoleCalls;
  const objects = OBJECTS * vendorCalls + trips;
  return {
    "rows written in D1": rows,
    "rows read in D1": READ_A_WRITTEN_ROW * rows,
    "requests to Workers": requests,
    "milliseconds of CPU": CPU_MS * requests,
    "requests to Durable Objects": objects,
    "GB-seconds of Durable Objects": GB_SECONDS * objects,
  };
}

const numberOf = (all: Record<string, number>, name: string): number => {
  const value = all[name];
  if (value === undefined) throw new Error(`nothing was measured of ${name}`);
  return value;
};

/** The table of what a month's chats and sends cost, from measured rows and round trips. */
export function costs(): string {
  const rows = figures("tests/unit/costs.golden.json");
  const depth = figures("tests/integration/depth.golden.json");
  const of = (name: string) => numberOf(rows, name);
  const first = (of("firstMessage") - of("message")) / FIRST_OF;
  const chat = first + MESSAGES * (of("message") + of("answer") + of("leaving"));
  const asked = Object.entries(CONSOLE);
  const calls = asked.reduce((sum, [, times]) => sum + times, 0);
  const trips = asked.reduce((sum, [id, times]) => sum + times * numberOf(depth, id), 0);
  const chats = billed(CHATS * chat, CHATS * MESSAGES * (1 + STATUSES), CHATS * calls, CHATS * trips);
  const sends = billed(SENDS * (of("recipient") + of("leaving")), SENDS * STATUSES, 0, 0);
  const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
  const cost = (quantities: Record<Billed, number>, what: Billed) => (quantities[what] * PRICES[what]) / 1e6;
  const all = Object.keys(PRICES) as Billed[];
  const total = (quantities: Record<Billed, number>) =>
    dollars(all.reduce((sum, what) => sum + cost(quantities, what), 0));
  const cell = (quantities: Record<Billed, number>, what: Billed) =>
    `${Math.round(quantities[what]).toLocaleString("en")} | ${dollars(cost(quantities, what))}`;
  return [
    `| billed | a million | ${CHATS.toLocaleString("en")} chats | | ${SENDS.toLocaleString("en")} sends | |`,
    "|---|---|---|---|---|---|",
    ...all.map((what) => `| ${what} | $${PRICES[what]} | ${cell(chats, what)} | ${cell(sends, what)} |`),
    `| **together** | | | **${total(chats)}** | | **${total(sends)}** |`,
  ].join("\n");
}
