// The clock: so many timers fall due one after another in the served system, while nobody asks it for anything, and the
// whole process group is killed now and then. Read from the database's file: how long the earliest overdue timer has
// waited, looked at every 20 ms, with the time that a kill takes to be over apart; and whether a timer and what it ends
// were ever seen one without the other.
// `--timers 20000 --seconds 20 --kills 5 --seed S`
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startPower } from "#tests/support/power.ts";
import { buildStale } from "../../scripts/build.ts";
import { option, percentile } from "./options.ts";

const TIMERS = option("timers", 20_000);
const SECONDS = option("seconds", 20);
const KILLS = option("kills", 5);
const SEED = option("seed", Date.now() % 1_000_000);
const LOOK_MS = 20;
/** Issue for chats' time-outs: late by at most so much at p99. */
const GOAL_MS = 1_000;
const RECOVERY_MS = 60_000;

/** Half of them at once at the end: what a campaign's reminders do. */
const FILL = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${TIMERS})
  INSERT INTO floors (id, enterprise_id, channel_id, identity_id, bot_id, until, seq)
  SELECT printf('floor-%08d', i), 'an enterprise', 'a channel', i, 'a bot', ?1 + CAST(min(i, ${TIMERS / 2}) * ${(SECONDS * 2_000) / TIMERS} AS INTEGER), 1 FROM n`;
const TIME = `INSERT INTO timers (enterprise_id, kind, subject, seq, due_at)
  SELECT enterprise_id, 'floorEnds', id, seq, until FROM floors WHERE enterprise_id = 'an enterprise'`;
const LEFT = `SELECT count(*) AS timers, min(due_at) AS first,
  (SELECT count(*) FROM floors WHERE enterprise_id = 'an enterprise') AS floors FROM timers WHERE enterprise_id = 'an enterprise'`;

await buildStale();
const begins = Date.now() + 20_000;
const rows = [
  { database: "TENANT_1" as const, sql: FILL, values: [begins] },
  { database: "TENANT_1" as const, sql: TIME, values: [] },
];
const power = await startPower({ seed: true, rows });
const { state } = power;
try {
  const random = randomOf(SEED);
  console.log(`${TIMERS} timers in ${SECONDS} s, half of them at its end, ${KILLS} kills, seed ${SEED}`);
  const kills = Array.from({ length: KILLS }, () => begins + random() * SECONDS * 1_000).toSorted();
  const late: number[] = [];
  const recovered: number[] = [];
  let since: number | undefined;
  let torn = 0;
  for (;;) {
    const [left] = await inDatabase<{ timers: number; floors: number; first: number | null }>(state, LEFT);
    if (!left) throw new Error("The database is not there.");
    const at = Date.now();
    if (left.timers !== left.floors) torn++;
    const lateMs = Math.max(0, at - (left.first ?? at));
    if (since === undefined) late.push(lateMs);
    else if (lateMs < GOAL_MS) {
      recovered.push(at - since);
      since = undefined;
    }
    if (left.timers === 0 || at > begins + SECONDS * 1_000 + RECOVERY_MS) {
      console.log(
        `left: ${left.timers} timers, ${left.floors} floors; at rest ${at - begins - SECONDS * 1_000} ms after the last was due`,
      );
      break;
    }
    const next = kills[0];
    if (next !== undefined && at >= next) {
      kills.shift();
      since ??= at;
      await power.cut();
    }
    await pause(LOOK_MS);
  }
  const p99 = percentile(late, 0.99);
  const most = recovered.length > 0 ? Math.max(...recovered) : 0;
  console.log(
    `late: p50 ${percentile(late, 0.5)} ms, p99 ${p99} ms, of ${late.length} looks; after a kill on time again within ${most} ms (its start included); seen torn ${torn} times`,
  );
  check("on time, and never seen torn", p99 <= GOAL_MS && torn === 0);
} finally {
  await power.end();
}
