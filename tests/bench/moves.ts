// The people of a journey are moved to a newer version by the served system, and the move is undone; the server is killed in
// both. At the end everybody is where they were, in every column. Without kills it says how long each takes.
// `--runs 50000 --kills 4 --seed S`
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { graphOf } from "#tests/support/flow.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startPower } from "#tests/support/power.ts";
import { manyRuns, nextVersion, startedJourney } from "#tests/support/runs.ts";
import * as movesApi from "#workers/contract/endpoints/automation-moves.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { option } from "./options.ts";

const RUNS = option("runs", 50_000);
const KILLS = option("kills", 0);
const SEED = option("seed", Date.now() % 1_000_000);
/** From one start to the next kill, at most. */
const WITHIN_MS = 3_000;
const OVER_MS = 600_000;
const MOST_SECONDS = 15;

const wait = ["wait", { until: { kind: "duration", length: { amount: 9, unit: "days" } } }] as [
  string,
  object,
];
const older = graphOf({ start: ["start"], kept: wait, gone: wait }, ["start > kept", "kept > gone"]);
const newer = graphOf({ start: ["start"], kept: wait, end: ["end"] }, ["start > kept", "kept > end"]);

await buildStale();
const random = randomOf(SEED);
const power = await startPower();
console.log(`npm run bench moves -- --runs ${RUNS} --kills ${KILLS} --seed ${SEED}`);
try {
  const client = await power.signIn();
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      name: "Moves",
      type: channelTypes.whatsApp,
      vendor: vendorCodes.simulator,
      contactId: "+919800000002",
    },
  });
  const [channel] = await inDatabase<{ enterpriseId: string }>(
    power.state,
    `SELECT enterprise_id AS enterpriseId FROM channels WHERE id = '${channelId}'`,
  );
  const of = { id: channelId, enterpriseId: channel?.enterpriseId ?? "" };
  let journey: Awaited<ReturnType<typeof startedJourney>> | undefined;
  let number = 0;
  await power.cut(async () => {
    for (const file of tenantFiles(power.state)) {
      const database = openSqlite(file) as unknown as D1Database & { close: () => void };
      const { results } = await database
        .prepare("SELECT id FROM channels WHERE id = ?")
        .bind(channelId)
        .all();
      if (results.length > 0) {
        const harness = { env: { TENANT_1: database } } as never;
        journey = await startedJourney(harness, of, older);
        const wakeAt = Date.now() + 8 * 86_400_000;
        for (const nodeId of ["kept", "gone"])
          await manyRuns(harness, journey.instanceId, { count: RUNS / 2, nodeId, wakeAt });
        ({ number } = await nextVersion(harness, of, journey.automationId, newer));
      }
      database.close();
    }
  });
  if (!journey) throw new Error("no database has the channel");
  const { automationId, instanceId } = journey;
  const params = { id: automationId, instanceId };
  const asTheyAre = async (): Promise<string> =>
    JSON.stringify(
      await inDatabase(
        power.state,
        `SELECT id, version_id, state, node_id, seq, wake_at, attempts, data FROM runs WHERE instance_id = '${instanceId}' ORDER BY id`,
      ),
    );
  const moved = async () =>
    (
      await inDatabase<{ state: string; moved: number; held: number; restored: number; kept: number }>(
        power.state,
        `SELECT state, moved, held, restored, kept FROM run_moves WHERE instance_id = '${instanceId}'`,
      )
    )[0];
  let kills = 0;
  /** Seconds until the move has come to this end, killed on the way. */
  const until = async (end: string, most: number): Promise<number> => {
    const began = performance.now();
    for (let left = most; ;) {
      const isOver = (await moved())?.state === end;
      if (isOver) return (performance.now() - began) / 1_000;
      if (performance.now() - began > OVER_MS) throw new Error(`it is not ${end}`);
      if (left > 0) {
        await pause(random() * WITHIN_MS);
        if ((await moved())?.state === end) continue;
        left--;
        kills++;
        await power.cut(() => Promise.resolve());
      } else await pause(50);
    }
  };
  const before = await asTheyAre();
  const again = async () => (KILLS > 0 ? power.signIn() : client);
  const { id: moveId } = await (
    await again()
  ).call(movesApi.beginJourneyMove, {
    params,
    body: { number, what: "move", nodes: [{ from: "gone", to: "end" }] },
  });
  const there = await until("moved", Math.ceil(KILLS / 2));
  check(
    "everybody is moved, and half are set aside",
    (await moved())?.moved === RUNS && (await moved())?.held === RUNS / 2,
  );
  await (await again()).call(movesApi.undoJourneyMove, { params: { ...params, moveId } });
  const back = await until("undone", Math.floor(KILLS / 2));
  check("nobody had gone on", (await moved())?.restored === RUNS && (await moved())?.kept === 0);
  check("everybody is where they were, in every column", (await asTheyAre()) === before);
  console.log(
    `${RUNS} people: moved in ${there.toFixed(1)} s, undone in ${back.toFixed(1)} s; ${kills} kills; load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (KILLS === 0) check(`each within ${MOST_SECONDS} s`, Math.max(there, back) <= MOST_SECONDS);
} finally {
  await power.end();
}
