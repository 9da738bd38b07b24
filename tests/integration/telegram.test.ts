import { afterAll, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { telegramAt } from "#tests/support/received-media.ts";
import { startVendors } from "#tests/support/vendors/server.ts";

const harness = await startHarness();
const vendors = await startVendors();
afterAll(() => vendors.stop());

test("a pressed button is answered in the answer to Telegram's own call, and anything else is only taken", async () => {
  const owner = await makePerson(harness);
  const channel = await telegramAt(harness, owner, vendors);
  const from = { id: 7_001, first_name: "Asha" };
  const message = { message_id: 40, chat: { id: 7_001, type: "private" } };
  const pressed = await channel.update({ callback_query: { id: "press-1", from, message, data: "t_yes" } });
  expect(await pressed.json()).toEqual({ method: "answerCallbackQuery", callback_query_id: "press-1" });
  const said = await channel.deliver({ text: "hello" }, "41");
  expect(await said.json()).toEqual({ status: true });
});
