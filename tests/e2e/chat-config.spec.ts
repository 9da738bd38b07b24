import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

const CONFIG = "/admin/chatConfig/chat-config";

test("hours, holidays, a time-out and words are set, and hold for the next customer", async ({ page }) => {
  const client = await signedIn(page, await clientOf("hours"));
  await page.goto(CONFIG);
  await expect(page.getByRole("heading", { level: 1, name: "Chat Config" })).toBeVisible();
  await expect(page.getByText("You're open now.")).toBeVisible();
  await page.getByLabel("Answer within working hours only").check();
  await expectAccessible(page);
  const until = page.getByLabel("Monday, until");
  await until.fill("09:00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(until).toHaveAccessibleDescription("This must be another time than the beginning.");
  await expect(page.getByRole("link", { name: /Monday, until/ })).toBeVisible();
  await until.fill("08:00");
  await expect(page.getByText("of the next day")).toBeVisible();
  await until.fill("19:30");
  await page.getByRole("button", { name: "Add hours on Monday" }).click();
  await expect(page.getByLabel("Monday (2), from")).toHaveValue("19:00");
  await page.getByRole("button", { name: "Remove hours: Monday (2)" }).click();
  await expect(page.getByLabel("Monday (2), from")).toHaveCount(0);
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
    await page.getByRole("checkbox", { name: day, exact: true }).uncheck();
  await expect(page.getByText("You're closed now: it is outside your hours.")).toBeVisible();
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Date", { exact: true })).toHaveAccessibleDescription("Choose a date.");
  await page.getByLabel("Date", { exact: true }).fill("2026-12-25");
  await page.getByLabel("Name", { exact: true }).fill("Christmas");
  await page.getByLabel(/Count a chat as missed/).check();
  await page.getByLabel("Minutes until then").fill("15");
  const target = page.getByLabel("Seconds within which a chat should be picked up");
  await expect(target).toHaveValue("60");
  await target.fill("90");
  await page.getByRole("radio", { name: "Are offered to each person in turn" }).check();
  const prefersLast = page.getByLabel(/^Offer customers who come back/);
  await expect(prefersLast).toBeChecked();
  await prefersLast.uncheck();
  await page.getByLabel(/Offer nobody more/).check();
  await page.getByLabel("Ongoing chats for each person").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Ongoing chats for each person")).toHaveAccessibleDescription(
    "Enter 1 to 100 chats.",
  );
  await page.getByLabel("Ongoing chats for each person").fill("3");
  await page.getByLabel("Outside working hours").fill("We are back on Monday.");
  // The buttons' bar covers a part of the page, to which people scroll.
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The chat configuration is saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Outside working hours")).toHaveValue("We are back on Monday.");
  await expect(page.getByLabel("Minutes until then")).toHaveValue("15");
  await expect(target).toHaveValue("90");
  await expect(page.getByLabel("Ongoing chats for each person")).toHaveValue("3");
  await expect(prefersLast).not.toBeChecked();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Christmas");

  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type: 4, vendor: 91, contactId: unique("desk") },
  });
  const name = unique("Meera");
  await client.call(simulatorApi.simulatedSay, {
    params: { id: channelId },
    body: { person: { name, phone: "+91 98765 61234" }, body: { kind: "text", text: "hello?" } },
  });
  await page.goto("/chat/conversation?queue=missed");
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByText("We are back on Monday.")).toBeVisible();
  await expect(page.getByText("Missed: it came in outside working hours.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pick up" }).click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
  const { counts } = await client.call(chatsApi.chatSummary, { query: { queue: "mine", before: "" } });
  expect(counts).toMatchObject({ missedChatCount: 0, ownChatCount: 1 });
});

test("a shorter time for ended chats is asked for first, with how many it deletes", async ({ page }) => {
  const client = await signedIn(page, await clientOf("shelf"));
  await page.route("**/chat_config/retention**", (route) =>
    route.fulfill({ json: { status: "success", response: { chats: 1204, filesOf: 1205 } } }),
  );
  await page.goto(CONFIG);
  const keep = page.getByLabel("Keep ended chats for");
  await expect(keep.locator("option:checked")).toHaveText("Always");
  await page.getByLabel("Keep the files that customers sent for").selectOption("6 months");
  await keep.selectOption("1 year");
  await keep.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1,204 chats are older and will be deleted tonight");
  await expect(question).toContainText("The files of 1 older chat will be deleted tonight.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await client.call(chatConfigApi.getChatConfig)).toMatchObject({ keepMonths: null, revision: 0 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Save and delete" }).click();
  await expect(page.getByText("The chat configuration is saved.")).toBeVisible();
  expect(await client.call(chatConfigApi.getChatConfig)).toMatchObject({
    keepMonths: 12,
    keepFilesMonths: 6,
  });
});

test.describe("somebody else saves meanwhile", () => {
  test.use({ expectedErrors: [/409/] });

  test("at 360 px nothing is too wide, and what somebody else has saved meanwhile is not lost", async ({
    page,
  }) => {
    const client = await signedIn(page, await clientOf("desk"));
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(CONFIG);
    await page.getByLabel("When a chat is closed").fill("Goodbye");
    const { revision, ...rules } = await client.call(chatConfigApi.getChatConfig);
    await client.call(chatConfigApi.saveChatConfig, { body: { ...rules, missedText: "Sorry", revision } });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      page.getByRole("listitem").filter({ hasText: "When nobody picked the chat up in time" }),
    ).toBeVisible();
    await page.getByLabel("Answer within working hours only").check();
    await expectAccessible(page);
    await fitsInWidth(page);
    await client.call(chatConfigApi.saveChatConfig, { body: rules });
  });
});
