import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, queueFor } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { makeVendorChannel } from "#tests/support/vendors/channel.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { channelDetails } from "#workers/contract/endpoints/channels.ts";

/** These vendors ask with each message where its statuses are to go. */
test.for(["TTBS", "Karix SMS", "NGN"])(
  "%s is told the address that the channel's page shows",
  async (name) => {
    const harness = await startHarness();
    answerOurselves(harness);
    const owner = await makePerson(harness);
    const vendors = await startVendors();
    try {
      const { id, type } = await makeVendorChannel(harness, owner, { row: rowOf(name), url: vendors.url });
      const { enterpriseId } = owner;
      await queueFor(harness, { id, enterpriseId }, { people: 1, type });
      const place = { database: "TENANT_1", enterpriseId, channelId: id };
      await harness.inside(`/?sender=${id}:0`, { method: "POST", body: JSON.stringify(place) });
      const { webhook } = await owner.call(channelDetails, { params: { id } });
      await eventually(async () => expect(vendors.calls).toHaveLength(1));
      const [call] = vendors.calls;
      const wire = `${decodeURIComponent(call?.path ?? "")} ${JSON.stringify(call?.body)}`;
      expect(webhook?.address).toMatch(/^http/);
      expect(wire).toContain(webhook?.address);
    } finally {
      await vendors.stop();
    }
  },
);
