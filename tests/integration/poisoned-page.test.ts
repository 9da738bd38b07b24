import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { deeplyNested } from "#tests/support/message-power.ts";
import { makePerson } from "#tests/support/people.ts";

const harness = await startHarness();

test("an answer nested deeper than the database reads is set aside, and the others go on", async () => {
  answerOurselves(harness);
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [before, after] = [saying("+919876570001", "before"), saying("+919876570002", "after")];
  const poison = saying("+919876570003", deeplyNested());
  await deliver(harness, channel, [before, poison, after]);
  await eventually(async () => {
    const said = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in");
    expect(said.map(({ text }) => text).toSorted()).toEqual(["after", "before"]);
  });
  const states =
    "SELECT state FROM inbound_events WHERE channel_id = ? AND event_key LIKE 'wamid.%' ORDER BY n";
  expect(await rowsOf(harness, states, channel.id)).toEqual([
    { state: "done" },
    { state: "failed" },
    { state: "done" },
  ]);
});
