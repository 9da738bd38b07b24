import { expect, test } from "vitest";
import { campaignWorld } from "#tests/support/campaigns.ts";
import { walkCampaigns } from "#tests/support/campaign-walk.ts";
import { startHarness } from "#tests/support/harness.ts";
import { leaveToTest } from "#tests/support/messaging.ts";

/** whatever people press in whatever order, campaigns and activities are where the tables of moves say. */
/** Walks that are tried here; `npm run bench states` takes 10,000. */
const WALKS = 25;
const harness = await startHarness();
const { channel, templateId } = await campaignWorld(harness);
// Nothing of it leaves, so that what runs goes on until the test ends it.
await leaveToTest(harness, channel);

test(
  "campaigns and activities go where the tables of moves say, and forbidden moves change nothing",
  {
    timeout: 240_000,
  },
  async () => {
    const { moved, refused, reached } = await walkCampaigns(
      { env: harness.env, channel, templateId },
      { runs: WALKS, seed: 20261124 },
    );
    expect(moved).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
    expect([...reached]).toEqual(
      expect.arrayContaining([
        "1 approved",
        "2 approved",
        "3 approved",
        "4 approved",
        "0 pending",
        "0 rejected",
      ]),
    );
  },
);
