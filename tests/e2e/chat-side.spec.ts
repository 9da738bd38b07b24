import type { Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { trainBot } from "#db/seed/train.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { makeWidget, TestVisitor } from "#tests/support/widget.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

test.describe.configure({ mode: "parallel" });

/** The details stand beside a chat from here on, and over it below; open there, they do not outlive the change. */
const WIDE = 1400;

/** A customer on a channel of their own. */
async function customer(client: ApiClient, { agentId = "" } = {}) {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      name: unique("Desk"),
      type: 4,
      vendor: 91,
      contactId: unique("desk"),
      ...(agentId && { agentId }),
    },
  });
  const person = { name: unique("Meera"), phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person, body: { kind: "text", text } },
    });
  return { ...person, channelId, say };
}

const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Chats" }).getByRole("link", { name: new RegExp(name) });
const details = (page: Page) => page.getByRole("complementary", { name: "Details" });
const customerOf = async (client: ApiClient, search: string) => {
  const { customers } = await client.call(customersApi.listCustomers, { query: { search } });
  const [found] = customers.customers;
  return client.call(customersApi.getCustomer, { params: { id: found?.id ?? "" } });
};

test.describe("what the server refuses", () => {
  test.use({ expectedErrors: [/40[09]/] });

  test("a customer is changed beside the chat, one part at a time; a colleague's newer change is shown first", async ({
    page,
  }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { name, say, phone } = await customer(client);
    await say("Hello");
    await page.setViewportSize({ width: WIDE, height: 900 });
    await page.goto("/chat/conversation");
    await row(page, name).click();
    const card = details(page);
    await card.getByRole("button", { name: /^Change Name/ }).press("Enter");
    const field = card.getByRole("textbox", { name: /^Name/ });
    await expect(field).toBeFocused();
    await field.fill("x");
    await field.press("Enter");
    await expect(card.getByText("Minimum length must be 2 characters.")).toBeVisible();
    await expectAccessible(page, [WIDE]);
    await field.press("Escape");
    await expect(card.getByRole("button", { name: /^Change Name/ })).toBeFocused();
    await expect(card.getByRole("button", { name: /^Change Name/ })).toContainText(name);

    await card.getByRole("button", { name: /^Change Labels/ }).click();
    const label = unique("Gold");
    await card.getByRole("combobox", { name: "Labels" }).fill(label);
    await page.getByRole("option", { name: new RegExp(label) }).click();
    await expect(card.getByRole("button", { name: `Remove ${label}` })).toBeVisible();
    // Escape closes the choices first, and the form only then.
    await card.getByRole("combobox", { name: "Labels" }).press("Escape");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByRole("button", { name: /^Change Labels/ })).toContainText(label);

    await card.getByRole("button", { name: /^Change Name/ }).click();
    const { customer: now } = await customerOf(client, phone);
    const { data, groups, tags, phoneNumber, id, revision } = now;
    const ids = (all: { id: string }[]) => all.map((each) => each.id);
    await client.call(customersApi.saveCustomer, {
      body: {
        id,
        revision,
        phoneNumber,
        data,
        name: "Changed Meanwhile",
        groups: ids(groups),
        tags: ids(tags),
      },
    });
    const mine = unique("Mira");
    await field.fill(mine);
    await field.press("Enter");
    await expect(card.getByText("Name: Changed Meanwhile")).toBeVisible();
    await card.getByRole("button", { name: "Keep mine and overwrite" }).click();
    await expect(card.getByRole("button", { name: /^Change Name/ })).toContainText(mine);
    await expect(page.getByRole("heading", { level: 2, name: mine })).toBeVisible();
    expect((await customerOf(client, phone)).customer).toMatchObject({ name: mine, tags: [{ name: label }] });

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Show details" }).click();
    const panel = page.getByRole("dialog", { name: "Details" });
    await panel.getByRole("button", { name: /^Change Name/ }).click();
    await panel.getByRole("textbox", { name: /^Name/ }).press("Escape");
    await expect(panel.getByRole("button", { name: /^Change Name/ })).toBeFocused();
    await panel.getByRole("button", { name: /^Change Labels/ }).click();
    await expectAccessible(page, [360]);
  });

  test("a visitor becomes a customer, or the one whose number it is", async ({ page, baseURL }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { id: channelId } = await makeWidget(client as never);
    const visitor = new TestVisitor(
      { fetch: (path, init) => fetch(`${baseURL}${path}`, init as RequestInit) as never },
      channelId,
    );
    await visitor.begin();
    const words = unique("Do you ship to Pune");
    await visitor.say(words);
    const taken = freePhone();
    const owner = unique("Owner");
    await client.call(customersApi.saveCustomer, { body: { name: owner, phoneNumber: taken } });
    await page.setViewportSize({ width: WIDE, height: 900 });
    await page.goto("/chat/conversation");
    await row(page, words).click();
    await details(page).getByRole("button", { name: "Make a customer" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a customer of who you chat with" });
    await dialog.getByLabel(/^Name/).fill("Ravi Iyer");
    await dialog.getByLabel(/^Phone Number/).fill("12");
    await dialog.getByRole("button", { name: "Create customer" }).click();
    await expect(dialog.getByRole("textbox", { name: /^Phone Number/ })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    // Read as an Indian number: without its code it would be Singapore's.
    await dialog.getByLabel("Country").selectOption({ label: "India +91" });
    await dialog.getByLabel(/^Phone Number/).fill("65912 34567");
    await expect(dialog.getByRole("textbox", { name: /^Phone Number/ })).toHaveAccessibleDescription(
      /\+91 6591 234 567/,
    );
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/customer"),
    );
    // Refused here: the next run must not find a customer with this number.
    const refused = { status: false, message: "Not now" };
    await page.route("**/customer", (route) => route.fulfill({ status: 400, json: refused }), { times: 1 });
    await dialog.getByRole("button", { name: "Create customer" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ phoneNumber: "+91 65912 34567" });
    await dialog.getByLabel(/^Phone Number/).fill(taken);
    await dialog.getByRole("button", { name: "Create customer" }).click();
    await expect(dialog.getByText(`This phone number belongs to ${owner}.`)).toBeVisible();
    await expectAccessible(page, [WIDE]);
    await dialog.getByRole("button", { name: "Link the chat to them" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: owner })).toBeVisible();
    await expect(details(page).getByRole("button", { name: /^Change Name/ })).toContainText(owner);
  });
});

test("who may be the same person is compared, told apart or merged", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say, phone } = await customer(client);
  await say("Hello");
  await expect
    .poll(async () => (await customerOf(client, phone).catch(() => null))?.customer.name)
    .toBe(name);
  const another = () =>
    client.call(customersApi.saveCustomer, {
      body: { name, phoneNumber: freePhone(), twitterId: unique("tw") },
    });
  await another();
  await page.setViewportSize({ width: WIDE, height: 900 });
  await page.goto("/chat/conversation");
  await row(page, name).click();
  const card = details(page);
  await expect(card.getByText("May be the same person as")).toContainText("(same name)");
  await card.getByRole("button", { name: /^Not the same as/ }).click();
  await expect(card.getByText("May be the same person as")).toBeHidden();
  const { customer: second } = await another();
  await page.reload();
  await card.getByRole("button", { name: /^Compare with/ }).click();
  const dialog = page.getByRole("dialog", { name: "Possible duplicates" });
  await expect(dialog.getByRole("cell", { name: second.phoneNumber })).toBeVisible();
  await expectAccessible(page, [WIDE]);
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText("May be the same person as")).toBeHidden();
  expect((await customerOf(client, phone)).customer).toMatchObject({ twitterId: second.twitterId });
});

test("who takes over a bot's chat reads what was before, and takes a suggested answer without sending it", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { agentId, name: bot } = await makeBot(client, smallBank);
  await trainBot(client, agentId);
  const { name, say } = await customer(client, { agentId });
  const spoken = async (words: string, answers: number) => {
    await say(words);
    await expect
      .poll(async () => {
        const { chats } = await client.call(chatsApi.chatSummary, { query: { queue: "all", before: "" } });
        return chats.find((chat) => chat.person.name === name)?.seq ?? 0;
      })
      .toBeGreaterThanOrEqual(answers);
  };
  await spoken("what is my account balance", 2);
  await spoken("xyzzy plugh", 4);
  await spoken("plugh xyzzy", 7);
  await page.setViewportSize({ width: WIDE, height: 900 });
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  const before = page.getByRole("region", { name: "Before you take over" });
  await expect(before).toContainText("Wanted");
  await expect(before).toContainText("Balance");
  await expect(before).toContainText("2 messages, the last “plugh xyzzy”");
  await say("tell me my account balance");
  const suggested = page.getByRole("list", { name: "Suggested" });
  await expect(suggested.getByRole("listitem")).toHaveCount(1);
  await expect(suggested).toContainText(bot);
  await expect(
    page.getByRole("log", { name: "Messages" }).getByText("tell me my account balance"),
  ).toBeInViewport();
  await expectAccessible(page);
  const reply = page.getByRole("textbox", { name: "Reply" });
  await reply.fill("Good morning");
  await reply.press("Alt+1");
  await expect(reply).toHaveValue("Good morning\nAnswer of Balance");
  await expect(reply).toBeFocused();
  await reply.press("Enter");
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("Answer of Balance");
  await expect(suggested).toBeHidden();
  await before.getByRole("button", { name: "Before you take over" }).click();
  await expect(before).not.toContainText("Wanted");
  await page.reload();
  await expect(before.getByRole("button")).toHaveAttribute("aria-expanded", "false");
});
