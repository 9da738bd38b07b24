// Runs of one journey (start, set, milestone, wait, message, set, split, set, end) are carried on by the served system while
// the whole server is killed at random instants. At the end every run is over, and each of its steps, messages, milestones and
// counts is there once. Without kills it says how many steps a second the clock makes, all bookkeeping counted.
// `--runs 40000 --kills 10 --seed S`
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { graphOf } from "#tests/support/flow.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startPower } from "#tests/support/power.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { fillPeople } from "#tests/support/sent-messages.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { channelTypes, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { newRun } from "#workers/domain/flow/run.ts";
import { dataOf } from "#workers/domain/runs/run-row.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { option } from "./options.ts";

const RUNS = option("runs", 40_000);
const KILLS = option("kills", 10);
const SEED = option("seed", Date.now() % 1_000_000);
const WAIT_SECONDS = 2;
/** From one start to the next kill, at most. */
const WITHIN_MS = 3_000;
const OVER_MS = 600_000;
/** Rows that one statement of the filling makes. */
const BLOCK = 5_000;

const GRAPH = graphOf(
  {
    start: ["start"],
    set: ["setVariables", { set: [{ variable: "total", type: "expression", value: "vars.total + 1.0" }] }],
    reached: ["milestone", { milestoneId: "began" }],
    wait: ["wait", { until: { kind: "duration", length: { amount: WAIT_SECONDS, unit: "seconds" } } }],
    say: [
      "sendMessage",
      { variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text: "Hello {contact.name|you}" } }] },
    ],
    again: ["setVariables", { set: [{ variable: "total", type: "expression", value: "vars.total + 1.0" }] }],
    end: ["end", { outcome: "done" }],
  },
  ["start > set", "set > reached", "reached > wait", "wait > say", "say > again", "again > end"],
);
/** The wait is two: it begins, and it ends. */
const STEPS = 8;

await buildStale();
const random = randomOf(SEED);
const power = await startPower();
const count = async (sql: string): Promise<number> =>
  (await inDatabase<{ n: number }>(power.state, sql))[0]?.n ?? Number.NaN;

console.log(`npm run bench journeys -- --runs ${RUNS} --kills ${KILLS} --seed ${SEED}`);
try {
  const client = await power.signIn();
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      name: "Runs",
      type: channelTypes.whatsApp,
      vendor: vendorCodes.simulator,
      contactId: "+919800000001",
    },
  });
  const [channel] = await inDatabase<{ enterpriseId: string }>(
    power.state,
    `SELECT enterprise_id AS enterpriseId FROM channels WHERE id = '${channelId}'`,
  );
  const enterpriseId = channel?.enterpriseId ?? "";
  const prefix = `${randomUUID()}-`;
  await power.cut(async () => {
    for (const file of tenantFiles(power.state)) {
      const database = openSqlite(file) as unknown as D1Database & { close: () => void };
      const run = (sql: string, ...values: unknown[]) => database.prepare(sql).bind(...values);
      const { results } = await run("SELECT id FROM channels WHERE id = ?", channelId).all();
      if (results.length > 0) {
        await fillPeople({ database, enterpriseId }, RUNS, prefix);
        const { instanceId, versionId } = await startedJourney(
          { env: { TENANT_1: database } } as never,
          { id: channelId, enterpriseId },
          GRAPH,
        );
        await database.batch([
          // Nothing of it leaves: what is measured is the runs.
          run("UPDATE channels SET state = 'paused' WHERE id = ?", channelId),
          run(
            `INSERT OR REPLACE INTO reach (enterprise_id, channel_id, identity_id, window_until, reachable)
             SELECT enterprise_id, ?, id, ?, 1 FROM identities WHERE substr(id, 1, 37) = ?`,
            channelId,
            Date.now() + 86_400_000,
            prefix,
          ),
        ]);
        const at = Date.now();
        for (let from = 0; from < RUNS; from += BLOCK) {
          const rows = Array.from({ length: Math.min(BLOCK, RUNS - from) }, (_, n) => {
            const id = `${prefix}r${from + n}`;
            const customerId = `${prefix}${from + n + 1}`;
            return [id, customerId, dataOf(newRun({ id, customerId, channelId, startedAt: at }))];
          });
          await run(
            `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, data, started_at)
             SELECT value->>0, ?2, ?3, ?4, ?5, value->>1, value->>0, 'waiting', 0, ?6, value->>2, ?6 FROM json_each(?1)`,
            JSON.stringify(rows),
            enterpriseId,
            instanceId,
            versionId,
            channelId,
            at,
          ).all();
        }
      }
      database.close();
    }
  });

  const waiting = () => count("SELECT count(*) AS n FROM runs WHERE state = 'waiting'");
  const began = Date.now();
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(random() * WITHIN_MS);
    await power.cut();
  }
  const until = Date.now() + OVER_MS;
  let left = await waiting();
  while (left > 0 && Date.now() < until) {
    await pause(250);
    left = await waiting();
  }
  const seconds = (Date.now() - began) / 1_000;
  const steps = await count("SELECT count(*) AS n FROM run_steps");
  console.log(
    `${RUNS} runs of ${STEPS} steps in ${seconds.toFixed(1)} s: ${Math.round(steps / seconds)} steps a second, load ${loadavg()[0]?.toFixed(1)}`,
  );
  check(`every run is over: ${left} are not`, left === 0);
  check(`each has its steps once: ${steps} of ${RUNS * STEPS}`, steps === RUNS * STEPS);
  const messages = await count("SELECT count(*) AS n FROM messages WHERE cause LIKE 'run:%'");
  check(`each has said its words once: ${messages} of ${RUNS}`, messages === RUNS);
  const spoken = await count(
    "SELECT count(DISTINCT identity_id) AS n FROM messages WHERE cause LIKE 'run:%'",
  );
  check(`to its own person: ${spoken} of ${RUNS}`, spoken === RUNS);
  const hits = await count("SELECT count(*) AS n FROM milestone_hits");
  check(`each has come to its milestone once: ${hits} of ${RUNS}`, hits === RUNS);
  const left2 = await count('SELECT sum("left") AS n FROM node_daily');
  check(
    `the roll-ups say what the steps say: ${left2} of ${RUNS * (STEPS - 1)}`,
    left2 === RUNS * (STEPS - 1),
  );
  const wrong = await count(
    "SELECT count(*) AS n FROM runs WHERE state <> 'completed' OR data ->> '$.vars.total' <> 2",
  );
  check(`each has its variables: ${wrong} have not`, wrong === 0);
} finally {
  await power.end();
}
