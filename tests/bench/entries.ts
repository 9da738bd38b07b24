// The segment of an encap enters: so many customers, each once, a page a transaction, while the server is killed where kills are
// asked for. Goal: 100,000 within 20 s without a kill. Runs wait at once, so that what is measured is their entry.
// `--people 100000 --kills 0 --seed S`
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { graphOf } from "#tests/support/flow.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startPower } from "#tests/support/power.ts";
import * as launchApi from "#workers/contract/endpoints/automation-launch.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { option } from "./options.ts";

const PEOPLE = option("people", 100_000);
const KILLS = option("kills", 0);
const SEED = option("seed", Date.now() % 1_000_000);
const MOST_SECONDS = (20 * PEOPLE) / 100_000;
const WITHIN_MS = 3_000;
const OVER_MS = 150_000;

const GRAPH = graphOf(
  {
    start: ["start"],
    wait: ["wait", { until: { kind: "duration", length: { amount: 30, unit: "days" } } }],
    end: ["end", {}],
  },
  ["start > wait", "wait > end"],
);
const FILL = `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2)
  INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, revision, updated_by, created_at, updated_at)
  SELECT 'p-' || value, ?1, 'P' || value, 'p' || value, '+9197' || (10000000 + value), '+9197' || (10000000 + value), '{}', 'p' || value, 1, '', 1, 1 FROM n`;

await buildStale();
const random = randomOf(SEED);
const power = await startPower();
const count = async (sql: string, ...values: string[]): Promise<number> =>
  (await inDatabase<{ n: number }>(power.state, sql, ...values))[0]?.n ?? Number.NaN;

console.log(`npm run bench entries -- --people ${PEOPLE} --kills ${KILLS} --seed ${SEED}`);
try {
  const client = await power.signIn();
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      ...{ name: "Entries", type: channelTypes.whatsApp, vendor: vendorCodes.simulator },
      contactId: "+919800000002",
    },
  });
  const id = await publishedOne(client, "encap", "Entries", GRAPH);
  const [{ enterpriseId } = { enterpriseId: "" }] = await inDatabase<{ enterpriseId: string }>(
    power.state,
    "SELECT enterprise_id AS enterpriseId FROM channels WHERE id = ?",
    channelId,
  );
  await power.cut(async () => {
    for (const file of tenantFiles(power.state)) {
      const database = openSqlite(file) as unknown as D1Database & { close: () => void };
      const { results } = await database.prepare("SELECT 1 FROM channels WHERE id = ?").bind(channelId).all();
      if (results.length > 0) await database.prepare(FILL).bind(enterpriseId, PEOPLE).run();
      database.close();
    }
  });
  const again = await power.signIn();
  const began = Date.now();
  const launched = await again.call(launchApi.launchEncap, {
    params: { id },
    body: {
      channelId,
      audience: { filter: { search: "", groups: [], tags: [] }, customerIds: [] },
      values: {},
    },
  });
  const entered = () =>
    count("SELECT audience ->> '$.done' AS n FROM automation_instances WHERE id = ?", launched.id);
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(random() * WITHIN_MS);
    await power.cut();
  }
  const until = Date.now() + OVER_MS;
  while ((await entered()) === 0 && Date.now() < until) await pause(200);
  const seconds = (Date.now() - began) / 1_000;
  const runs = await count("SELECT count(*) AS n FROM runs WHERE instance_id = ?", launched.id);
  console.log(
    `${runs} people entered in ${seconds.toFixed(1)} s: ${Math.round(runs / seconds)} a second, load ${loadavg()[0]?.toFixed(1)}`,
  );
  check(`everybody entered: ${runs} of ${PEOPLE}, and the customers of the demo`, runs >= PEOPLE);
  const people = await count(
    "SELECT count(DISTINCT identity_id) AS n FROM runs WHERE instance_id = ?",
    launched.id,
  );
  check(`each of them once: ${people} people`, people === runs);
  if (KILLS === 0) check(`within ${MOST_SECONDS} s: ${seconds.toFixed(1)}`, seconds <= MOST_SECONDS);
} finally {
  await power.end();
}
