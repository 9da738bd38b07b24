import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

// One enterprise, whose counts are what is looked at.
test.describe.configure({ mode: "serial" });

async function customer() {
  const client = await clientOf("bell");
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
  return { name, say };
}
const opener = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("counts are live on every screen; a chat is picked up from its list, and the conversation opens", async ({
  page,
}) => {
  await signedIn(page, await clientOf("bell"));
  await page.goto("/dashboard");
  await opener(page, /^Chats$/).click();
  await page.getByRole("button", { name: "Pick up: Live Chats" }).click();
  await expect(page.getByText("No New Chats to Accept!").first()).toBeVisible();
  const { name, say } = await customer();
  await say("I lost my card");
  await expect(page).toHaveTitle(/^\(1\) \w/);
  await opener(page, "1 chat waiting for you").click();
  const panel = page.getByRole("region", { name: "Chat Notification" });
  await expect(panel.getByRole("listitem").filter({ hasText: "Live Chats" })).toContainText("1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pick up: Live Chats" }).click();
  const dialog = page.getByRole("dialog", { name: "Chat Notification" });
  await expect(dialog.getByRole("row").filter({ hasText: name })).toContainText("I lost my card");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `Pickup: ${name}` }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/chat\/conversation\?queue=mine&chat=/);
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
  await expect(opener(page, /^Chats$/)).toBeVisible();
  await expect(page).toHaveTitle(/^\w/);

  // One's own chat counts while there are words in it that nobody has read.
  await page.goto("/dashboard");
  await say("Are you there?");
  await expect(page).toHaveTitle(/^\(1\) \w/);
  await opener(page, "1 chat waiting for you").click();
  await panel.getByRole("link", { name: "Unread in your chats" }).click();
  await page
    .getByRole("region", { name: "Chats" })
    .getByRole("link", { name: new RegExp(name) })
    .click();
  await expect(opener(page, /^Chats$/)).toBeVisible();
});

test("the box stands on every screen, moves by keys and by hand, and comes back into a smaller window", async ({
  page,
}) => {
  await signedIn(page, await clientOf("bell"));
  await page.goto("/dashboard");
  await opener(page, /^Chats$/).click();
  await page.getByRole("button", { name: "Show in a floating box" }).click();
  const box = page.getByRole("region", { name: "Chats waiting for you" });
  await expect(box.getByRole("listitem")).toHaveText([/Transferred/, /New/, /Invited/, /Missed/]);
  await expectAccessible(page);
  const grip = page.getByRole("button", { name: /^Move the box/ });
  const before = await box.boundingBox();
  await grip.press("ArrowLeft");
  const after = await box.boundingBox();
  expect((before?.x ?? 0) - (after?.x ?? 0)).toBeCloseTo(24, 0);
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await box.boundingBox())?.x).toBeLessThan(320);
  await page.mouse.move(0, 0);
  await grip.press("ArrowRight");
  for (let step = 0; step < 60; step++) await grip.press("ArrowRight");
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(async () => {
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
  }).toPass();
  await page.getByRole("button", { name: "Minimise" }).click();
  await expect(box.getByRole("listitem")).toHaveCount(0);
  await page.reload();
  await expect(box).toBeVisible();
  await page.getByRole("button", { name: "Close the box" }).click();
  await expect(box).toBeHidden();
});

test("the browser's notifications name what has come, on other screens alone", async ({ page }) => {
  const client = await signedIn(page, await clientOf("bell"));
  const { audioSettings } = await client.call(myProfileApi.getProfile);
  await client.call(myProfileApi.saveAudio, { body: { enableChatNotification: true, audioSettings } });
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Shown extends EventTarget {
      static permission = "granted";
      constructor(title: string) {
        super();
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: Shown, shown });
  });
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await page.goto("/dashboard");
  // Chats from before the connection are counted, and not announced.
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  await expect(opener(page, /^Chats$/)).toBeVisible();
  const { name, say } = await customer();
  await say("hello");
  await expect.poll(shown).toEqual(["New Chat Request"]);
  const { chats } = await client.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } });
  const id = chats.find(({ person }) => person.name === name)?.chatId ?? "";
  await client.call(chatsApi.actOnChat, {
    params: { id },
    body: { action: "agentPickupChat", id: crypto.randomUUID() },
  });
  await say("are you there?");
  await expect.poll(shown).toEqual(["New Chat Request", `${name} says....`]);
  await page.goto(`/chat/conversation?queue=mine&chat=${id}`);
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("are you there?");
  await say("hello?");
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("hello?");
  expect(await shown()).toEqual([]);
});
