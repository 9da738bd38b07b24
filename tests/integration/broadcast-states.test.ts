import { expect, onTestFinished, test } from "vitest";
import { walkBroadcasts } from "#tests/support/broadcast-walk.ts";
import { startHarness } from "#tests/support/harness.ts";
import { leftAlone } from "#tests/support/jobs.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { recountBroadcasts, recountCalls } from "#workers/domain/broadcasts/recount.ts";

/** whatever people, senders and clocks do in whatever order, a broadcast is where the table of moves says. */
/** Walks that are tried here; `npm run bench states` takes 10,000. */
const WALKS = 25;
const harness = await startHarness();

test(
  "a broadcast goes where the table of moves says, forbidden moves change nothing, and everybody is accounted for",
  {
    timeout: 240_000,
  },
  async () => {
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    onTestFinished(await leftAlone(harness, owner));
    const { moved, refused, reached } = await walkBroadcasts(
      { env: harness.env, channel },
      { runs: WALKS, seed: 20261127 },
    );
    expect(moved).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(50);
    expect([...reached].toSorted()).toEqual(["completed", "paused", "processing", "scheduled", "stopped"]);
    expect(await recountBroadcasts(harness.env.TENANT_1, channel.enterpriseId)).toMatchObject({ rows: 0 });
    expect(await recountCalls(harness.env.TENANT_1, channel.enterpriseId)).toMatchObject({ rows: 0 });
  },
);
