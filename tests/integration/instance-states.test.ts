import { expect, onTestFinished, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { walkInstances } from "#tests/support/instance-walk.ts";
import { leftAlone } from "#tests/support/jobs.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";

/** whatever people and the clock do in whatever order, an instance is where the table of moves says. */
/** Walks that are tried here; `npm run bench states` takes 10,000. */
const WALKS = 15;
const harness = await startHarness();

test(
  "an instance goes where the table of moves says, forbidden moves change nothing, and its words and people go with it",
  { timeout: 240_000 },
  async () => {
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    onTestFinished(await leftAlone(harness, owner));
    const { moved, refused, reached } = await walkInstances(
      { env: harness.env, channel },
      { runs: WALKS, seed: 20_261_127 },
    );
    expect(moved).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(50);
    expect([...reached].toSorted()).toEqual(Object.keys(INSTANCE).toSorted());
  },
);
