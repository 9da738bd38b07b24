import { afterAll, afterEach, expect } from "vitest";
import { recountChats } from "#workers/domain/chats/recount.ts";
import type { Counted } from "#workers/domain/counted.ts";
import { countedAgents, driftOfAll, recount } from "#workers/domain/reports/recount.ts";
import { runningHarness } from "./harness.ts";
import { forgetOutbound, unexpected } from "./outbound.ts";

afterEach(() => {
  const stray = [...unexpected];
  forgetOutbound();
  // Joined, so that a report names them.
  expect(stray.join("\n"), "outbound requests that no test answered").toBe("");
});

/** Ends what a file leaves waiting: the sweeper would have it called in the middle of the next one. */
const LEFT_WAITING = [
  "UPDATE messages SET status = 'cancelled' WHERE status = 'queued' AND claimed_by IS NULL",
  "UPDATE message_media SET state = 'expired' WHERE state = 'waiting'",
  "UPDATE payment_links SET due_at = NULL WHERE due_at IS NOT NULL",
  "UPDATE speech_jobs SET state = 'failed' WHERE state = 'waiting'",
  "UPDATE hook_deliveries SET state = 'failed' WHERE state = 'waiting'",
  "UPDATE hooks SET is_on = 0 WHERE is_on = 1",
];

// The report counters must match the turns after every test file, and the counts of chats the chats.
afterAll(async () => {
  const harness = await runningHarness();
  if (!harness) return;
  const { TENANT_1, TENANT_2 } = harness.env;
  const databases = [TENANT_1, TENANT_2];
  for (const database of databases) await database.batch(LEFT_WAITING.map((sql) => database.prepare(sql)));
  const drift = await Promise.all(databases.map(driftOfAll));
  if (drift.flat().length > 0) await Promise.all(databases.map(repairAll));
  const ofChats = await Promise.all(databases.map((database) => recountChats(database, { repair: true })));
  expect(drift.flat(), "counts that are not what the turns add up to").toEqual([]);
  expect(ofChats.flat(), "counts that are not what the chats add up to").toEqual([]);
});

/** Repairs the counters, so that the drift does not fail the following files too. */
async function repairAll(database: Counted): Promise<void> {
  for (const agent of await countedAgents(database)) await recount(database, agent, { repair: true });
}
