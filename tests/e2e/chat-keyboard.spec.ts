import type { Locator, Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { expectFocusSeen, tabTo } from "#tests/support/keyboard.ts";
import { captcha, captchaAnswer } from "#tests/support/login-page.ts";
import { clientOf, freshClient, signedIn } from "#tests/support/sign-in.ts";
import * as chatLabelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

/** Customers on a channel without a bot. */
async function desk(client: ApiClient) {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type: 4, vendor: 91, contactId: unique("desk") },
  });
  return (called: string) => {
    const name = unique(called);
    const person = { name, phone: freePhone() };
    const say = (text: string) =>
      client.call(simulatorApi.simulatedSay, {
        params: { id: channelId },
        body: { person, body: { kind: "text", text } },
      });
    return { name, say };
  };
}

const history = (page: Page) => page.getByRole("log", { name: "Messages" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const reply = (page: Page) => page.getByRole("textbox", { name: "Reply" });
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
/** Goes to a control by Tab and presses it. */
const pressOn = async (page: Page, target: Locator, key = "Enter") => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};
const openKeys = async (page: Page) => {
  await page.keyboard.press("?");
  const keys = dialog(page, "Keyboard shortcuts");
  await expect(keys).toBeVisible();
  return keys;
};

test("ten tasks are done without a mouse, and the focus is never lost", async ({ page, browser }) => {
  const client = await clientOf("walk");
  const [newCustomer, colleague] = [await desk(client), await colleagueOf(browser, client)];
  await colleague.page.context().close();
  const [label, team, word] = [unique("Complaint"), unique("Claims"), unique("refund").toLowerCase()];
  const canned = word.replaceAll(/[^a-z0-9]/g, "");
  await client.call(chatLabelsApi.createChatLabel, { body: { name: label, departmentId: "" } });
  await client.call(departmentsApi.createDepartment, { body: { name: team } });
  await client.call(libraryApi.createArtifact, {
    body: { type: 7, data: { name: canned, text: "It is on its way." }, isPublic: true },
  });
  const [last, found, first] = [newCustomer("Anita"), newCustomer("Bimal"), newCustomer("Chetan")];
  await last.say("I am still here");
  await found.say("My elephant is blue");
  await first.say("Where is my money?");

  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  const { email, password } = ENTERPRISES.walk;
  await tabTo(page, page.getByRole("textbox", { name: /^E-mail/ }));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel(/^Password/));
  await page.keyboard.type(password);
  const answer = await captchaAnswer(page, (button) => pressOn(page, button));
  await tabTo(page, captcha(page));
  await page.keyboard.type(answer);
  await press(page, "Enter");
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  await press(page, "Control+K");
  await expect(page.getByRole("combobox", { name: "Go to a screen" })).toBeFocused();
  await page.keyboard.type("conversation");
  await expect(page.getByRole("option", { selected: true })).toContainText("Conversation");
  await press(page, "Enter");
  await expect(page.getByRole("link", { name: new RegExp(first.name) })).toBeVisible();

  await test.step("1 pick a waiting chat up", async () => {
    await press(page, "j");
    await expect(heading(page, first.name)).toBeFocused();
    await press(page, "p");
    await expect(reply(page)).toBeVisible();
    await expectFocusSeen(page, "picking up");
  });

  await test.step("2 answer it", async () => {
    await press(page, "r");
    await expect(reply(page)).toBeFocused();
    await page.keyboard.type("Let me see.");
    await press(page, "Enter");
    await expect(history(page)).toContainText("Let me see.");
    await expect(reply(page)).toBeFocused();
    await expect(reply(page)).toHaveValue("");
  });

  await test.step("3 write a note", async () => {
    await press(page, "Escape");
    await expect(heading(page, first.name)).toBeFocused();
    await expectFocusSeen(page, "leaving the text");
    await press(page, "n");
    await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
    await page.keyboard.type("Asked the bank");
    await press(page, "Enter");
    await expect(history(page)).toContainText("Asked the bank");
    await expectFocusSeen(page, "saving a note");
  });

  await test.step("4 answer with a canned message", async () => {
    await press(page, "Escape");
    // In one turn of the page: what follows the key, however fast, is written and runs no command.
    await heading(page, first.name).evaluate((at) => {
      at.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
      if (!document.activeElement?.matches("textarea")) throw new Error("The reply is not typed in yet.");
    });
    await page.keyboard.type(`/${canned}`);
    await expect(page.getByRole("option", { name: new RegExp(canned) })).toBeVisible();
    await press(page, "Enter");
    await expect(reply(page)).toHaveValue("It is on its way.");
    await press(page, "Enter");
    await expect(history(page)).toContainText("It is on its way.");
    await expectFocusSeen(page, "a canned message");
  });

  await test.step("5 label it", async () => {
    await press(page, "Escape", "l");
    await pressOn(page, page.getByRole("checkbox", { name: label }), "Space");
    await expect(page.getByRole("list", { name: "Labels" })).toContainText(label);
    await press(page, "Escape");
    await expect(page.getByRole("button", { name: "Labels", exact: true })).toBeFocused();
    await expectFocusSeen(page, "labelling");
  });

  await test.step("7 invite a colleague", async () => {
    await press(page, "i");
    await tabTo(page, dialog(page, "Invite a colleague").getByRole("combobox", { name: "Colleague" }));
    await page.keyboard.type(colleague.name);
    await expect(page.getByRole("option")).toHaveCount(1);
    await press(page, "ArrowDown", "Enter");
    await pressOn(page, dialog(page, "Invite a colleague").getByRole("button", { name: "Invite" }));
    await expect(history(page)).toContainText(`You invited ${colleague.name}`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectFocusSeen(page, "inviting");
  });

  await test.step("8 lay it aside until the customer writes", async () => {
    await press(page, "s");
    await pressOn(page, page.getByRole("button", { name: "Until the next reply" }));
    await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectFocusSeen(page, "laying aside");
    await first.say("Are you there?");
    await expect(page.getByText("Ongoing", { exact: true })).toBeVisible();
  });

  await test.step("9 search a message over all chats and open it", async () => {
    await press(page, "/");
    await expect(dialog(page, "Search messages").getByRole("textbox", { name: "Words" })).toBeFocused();
    await page.keyboard.type("blue elephant");
    await press(page, "Enter");
    await pressOn(page, dialog(page, "Search messages").getByRole("link", { name: new RegExp(found.name) }));
    await expect(heading(page, found.name)).toBeFocused();
    await expectFocusSeen(page, "opening what was found");
  });

  await test.step("10 close it with a word on how it ended, and the next one opens", async () => {
    await press(page, "p");
    await expect(reply(page)).toBeVisible();
    await press(page, "e");
    await tabTo(page, dialog(page, "Close the chat").getByLabel("How it ended, for colleagues"));
    await page.keyboard.type("Painted it");
    await pressOn(page, dialog(page, "Close the chat").getByRole("button", { name: "Close chat" }));
    await expect(heading(page, last.name), "the one below in the list").toBeFocused();
    await expectFocusSeen(page, "closing");
  });

  await test.step("6 transfer it", async () => {
    await press(page, "k");
    await expect(heading(page, first.name)).toBeFocused();
    await press(page, "t");
    await tabTo(page, dialog(page, "Transfer the chat").getByRole("combobox", { name: "Department" }));
    await page.keyboard.type(team);
    await pressOn(page, dialog(page, "Transfer the chat").getByRole("button", { name: "Transfer" }));
    await expect(page.getByText("You transferred the chat!")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectFocusSeen(page, "transferring");
  });

  await test.step("give a command another key, and use it", async () => {
    await press(page, "j");
    await expect(history(page)).toBeVisible();
    const keys = await openKeys(page);
    await pressOn(
      page,
      keys.getByRole("button", {
        name: "Change the key: Search the list, or in chats the messages of all chats",
      }),
    );
    await press(page, "z");
    await press(page, "Escape");
    await expect(keys).toBeHidden();
    await expectFocusSeen(page, "changing a key");
    await press(page, "z");
    await expect(dialog(page, "Search messages")).toBeVisible();
  });
});

test("a key can be changed, refused, taken away and put back, and is there after signing in again", async ({
  page,
}) => {
  // Of the test's own, since it ends it.
  await signedIn(page, await freshClient(ENTERPRISES.walk));
  const { token } = await clientOf("walk");
  const palette = page.getByRole("dialog", { name: "Go to a screen or run a command" });
  const live = () => expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard");
  await live();
  let keys = await openKeys(page);
  const change = (command: string) => keys.getByRole("button", { name: `Change the key: ${command}` });
  const field = (command: string) => keys.getByRole("textbox", { name: `New key: ${command}` });
  const row = (command: string) => keys.getByRole("term").filter({ hasText: command }).locator("..");
  await expect(keys.getByRole("button", { name: "Put all back" })).toHaveAttribute("aria-disabled", "true");

  await pressOn(page, change("Go to the bots"));
  await expect(field("Go to the bots")).toBeFocused();
  await press(page, "Escape");
  await expect(change("Go to the bots"), "Escape leaves the field, not the list").toBeFocused();
  await expect(row("Go to the bots")).toContainText("gb");

  await press(page, "Enter", "e");
  const taken = "e is taken: Close the chat and open the next. Press another key.";
  await expect(field("Go to the bots")).toHaveAccessibleDescription(new RegExp(taken.replaceAll(".", "\\.")));
  await expect(keys.getByRole("status").filter({ hasText: taken })).toBeAttached();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await press(page, "g");
  await expect(field("Go to the bots")).toHaveAccessibleDescription("g, and then…");
  await press(page, "7");
  await expect(change("Go to the bots")).toBeFocused();
  await expect(keys.getByRole("status").filter({ hasText: "Go to the bots: g 7" })).toBeAttached();
  await pressOn(page, change("Show this list"));
  await press(page, "h");
  await pressOn(page, change("Go to the dashboard"));
  await pressOn(page, row("Go to the dashboard").getByRole("button", { name: "No key" }));
  await expect(row("Go to the dashboard")).toContainText("No key");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(keys).toBeHidden();

  await press(page, "Control+K");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("signout");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Signout");
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/login/);
  await page.evaluate((value) => localStorage.setItem("authToken", value), token);
  await page.goto("/dashboard");
  await live();
  await press(page, "?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press(page, "Control+K");
  await palette.getByRole("combobox").press("Escape");
  await expect(palette).toHaveCount(0);
  await press(page, "g", "b");
  await press(page, "g", "7");
  await expect(page).toHaveURL(/\/bots$/);
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeFocused();
  await press(page, "g", "d");
  await press(page, "Control+h", "Shift+h");
  await expect(page.getByRole("dialog"), "a key with another one held is no command").toHaveCount(0);
  await press(page, "h");
  keys = dialog(page, "Keyboard shortcuts");
  await expect(row("Show this list")).toContainText("h");
  await expect(page, "a command without a key has none").toHaveURL(/\/bots$/);

  await pressOn(page, keys.getByRole("button", { name: "Put all back" }));
  await expect(row("Show this list")).toContainText("?");
  await tabTo(page, keys.getByRole("switch", { name: "Single-key shortcuts" }));
  await press(page, "Space", "Escape");
  await expect(keys).toBeHidden();
  await press(page, "?", "g", "d");
  await press(page, "Control+K");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("shortcuts");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Show keyboard shortcuts");
  await press(page, "Enter");
  await expect(keys).toBeVisible();
  await expect(page).toHaveURL(/\/bots$/);
  await pressOn(page, keys.getByRole("switch", { name: "Single-key shortcuts" }), "Space");
});

test("a dialog whose opener went meanwhile gives the focus to the chat", async ({ page }) => {
  const client = await signedIn(page, await clientOf("walk"));
  const customer = (await desk(client))("Esha");
  await customer.say("hello there");
  await page.goto("/chatagent");
  await page.getByRole("link", { name: new RegExp(customer.name) }).press("Enter");
  const take = page.getByRole("button", { name: /^Pick up/ });
  await take.focus();
  const keys = await openKeys(page);
  const chatId = new URL(page.url()).searchParams.get("chat") ?? "";
  await client.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: crypto.randomUUID() },
  });
  await expect(page.locator("[data-chat-pane] textarea")).toBeAttached();
  await press(page, "Escape");
  await expect(keys).toBeHidden();
  await expect(heading(page, customer.name)).toBeFocused();
});

test("the workspace of other systems has the list of keys and its own commands", async ({ page }) => {
  const client = await signedIn(page, await clientOf("walk"));
  const customer = (await desk(client))("Devi");
  await customer.say("hello there");
  await page.goto("/chatagent");
  await expect(page.getByRole("link", { name: new RegExp(customer.name) })).toBeVisible();
  const keys = await openKeys(page);
  await expect(keys.getByRole("heading", { level: 3 })).toHaveText(["Everywhere", "In lists", "In chats"]);
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(keys).toBeHidden();
  await tabTo(page, page.getByRole("button", { name: "Show keyboard shortcuts" }));
  await press(page, "j");
  await expect(heading(page, customer.name)).toBeFocused();
  await press(page, "p");
  // A key that comes before the chat is one's own, or while the reply has the focus, is another one's.
  await expect(reply(page)).toBeVisible();
  await press(page, "e");
  await pressOn(page, dialog(page, "Close the chat").getByRole("button", { name: "Close chat" }));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(heading(page, customer.name)).toHaveCount(0);
  await expectFocusSeen(page, "closing in the workspace");
});
