import type { Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, holdingAnswers, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Chats" }).getByRole("link", { name: new RegExp(name) });
const history = (page: Page) => page.getByRole("log", { name: "Messages" });
const answer = (page: Page) => page.getByRole("textbox", { name: "Reply" });

/** One's own chat with somebody who has just written, open on the screen. */
async function openChat(
  page: Page,
  client: ApiClient,
): Promise<{ name: string; say: (text: string) => Promise<unknown> }> {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type: 4, vendor: 91, contactId: unique("desk") },
  });
  const name = unique("Meera");
  const person = { name, phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person, body: { kind: "text", text } },
    });
  await say("Where is my card?");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  await expect(answer(page)).toBeVisible();
  return { name, say };
}

test("an answer can be undone for a moment, sent now, or sent later and cancelled with its chat", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  await holdingAnswers(page);
  // Five seconds are for people: a busy machine needs longer from one press to the next.
  const holds: number[] = [];
  await page.route(/\/actions(\?|$)/, (route) => {
    const body = route.request().postDataJSON() as { holdMs?: number };
    if (body.holdMs === undefined) return route.continue();
    holds.push(body.holdMs);
    return route.continue({ postData: { ...body, holdMs: 30_000 } });
  });
  await openChat(page, client);
  await answer(page).fill("It is on its weigh");
  await answer(page).press("Enter");
  await expect(history(page).getByText(/^Sends in \d+ s$/)).toBeVisible();
  expect(holds).toEqual([5_000]);
  await history(page).getByRole("button", { name: "Undo" }).click();
  await expect(answer(page)).toHaveValue("It is on its weigh");
  await expect(history(page).getByText("Cancelled")).toBeVisible();
  await answer(page).fill("It is on its way");
  await answer(page).press("Enter");
  await history(page).getByRole("button", { name: "Send now" }).click();
  await expect(history(page).getByRole("listitem").last()).toContainText("Delivered");
  await answer(page).fill("Has it arrived?");
  const menu = page.getByRole("button", { name: "When it is sent" });
  await menu.click();
  await page.getByRole("menuitem", { name: "In 1 hour" }).click();
  await expect(answer(page)).toHaveValue("");
  await expect(history(page).getByRole("listitem").last()).toContainText("Has it arrived?");
  await expect(history(page).getByText(/^Sends \d+ \w+ 20/)).toBeVisible();
  await expectAccessible(page);
  await menu.click();
  await page.getByRole("menuitem", { name: "Hold answers for 5 s" }).click();
  await answer(page).fill("By the way");
  await menu.click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Choose a time" }).click();
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await dialog.getByRole("textbox", { name: "Date and time" }).fill("2001/01/01 09:00:00");
  await dialog.getByRole("button", { name: "Send later" }).click();
  await expect(dialog.getByText("Choose a time from now on, within 30 days.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // The dialog gives the focus back: Enter pressed before that would open the menu.
  await expect(menu).toBeFocused();
  await answer(page).press("Enter");
  await expect(history(page).getByText("By the way")).toBeVisible();
  await expect(history(page).getByText(/^Sends in/)).toHaveCount(0);
  await page.getByRole("button", { name: "Close chat" }).click();
  const closing = page.getByRole("dialog", { name: "Close the chat" });
  await expect(closing).toContainText("1 answer that was to be sent later is cancelled.");
  await closing.getByRole("button", { name: "Close chat" }).click();
  await expect(closing).toBeHidden();
});

test("a chat is laid aside by a key until a time, says so, and is laid aside until the next reply", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await openChat(page, client);
  await page.keyboard.press("Escape");
  await history(page).press("s");
  const dialog = page.getByRole("dialog", { name: "Snooze the chat" });
  await expect(dialog.getByRole("button", { name: /^Tomorrow 9:00/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Tomorrow 9:00/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole("banner")
      .or(page.locator("header"))
      .getByText(/^Until \d+ \w+ 20\d\d 09:00 am$/)
      .first(),
  ).toBeVisible();
  await expect(history(page)).toContainText(/You snoozed the chat until .* 09:00 am/);
  await page.getByRole("group", { name: "Queues" }).getByRole("button", { name: /^Mine/ }).click();
  await expect(row(page, name)).toContainText(/Until \d+ \w+ 20\d\d 09:00 am/);
  await expectAccessible(page);
  await say("One more question");
  await expect(page.getByText("Ongoing", { exact: true })).toBeVisible();
  await expect(row(page, name)).not.toContainText("Until");
});
