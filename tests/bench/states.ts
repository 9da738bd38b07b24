// R-16 in full: sequences of what people, senders and clocks do to campaigns with their activities, to broadcasts and to instances, each
// compared with a model that is made of the tables of moves; differences 0. In memory, by the product's own rules and
// statements. `--walks 10000 --seed S --broadcasts 0` leaves broadcasts out.
import { randomUUID } from "node:crypto";
import { walkBroadcasts } from "#tests/support/broadcast-walk.ts";
import { walkCampaigns } from "#tests/support/campaign-walk.ts";
import { walkInstances } from "#tests/support/instance-walk.ts";
import { makeTemplate } from "#tests/support/campaigns.ts";
import { tenantInMemory } from "#tests/support/file-database.ts";
import type { Harness } from "#tests/support/harness.ts";
import { leaveToTest, makeChannel } from "#tests/support/messaging.ts";
import { option } from "./options.ts";

const WALKS = option("walks", 10_000);
const SEED = option("seed", 20_261_127);
const HAS_BROADCASTS = option("broadcasts", 1) === 1;
/** A new database after so many walks: what the others left would slow it down. */
const EACH = 100;

for (const [what, walk] of [
  ...(HAS_BROADCASTS ? ([["broadcasts", walkBroadcasts]] as const) : []),
  ["campaigns with three activities", walkCampaigns],
  ["journeys on channels", walkInstances],
] as const) {
  const since = performance.now();
  let [moved, refused] = [0, 0];
  for (let at = 0; at < WALKS; at += EACH) {
    const { file, database } = await tenantInMemory();
    file.exec("PRAGMA synchronous = OFF");
    const harness = { env: { TENANT_1: database } } as unknown as Pick<Harness, "env">;
    const channel = await makeChannel(harness, { enterpriseId: randomUUID() });
    await leaveToTest(harness, channel);
    const templateId = await makeTemplate(harness, channel);
    const walked = await walk(
      { ...harness, channel, templateId },
      { runs: Math.min(EACH, WALKS - at), seed: SEED + at },
    );
    moved += walked.moved;
    refused += walked.refused;
    file.close();
    if (at % 500 === 0) console.log(`${what}: ${at} of ${WALKS}`);
  }
  console.log(
    `${what}: ${WALKS} sequences, ${moved} moves and ${refused} refusals as the model says, 0 differences, seed ${SEED}, ${((performance.now() - since) / 1_000).toFixed(0)} s`,
  );
}
