import { afterAll, expect, test } from "vitest";
import { startMetered } from "#tests/support/harness.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { fillBroadcast, fillMessages, fillPeople } from "#tests/support/sent-messages.ts";
import { messageStatusReport } from "#workers/contract/endpoints/reports-of-messages.ts";

const harness = await startMetered();
afterAll(() => harness.stop());
const database = harness.env.TENANT_1;
const now = Date.now();
const MINUTE = 60_000;
/**
 * Rows that a page may read, however many there are; and rows that its counts may, of days in which little fits: of its
 * quarters of an hour.
 */
const MOST_ROWS = 2_500;
const QUARTERS = 7 * 24 * 4 * 12;

/** Rows that the report's costliest statement reads, for each of these questions. */
async function readAt(rows: number): Promise<Record<string, number>> {
  const owner = await makePerson(harness);
  const { enterpriseId } = owner;
  const [channel, rare] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const on = ({ id: channelId }: { id: string }) => ({ database, enterpriseId, channelId });
  const people = rows / 10;
  const prefix = `${rows}-`;
  await fillPeople({ database, enterpriseId }, people, prefix);
  // Within six days, so that the usual dates have them all.
  const everyMs = Math.floor((6 * 24 * 60 * MINUTE) / rows);
  await fillMessages(on(channel), { count: rows, until: now, everyMs, people, prefix });
  await fillMessages(on(rare), { count: 3, until: now - 3 * 24 * 60 * MINUTE, people, prefix });
  for (const days of [1, 3, 5])
    await fillBroadcast(on(channel), { count: rows / 10, at: now - days * 24 * 60 * MINUTE, prefix });
  const asked = {
    newest: {},
    second: { from: 20 },
    failed: { status: "failed" },
    unread: { status: "unknown", source: "broadcast" },
    bot: { source: "bot", status: "read" },
    "a rare channel": { channelId: rare.id },
    campaigns: { source: "campaign" },
    "one number": { customerNumber: "+919510000007" },
    "one id": { messageId: `wamid.${prefix}7` },
  };
  const read: Record<string, number> = {};
  for (const [name, query] of Object.entries(asked)) {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const response = await owner.send("GET", `/api${messageStatusReport.path}?${search.toString()}`);
    expect(response.status, await response.text()).toBe(200);
    const most = JSON.parse(decodeURIComponent(response.headers.get("x-most-read") ?? "{}")) as {
      rows: number;
    };
    read[name] = most.rows;
  }
  return read;
}

test("a page of the delivery report reads as many rows of 20,000 as of 2,000", async () => {
  const [few, many] = [await readAt(2_000), await readAt(20_000)];
  for (const [name, rows] of Object.entries(many)) {
    const most = name === "a rare channel" ? QUARTERS : MOST_ROWS;
    expect(rows, `${name}: ${few[name]} of 2,000, ${rows} of 20,000`).toBeLessThan(most);
  }
});
