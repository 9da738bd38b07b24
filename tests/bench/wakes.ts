// How late runs of a journey wake in the served system, one after the other and many in the same moment, and how long after
// a customer's reply the next message is written; also beside so many runs that wait for next week, which should change nothing.
// Read from the database's file. Figures 2, 3 and 4 of the design of journeys.
// `--burst 20000 --replies 100 --waiting 0`
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { graphOf, text } from "#tests/support/flow.ts";
import { channelWithoutBot, deliver, inDatabase, messagePower } from "#tests/support/message-power.ts";
import { manyRuns, startedJourney } from "#tests/support/runs.ts";
import { fillPeople } from "#tests/support/sent-messages.ts";
import { newRun } from "#workers/domain/flow/run.ts";
import { dataOf } from "#workers/domain/runs/run-row.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { option, percentile } from "./options.ts";

const BURST = option("burst", 20_000);
const REPLIES = option("replies", 100);
const WAITING = option("waiting", 0);
const IDLE = 200;
const EVERY_MS = 50;
/** Until the server that was filled is up again, whatever it carries. */
const AHEAD_MS = 45_000;
const OVER_MS = 300_000;
const LOOK_MS = 4;
const GOALS = { idleMs: 250, burstMs: 1_000, replyMs: 60, bytes: 1_024 } as const;
const WEEK_MS = 7 * 86_400_000;

const waking = graphOf({ start: ["start"], end: ["end", { outcome: "done" }] }, ["start > end"]);
const asking = graphOf(
  { start: ["start"], city: ["ask", { text: "Which city?" }], bye: ["sendMessage", text("Thank you")] },
  ["start > city", "city > bye"],
);
const resting = graphOf(
  {
    start: ["start"],
    kept: ["wait", { until: { kind: "duration", length: { amount: 9, unit: "days" } } }],
  },
  ["start > kept"],
);

await buildStale();
const power = await messagePower();
console.log(`npm run bench wakes -- --burst ${BURST} --replies ${REPLIES} --waiting ${WAITING}`);
try {
  const channel = await channelWithoutBot(power);
  const [row] = await inDatabase<{ enterpriseId: string }>(
    power.state,
    "SELECT enterprise_id AS enterpriseId FROM channels WHERE id = ?",
    channel.id,
  );
  const of = { id: channel.id, enterpriseId: row?.enterpriseId ?? "" };
  const prefix = `${randomUUID()}-`;
  let first = 0;
  let bytes = 0;
  let instanceId = "";
  const cutAt = performance.now();
  await power.cut(async () => {
    for (const file of tenantFiles(power.state)) {
      const database = openSqlite(file) as unknown as D1Database & { close: () => void };
      const run = (sql: string, ...values: unknown[]) => database.prepare(sql).bind(...values);
      const { results } = await run("SELECT id FROM channels WHERE id = ?", channel.id).all();
      if (results.length > 0) {
        const harness = { env: { TENANT_1: database } } as never;
        const sizeOf = () => statSync(file).size;
        if (WAITING > 0) {
          const rest = await startedJourney(harness, of, resting);
          const before = sizeOf();
          await manyRuns(harness, rest.instanceId, {
            count: WAITING,
            nodeId: "kept",
            wakeAt: Date.now() + WEEK_MS,
          });
          bytes = (sizeOf() - before) / WAITING;
        }
        await startedJourney(harness, of, asking, { keyword: "go" });
        await fillPeople({ database, enterpriseId: of.enterpriseId }, BURST + IDLE, prefix);
        const journey = await startedJourney(harness, of, waking);
        instanceId = journey.instanceId;
        first = Date.now() + AHEAD_MS;
        const rows = Array.from({ length: BURST + IDLE }, (_, n) => {
          const id = `${prefix}r${n}`;
          const customerId = `${prefix}${n + 1}`;
          const due = first + Math.min(n, IDLE + 100) * EVERY_MS;
          return [
            id,
            customerId,
            dataOf(newRun({ id, customerId, channelId: channel.id, startedAt: due })),
            due,
          ];
        });
        await run(
          `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, data, started_at)
           SELECT value->>0, ?2, ?3, ?4, ?5, value->>1, value->>0, 'waiting', 0, value->>3, value->>2, value->>3 FROM json_each(?1)`,
          JSON.stringify(rows),
          of.enterpriseId,
          journey.instanceId,
          journey.versionId,
          channel.id,
        ).run();
      }
      database.close();
    }
  });
  console.log(`filled and up again after ${Math.round((performance.now() - cutAt) / 1_000)} s`);
  check(`up before the first is due`, Date.now() < first);

  const late = async () =>
    await inDatabase<{ n: number; late: number }>(
      power.state,
      `SELECT CAST(substr(r.id, 39) AS INTEGER) AS n, s.at - r.started_at AS late FROM runs r CROSS JOIN run_steps s ON s.run_id = r.id AND s.seq = 1
       WHERE r.instance_id = '${instanceId}'`,
    );
  const until = Date.now() + OVER_MS;
  let found = await late();
  while (found.length < BURST + IDLE && Date.now() < until) {
    await pause(500);
    found = await late();
  }
  const [idle, burst] = [found.filter(({ n }) => n < IDLE), found.filter(({ n }) => n >= IDLE)].map((each) =>
    each.map((one) => one.late),
  );
  const p99 = (times: readonly number[] | undefined) => Math.round(percentile(times ?? [], 0.99));
  check(`everybody has woken: ${found.length}`, found.length === BURST + IDLE);
  check(
    `one after the other, late p99 ${p99(idle)} ms of ${GOALS.idleMs}, load ${loadavg()[0]?.toFixed(1)}`,
    p99(idle) <= GOALS.idleMs,
  );
  check(
    `${BURST} in the same moment, late p99 ${p99(burst)} ms of ${GOALS.burstMs}`,
    p99(burst) <= GOALS.burstMs,
  );

  const said = async (phone: string) =>
    (
      await inDatabase<{ n: number }>(
        power.state,
        `SELECT count(*) AS n FROM addresses a CROSS JOIN messages m ON m.identity_id = a.identity_id AND m.direction = 'out' WHERE a.address = ?`,
        phone,
      )
    )[0]?.n ?? 0;
  const times: number[] = [];
  for (let person = 0; person < REPLIES; person++) {
    const phone = `+9197000${String(10_000 + person)}`;
    for (const [turn, words] of ["go", "Pune"].entries()) {
      const began = performance.now();
      await deliver(power, channel, { phone, text: words, vendorId: `${phone}:${turn}` });
      while ((await said(phone)) <= turn && performance.now() - began < 10_000) await pause(LOOK_MS);
      if (turn === 1) times.push(performance.now() - began);
    }
  }
  const p95 = Math.round(percentile(times, 0.95));
  check(
    `from a reply that is handed over to the next message that is written, p50 ${Math.round(percentile(times, 0.5))} ms, p95 ${p95} of ${GOALS.replyMs}`,
    p95 <= GOALS.replyMs,
  );
  if (WAITING > 0) {
    check(
      `a waiting run takes ${Math.round(bytes)} bytes of ${GOALS.bytes}, without variables`,
      bytes <= GOALS.bytes,
    );
  }
} finally {
  await power.end();
}
