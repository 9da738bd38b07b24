import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { makeVendorChannel } from "#tests/support/vendors/channel.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";

/** Messenger names no message that was read, only the time up to which everything was. */
const harness = await startHarness();
answerOurselves(harness);

test("what went out before the time is read, what went out after it is not, nor is anybody else's", async () => {
  const owner = await makePerson(harness);
  const vendors = await startVendors();
  try {
    const row = rowOf("Messenger");
    const { id } = await makeVendorChannel(harness, owner, { row, url: vendors.url });
    const { contactId: page } = row.channel(vendors.url);
    const { signed } = row;
    if (signed === "address") throw new Error("Messenger signs");
    const [asha, ravi] = ["24068831872801", "24068831872802"];
    let at = Date.now() - 60_000;
    const tell = async (person: string, item: object) => {
      const messaging = [{ sender: { id: person }, recipient: { id: page }, timestamp: ++at, ...item }];
      const body = Buffer.from(
        JSON.stringify({ object: "page", entry: [{ id: page, time: at, messaging }] }),
      );
      const address = `/api/webhooks/messenger/${id}`;
      const { status } = await harness.fetch(address, { method: "POST", body, headers: signed(body) });
      expect(status).toBe(200);
    };
    const says = (person: string, text: string) => tell(person, { message: { mid: `m-${++at}`, text } });
    const sentTo = (person: string) =>
      rowsOf<{ status: string; sent: number }>(
        harness,
        `SELECT m.status, m.facts ->> '$.sent[0]' AS sent FROM messages m JOIN addresses a ON a.identity_id = m.identity_id
         WHERE m.channel_id = ? AND m.direction = 'out' AND a.address = ? ORDER BY m.seq`,
        id,
        person,
      );
    const statuses = async (person: string) => (await sentTo(person)).map(({ status }) => status);

    await Promise.all([says(asha, "hello"), says(ravi, "hello")]);
    await eventually(async () => {
      expect(await statuses(asha)).toEqual(["sent"]);
      expect(await statuses(ravi)).toEqual(["sent"]);
    });
    const [first] = await sentTo(asha);
    const watermark = first?.sent ?? 0;
    await says(asha, "stop");
    await eventually(async () => expect(await statuses(asha)).toEqual(["sent", "sent"]));
    await tell(asha, { read: { watermark: watermark - 1 } });
    await tell(asha, { read: { watermark } });
    await eventually(async () => expect(await statuses(asha)).toEqual(["read", "sent"]));
    await tell(asha, { read: { watermark: Date.now() + 1_000 } });
    await eventually(async () => expect(await statuses(asha)).toEqual(["read", "read"]));
    expect(await statuses(ravi)).toEqual(["sent"]);
  } finally {
    await vendors.stop();
  }
});
