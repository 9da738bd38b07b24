import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { makeVendorChannel } from "#tests/support/vendors/channel.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { AIRTEL } from "#tests/support/vendors/played/airtel.ts";

/** Airtel takes an answer only under the name of the conversation that the person's latest message came in. */
const harness = await startHarness();
answerOurselves(harness);

test("an answer goes under the conversation of the latest message, in whatever order the messages came", async () => {
  const owner = await makePerson(harness);
  const vendors = await startVendors();
  try {
    const row = rowOf("Airtel on WhatsApp");
    const { id } = await makeVendorChannel(harness, owner, { row, url: vendors.url });
    const [channel] = await rowsOf<{ webhook_token: string }>(
      harness,
      "SELECT webhook_token FROM channels WHERE id = ?",
      id,
    );
    const at = Date.now() - 60_000;
    const says = async (text: string, sessionId: string, timestamp: number) => {
      const said = {
        msgStream: "INBOUND",
        messageId: `wamid.${text}`,
        sessionId,
        sourceAddress: "919812345678",
        recipientAddress: AIRTEL.number,
        message: { type: "text", text: { body: text }, timestamp: String(timestamp) },
      };
      const address = `/api/webhooks/airtel/${id}?token=${encodeURIComponent(channel?.webhook_token ?? "")}`;
      const { status } = await harness.fetch(address, { method: "POST", body: JSON.stringify(said) });
      expect(status).toBe(200);
    };
    const sessions = () =>
      vendors.calls.flatMap(({ body }) => (body as { sessionId?: string }).sessionId ?? []);

    await says("hello", AIRTEL.session, at);
    // Nobody answers by a bot here: the person is told that somebody comes.
    await eventually(async () => expect(sessions()).toEqual([AIRTEL.session]));
    await says("older", "of-yesterday", at - 30_000);
    await says("stop", "", at - 20_000);
    await eventually(async () => expect(sessions()).toEqual([AIRTEL.session, AIRTEL.session]));
    await says("start", "of-tomorrow", at + 20_000);
    await eventually(async () => expect(sessions().at(-1)).toBe("of-tomorrow"));
  } finally {
    await vendors.stop();
  }
});
