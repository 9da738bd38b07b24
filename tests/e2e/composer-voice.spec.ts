import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { historyIn, openChat, takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test("a voice message is recorded in the composer's place and sent; without the microphone it says how to mend that", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId } = await takenChat(client);
  await page.context().grantPermissions([]);
  await openChat(page, chatId);
  const reply = page.getByRole("textbox", { name: "Reply" });
  await reply.fill("half a sentence");
  const record = page.getByRole("button", { name: "Record a voice message" });
  await record.click();
  const recorder = page.getByRole("region", { name: "Voice message" });
  await expect(recorder.getByRole("alert")).toContainText("doesn't let this page use the microphone");
  await expectAccessible(page);
  await page.context().grantPermissions(["microphone"]);
  await recorder.getByRole("button", { name: "Try again" }).click();
  await expect(recorder.getByRole("timer")).toBeVisible();
  await recorder.getByRole("button", { name: "Discard" }).click();
  await expect(reply).toHaveValue("half a sentence");
  await expect(record).toBeFocused();
  await record.press("Enter");
  // It goes on while it is looked at.
  await expect(recorder.getByRole("timer")).toHaveText(/^0:(0[1-9]|[1-5]\d)/);
  await recorder.getByRole("button", { name: "Stop" }).click();
  await expect(recorder.getByRole("button", { name: "Listen" })).toBeFocused();
  await recorder.getByRole("button", { name: "Send" }).click();
  await expect(recorder).toBeHidden();
  await expect(historyIn(page).getByText(/Attachment: voice\.(ogg|m4a)/)).toBeVisible();
  await expect(reply).toHaveValue("half a sentence");
});
