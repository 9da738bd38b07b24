// The delivery report at a million recipients beside chats: the time in SQLite of its newest page, of pages with filters and
// of one with a number. In memory, by the statements that the API runs. `--recipients N` for fewer.
import { parseArgs } from "node:util";
import { tenantInMemory } from "#tests/support/file-database.ts";
import { fillBroadcast, fillMessages, fillPeople } from "#tests/support/sent-messages.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import type { TenantDb } from "#db/client.ts";
import { readingSent } from "#workers/domain/reports-of-messages/rows.ts";
import { soughtIn } from "#workers/domain/reports-of-messages/sought.ts";

const { values } = parseArgs({ options: { recipients: { type: "string", default: "1000000" } } });
const RECIPIENTS = Number(values.recipients);
const ROUNDS = 200;
const GOAL_MS = 100;
const DAY = 86_400_000;

const { file, database } = await tenantInMemory();
const enterpriseId = asEnterpriseId.parse("an enterprise");
const where = { database, enterpriseId, channelId: "a channel" };
const now = Date.now();
const began = performance.now();
file.exec("PRAGMA synchronous = OFF");
await fillPeople(where, RECIPIENTS, "p");
for (let part = 0; part < 10; part++)
  await fillBroadcast(where, {
    count: RECIPIENTS / 10,
    first: (part * RECIPIENTS) / 10,
    at: now - (part * DAY) / 2 - DAY / 4,
    prefix: "p",
    campaign: part === 9,
  });
await fillMessages(where, { count: RECIPIENTS / 10, until: now, everyMs: 5_000, people: 1_000, prefix: "p" });
console.log(`${RECIPIENTS} recipients filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);

const usual = {
  channelId: "",
  customerNumber: "",
  fromDate: "",
  toDate: "",
  source: "",
  messageId: "",
  status: "",
} as const;
const cases: Record<string, { query: object; offset?: number }> = {
  "the newest page": { query: {} },
  "page 51": { query: {}, offset: 1_000 },
  "page 501": { query: {}, offset: 10_000 },
  "a customer's number": { query: { customerNumber: "+919510000777" } },
  "failed ones": { query: { status: "failed" } },
  "failed ones of a campaign": { query: { status: "failed", source: "campaign" } },
  "read ones of bots": { query: { status: "read", source: "bot" } },
  "by an id": { query: { messageId: "nobody's id" } },
};
let failed = false;
const db = { $client: database } as unknown as TenantDb;
for (const [name, { query, offset = 0 }] of Object.entries(cases)) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const since = performance.now();
    await readingSent({ db, enterpriseId }, soughtIn({ ...usual, ...query }, now), {
      offset,
      limit: 21,
    }).all();
    times.push(performance.now() - since);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(ROUNDS * 0.95)] ?? 0;
  failed ||= p95 > GOAL_MS;
  console.log(`${name.padEnd(28)} p50 ${(sorted[ROUNDS / 2] ?? 0).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
}
process.exitCode = failed ? 1 : 0;
