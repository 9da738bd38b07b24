import type { Page, Route } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { png } from "#tests/support/made-files.ts";
import { openChat, takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { components } from "#workers/contract/templates/template.ts";

test.describe.configure({ mode: "parallel" });

/** A channel without a bot, and a customer on it. */
async function customer(client: ApiClient, type = 4) {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type, vendor: 91, contactId: unique("desk") },
  });
  const name = unique("Meera");
  const person = { name, phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person, body: { kind: "text", text } },
    });
  return { channelId, name, say };
}

const queue = (page: Page, name: string) =>
  page.getByRole("group", { name: "Queues" }).getByRole("button", { name: new RegExp(`^${name}`) });
const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Chats" }).getByRole("link", { name: new RegExp(name) });
const history = (page: Page) => page.getByRole("log", { name: "Messages" });

/** Resolves when the page has been told of these words. Before the page opens its socket. */
const hearing = (page: Page, words: string) =>
  new Promise<void>((resolve) =>
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes(words)) resolve();
      }),
    ),
  );

/** Holds actions in a chat until they may pass: the server does not know yet what is in the history by then. */
async function holdActions(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/chat/*/actions", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("more of a list keeps the focus on its button, says how much is shown, and where it ends", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name } = await takenChat(client);
  // Two pages, whatever other tests leave in the queues: the second repeats the first under other ids.
  await page.route("**/chat/summary?*", async (route) => {
    const url = new URL(route.request().url());
    const isSecond = url.searchParams.get("before") === "second page";
    url.searchParams.delete("before");
    const answer = await route.fetch({ url: url.href });
    const json = (await answer.json()) as { response: ReplyOf<typeof chatsApi.chatSummary> };
    const { chats, ...rest } = json.response;
    const mine = chats
      .filter((each) => each.person.name === name)
      .map((each) => (isSecond ? { ...each, chatId: `second-${each.chatId}` } : each));
    const response = { ...rest, chats: mine, next: isSecond ? null : "second page" };
    await route.fulfill({ json: { ...json, response } });
  });
  await page.goto("/chat/conversation?queue=mine");
  await expect(row(page, name)).toHaveCount(1);
  const more = page.getByRole("button", { name: "Show more chats" });
  await more.press("Enter");
  await expect(row(page, name)).toHaveCount(2);
  await expect(more).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "All shown: 2" })).toBeVisible();
  await expect(more).toHaveAccessibleDescription("No More Data to Show");
});

test("who writes appears at once, is picked up, answered, noted about and closed", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await customer(client);
  await page.goto("/chat/conversation");
  await expect(page.getByRole("heading", { level: 1, name: "Chats" })).toBeVisible();
  await say("My card is *lost*");
  await expect(row(page, name)).toContainText("My card is *lost*");
  await expect(row(page, name).getByRole("img", { name: "WhatsApp" })).toBeVisible();
  await expect(row(page, name)).toContainText("1 unread message");
  await row(page, name).click();
  await expect(history(page)).toContainText("My card is lost");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pick up" }).click();
  const answer = page.getByRole("textbox", { name: "Reply" });
  await expect(page.getByText("Ongoing", { exact: true })).toBeVisible();
  await queue(page, "Mine").click();
  await expect(row(page, name).getByTitle("Kiran Shah has this chat.")).toContainText("KS");
  await expect(row(page, name)).toContainText("Unanswered for");
  const left = page.getByText(/^2[34] h \d+ min left for free text$/);
  await expect(left).toBeVisible();
  await answer.fill("We are blocking it now.");
  await answer.press("Enter");
  await expect(answer).toHaveValue("");
  await expect(history(page).getByRole("listitem").last()).toContainText("Delivered");
  await expect(row(page, name)).not.toContainText("Unanswered");
  await say("Thank you!");
  await expect(history(page)).toContainText("Thank you!");
  await expect(row(page, name)).toContainText("Unanswered for");
  await page.getByRole("button", { name: "Note", exact: true }).click();
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("Sent her a new card");
  const pass = await holdActions(page);
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(history(page).getByRole("listitem").last()).toContainText("Sent her a new card");
  await expect(note).toHaveValue("");
  pass();
  await expect(history(page)).toContainText("You noted");
  await expect(history(page)).toContainText("Sent her a new card");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close chat" }).click();
  const closing = page.getByRole("dialog", { name: "Close the chat" });
  await closing.getByLabel("How it ended, for colleagues").fill("Card replaced");
  await closing.getByRole("button", { name: "Close chat" }).click();
  await expect(closing).toBeHidden();
  await queue(page, "All").click();
  await expect(row(page, name)).toHaveCount(0);

  await page.goto("/chat/history");
  await page.getByRole("textbox", { name: "Search by name or number" }).fill(name);
  await expect(page).toHaveURL(/q=/);
  await row(page, name).click();
  await expect(history(page)).toContainText("Card replaced");
  await expect(page.getByText("The chat is closed.")).toBeVisible();
  await expect(left).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "How they ended" }).selectOption("Missed: Timed Out");
  await expect(row(page, name)).toHaveCount(0);
  await page.getByRole("combobox", { name: "How they ended" }).selectOption("Closed");
  await expect(row(page, name)).toBeVisible();
});

test("the list is narrowed down and put in order, which the address keeps", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const one = await takenChat(client);
  const other = await takenChat(client);
  await page.goto("/chat/conversation?queue=mine");
  await expect(row(page, other.name)).toBeVisible();
  await page.getByRole("button", { name: "Filters" }).click();
  const channel = page.getByRole("combobox", { name: "Channel" });
  await channel.selectOption({ value: one.channelId });
  await expect(row(page, other.name)).toHaveCount(0);
  await expect(row(page, one.name)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Longest wait first" }).click();
  await expect(page).toHaveURL(/order=oldest/);
  await page.reload();
  await expect(row(page, one.name)).toBeVisible();
  await expect(channel).toHaveValue(one.channelId);
  await one.say("And one more thing");
  await expect(row(page, one.name)).toContainText("And one more thing");
  await page.getByRole("combobox", { name: "Department" }).selectOption({ index: 0 });
  const unread = page.getByRole("checkbox", { name: "Only unread chats" });
  await unread.click();
  await expect(unread).toBeChecked();
  await expect(row(page, one.name)).toBeVisible();
  await row(page, one.name).click();
  await expect(page.getByText("No chats match")).toBeVisible();
  await page.getByRole("button", { name: "Longest wait first" }).click();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(row(page, other.name)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto("/chat/conversation?queue=mine&unread=yes");
  await fitsInWidth(page);
});

test("who follows a link to a chat that a colleague has taken is told so, and goes on to the next one", async ({
  page,
  browser,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const other = await colleagueOf(browser, client);
  const { chatId, channelId } = await takenChat(client);
  const waiting = unique("Anil");
  await client.call(simulatorApi.simulatedSay, {
    params: { id: channelId },
    body: {
      person: { name: waiting, phone: freePhone() },
      body: { kind: "text", text: "Is anybody there?" },
    },
  });
  const link = (id: string) => `/chat/conversation?queue=all&channel=${channelId}&chat=${id}`;
  await other.page.goto(link(chatId));
  await expect(other.page.getByText("You can't see this chat any more")).toBeVisible();
  await expect(row(other.page, waiting)).toBeVisible();
  await expectAccessible(other.page);
  await other.page.getByRole("button", { name: "Next chat" }).click();
  await expect(history(other.page)).toContainText("Is anybody there?");
  await expect(other.page.getByRole("button", { name: "Pick up" })).toBeVisible();
});

test("a long message that comes while its chat is open is shown whole", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId, say } = await takenChat(client);
  await openChat(page, chatId);
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  // Longer than what an event carries, and no longer than the channel takes.
  await say(`${"policy ".repeat(580)}ends here`);
  await expect(history(page)).toContainText("ends here");
});

test("who writes after the list was read, and before the screen can hear, is there all the same", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const [one, other] = [await customer(client), await customer(client)];
  await page.route("**/account/socket_ticket", async (route) => {
    await expect(queue(page, "New")).toBeVisible();
    await one.say("before you could hear");
    await route.continue();
  });
  const heard = hearing(page, "while it was loading");
  await page.goto("/chat/conversation");
  await expect(row(page, one.name)).toBeVisible();

  await page.unroute("**/account/socket_ticket");
  await page.goto("/chat/history");
  await expect(page.getByText("Choose a chat")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  const hold = async (route: Route) => {
    const before = await route.fetch();
    await other.say("while it was loading");
    await heard;
    await route.fulfill({ response: before });
  };
  // The first answer alone: what it has missed is asked for again.
  await page.route("**/chat/summary*", hold, { times: 1 });
  await page.getByRole("link", { name: "Conversation", exact: true }).click();
  await expect(row(page, other.name)).toBeVisible();
});

test("a list that is about to be pressed keeps still: the chat under the pointer is the one that opens", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const [one, other] = [await customer(client), await customer(client)];
  await one.say("I was here first");
  const heard = hearing(page, "And I came between");
  await page.goto("/chat/conversation");
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  await row(page, one.name).hover();
  await page.mouse.down();
  const before = await row(page, one.name).boundingBox();
  await other.say("And I came between");
  await heard;
  expect(await row(page, one.name).boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(history(page)).toContainText("I was here first");
  await expect(row(page, other.name)).toBeVisible();
});

test("what was typed stays with its chat, over a change of chat and the end of the tab", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const [one, other] = [await customer(client), await customer(client)];
  await one.say("first");
  await other.say("second");
  await page.goto("/chat/conversation");
  for (const { name } of [one, other]) {
    await row(page, name).click();
    await page.getByRole("button", { name: "Pick up" }).click();
    await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
    await queue(page, "All").click();
  }
  await page.getByRole("textbox", { name: "Reply" }).fill("half an answer");
  await row(page, one.name).click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toHaveValue("");
  await row(page, other.name).click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toHaveValue("half an answer");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Reply" })).toHaveValue("half an answer");
  // Of the other chat it is remembered that somebody was about to note something.
  await row(page, one.name).click();
  await expect(history(page)).toContainText("first");
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Note" })).toBeVisible();
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto("/chat/conversation?queue=all");
  await row(tab, one.name).click();
  await expect(tab.getByRole("textbox", { name: "Note" })).toBeVisible();
  await row(tab, other.name).click();
  await expect(tab.getByRole("textbox", { name: "Reply" })).toHaveValue("half an answer");
});

test.describe("an answer stands in the history at once", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  /** Holds the events of chats back from the page until they are let through. */
  async function holdingEvents(page: Page) {
    let letThrough = () => {};
    const open = new Promise<void>((resolve) => (letThrough = resolve));
    await page.routeWebSocket(/api\/actions/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage(async (words) => {
        if (String(words).includes("chatsChanged")) await open;
        socket.send(words);
      });
    });
    return letThrough;
  }

  test("and is there once, whether its answer or its event comes first, or its confirmation never", async ({
    page,
  }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { chatId } = await takenChat(client);
    const letThrough = await holdingEvents(page);
    await openChat(page, chatId);
    const answer = page.getByRole("textbox", { name: "Reply" });
    const [ids, hold]: [string[], { until?: Promise<void>; lost?: boolean }] = [[], {}];
    await page.route("**/api/e/enterprise/chat/*/actions", async (route) => {
      const body = route.request().postDataJSON() as { action: string; id: string };
      if (body.action !== "agentReplyChat") return route.continue();
      ids.push(body.id);
      const { until, lost } = hold;
      const response = await route.fetch();
      await until;
      return lost ? route.abort() : route.fulfill({ response });
    });
    // Its answer first: events wait.
    let release = () => {};
    hold.until = new Promise((resolve) => (release = resolve));
    await answer.fill("Yes, I am");
    await answer.press("Enter");
    await expect(answer).toHaveValue("");
    await expect(history(page).getByText("Yes, I am")).toHaveCount(1);
    await expect(history(page).getByText("Sending…")).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(history(page).getByText("Sending…")).toHaveCount(0);
    await expect(history(page).getByText("Yes, I am")).toHaveCount(1);
    letThrough();
    await expect(history(page).getByRole("listitem").last()).toContainText("Delivered");
    await expect(history(page).getByText("Yes, I am")).toHaveCount(1);

    // Its event first: the call is still on its way.
    hold.until = new Promise((resolve) => (release = resolve));
    await answer.fill("How can I help?");
    await answer.press("Enter");
    await answer.fill("Typed meanwhile");
    await expect(history(page).getByRole("listitem").last()).toContainText("Delivered");
    await expect(history(page).getByText("How can I help?")).toHaveCount(1);
    await expect(history(page).getByText("Sending…")).toHaveCount(0);
    release();
    await expect(answer).toHaveValue("Typed meanwhile");

    // No confirmation at all: its event says that it has arrived, and its words are not sent again.
    hold.lost = true;
    await answer.fill("Are you there?");
    await answer.press("Enter");
    await expect(history(page).getByRole("listitem").last()).toContainText("Delivered");
    await expect(history(page).getByText("Are you there?")).toHaveCount(1);
    await expect(page.locator("form").getByRole("alert")).toHaveCount(0);
    await expect(answer).toHaveValue("");
    expect(new Set(ids).size).toBe(3);
    const { messages } = await client.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    expect(messages.filter(({ by }) => by === "person")).toHaveLength(3);
  });

  test("says why it was not sent, and is tried again under its id", async ({ page }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { chatId } = await takenChat(client);
    await openChat(page, chatId);
    const answer = page.getByRole("textbox", { name: "Reply" });
    const ids: string[] = [];
    await page.route("**/api/e/enterprise/chat/*/actions", async (route) => {
      const body = route.request().postDataJSON() as { action: string; id: string };
      if (body.action !== "agentReplyChat") return route.continue();
      ids.push(body.id);
      return ids.length < 3 ? route.abort() : route.continue();
    });
    await answer.fill("Yes, I am");
    await answer.press("Enter");
    await expect(history(page).getByText(/^Not sent: /)).toBeVisible();
    await expect(page.locator("form").getByRole("alert")).toBeVisible();
    await expect(answer).toHaveValue("Yes, I am");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await answer.press("Enter");
    await expect.poll(() => ids.length).toBe(2);
    await expect(history(page).getByText("Yes, I am")).toHaveCount(1);
    await history(page).getByRole("button", { name: "Try again" }).click();
    await expect(answer).toHaveValue("");
    await expect(history(page).getByRole("listitem").last()).toContainText("Delivered");
    await expect(history(page).getByText("Yes, I am")).toHaveCount(1);
    expect(new Set(ids).size).toBe(1);
  });
});

test("a chat goes to another department with a note, and is gone here", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await customer(client);
  const team = unique("Claims");
  const { id } = await client.call(departmentsApi.createDepartment, { body: { name: team } });
  await say("I want my money back");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer the chat" });
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await expect(dialog.getByRole("combobox", { name: "Department" })).toHaveAccessibleDescription(
    "Choose a department.",
  );
  await dialog.getByRole("combobox", { name: "Department" }).selectOption(team);
  await dialog.getByLabel("Note for colleagues").fill("She has the receipt");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await expect(page.getByText("You transferred the chat!")).toBeVisible();
  await expect(dialog).toBeHidden();
  const { chats } = await client.call(chatsApi.chatSummary, { query: { queue: "all", before: "" } });
  expect(chats.find(({ person }) => person.name === name)?.departmentId).toBe(id);
});

test("at 360 px one goes from the list to the chat and back, and nothing is too wide", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await customer(client);
  await say("hello");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await expect(history(page)).toContainText("hello");
  await expect(row(page, name)).toBeHidden();
  await page.getByRole("button", { name: "Pick up" }).click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
  await expectAccessible(page);
  await fitsInWidth(page);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await queue(page, "Mine").click();
  await row(page, name).click();
  await expect(history(page)).toContainText("hello");
  // The device's Back closes what is on top first; closing by hand leaves nothing to go back to.
  const details = page.getByRole("dialog", { name: "Details" });
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(details).toBeVisible();
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(history(page)).toContainText("hello");
  await page.getByRole("button", { name: "Show details" }).click();
  // Two presses in one moment, as a hasty finger makes them, are one step back.
  await details.getByRole("button", { name: "Close" }).evaluate((close: HTMLElement) => {
    close.click();
    close.click();
  });
  await expect(details).toBeHidden();
  await expect(history(page)).toContainText("hello");
  await page.goBack();
  await expect(row(page, name)).toBeVisible();
});

test.describe("a connection that is lost for long", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("says so, and how many messages came meanwhile", async ({ page }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { chatId, say } = await takenChat(client);
    let cut = () => {};
    await page.routeWebSocket(/api\/actions/, (socket) => {
      socket.connectToServer();
      cut = () => void socket.close();
    });
    await openChat(page, chatId);
    await expect(page.getByRole("status").getByText("Live", { exact: true })).toBeAttached();
    const tickets = "**/account/socket_ticket*";
    await page.route(tickets, (route) => route.abort());
    cut();
    await expect(page.getByText(/^Reconnecting… What others do/)).toBeVisible();
    await expectAccessible(page);
    await say("Are you there?");
    await say("Hello?");
    await page.unroute(tickets);
    // Others write in this enterprise, too; and what is told only after the connection is back was not missed.
    const loaded = /^\d+ new messages? loaded/;
    const came = page.getByRole("status").filter({ hasText: loaded });
    await expect(came).toBeVisible();
    await expect(history(page)).toContainText("Hello?");
    await expectAccessible(page);
    await came.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText(loaded)).toHaveCount(0);
    await expect(page.getByText(/^Reconnecting… What/)).toHaveCount(0);
  });
});

test("a chat is handed to a colleague, who takes it, asks one back in and leaves", async ({
  page,
  browser,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const other = await colleagueOf(browser, client);
  const { name, say } = await customer(client);
  await say("I need a loan");
  await other.page.goto("/chat/conversation");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer the chat" });
  await dialog.getByRole("radio", { name: "A colleague" }).check();
  await dialog.getByRole("button", { name: "Transfer" }).click();
  const picker = dialog.getByRole("combobox", { name: "Colleague" });
  await expect(picker).toHaveAccessibleDescription("Choose a colleague.");
  await picker.fill(other.name);
  await page.getByRole("option", { name: other.name }).click();
  await dialog.getByLabel("Note for colleagues").fill("She has all papers");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await expect(page.getByText("You transferred the chat!")).toBeVisible();

  await expect(queue(other.page, "Transferred")).toContainText("1");
  await queue(other.page, "Transferred").click();
  await row(other.page, name).click();
  await expect(other.page.getByText(/transferred this chat to you/)).toBeVisible();
  await expect(history(other.page)).toContainText("She has all papers");
  await expectAccessible(other.page);
  await other.page.getByRole("button", { name: "Take over", exact: true }).click();
  await expect(other.page.getByRole("textbox", { name: "Reply" })).toBeVisible();

  await other.page.getByRole("button", { name: "More actions" }).click();
  await expectAccessible(other.page);
  await other.page.getByRole("menuitem", { name: "Invite" }).click();
  const asking = other.page.getByRole("dialog", { name: "Invite a colleague" });
  await asking.getByRole("combobox", { name: "Colleague" }).fill("Kiran");
  await other.page.getByRole("option", { name: "Kiran Shah" }).click();
  await asking.getByRole("button", { name: "Invite" }).click();
  await expect(asking).toBeHidden();

  await queue(page, "Invited").click();
  await row(page, name).click();
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
  // Somebody who types is shown to whoever has the chat open by then, and not again for a while.
  await expect(page.getByText(`${other.name} also has this chat open`)).toBeVisible();
  // Begun before the other one answers: stopped once, to be read again.
  const theirs = other.page.getByRole("textbox", { name: "Reply" });
  await theirs.fill("Let me look");
  await expect(page.getByText(/ is typing…$/)).toBeVisible();
  await page.getByRole("textbox", { name: "Reply" }).fill("I am here too");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(history(other.page)).toContainText("I am here too");
  await theirs.press("Enter");
  await expect(other.page.getByText(/^Kiran Shah answered .* ago: review before sending\.$/)).toBeVisible();
  await expect(theirs).toHaveValue("Let me look");
  await other.page.getByRole("button", { name: "Send anyway" }).click();
  await expect(history(other.page)).toContainText("Let me look");

  await other.page.getByRole("button", { name: "More actions" }).click();
  await other.page.getByRole("menuitem", { name: "Leave chat" }).click();
  await expect(other.page.getByText("You left the chat!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close chat" })).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Snooze" }).click();
  await page.getByRole("button", { name: "Until the next reply" }).click();
  await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
  await say("Are you still there?");
  await expect(page.getByText("Ongoing", { exact: true })).toBeVisible();
  await other.page.context().close();
});

test("a waiting chat is assigned and declined; a pinned one stands on top", async ({ page, browser }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const other = await colleagueOf(browser, client);
  const [older, newer] = [await customer(client), await customer(client)];
  await older.say("first");
  await newer.say("second");
  await page.goto("/chat/conversation");
  await row(page, older.name).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Pin to the top" }).click();
  await expect(row(page, older.name).getByLabel("Pinned")).toBeVisible();
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Assign the chat" });
  await dialog.getByRole("combobox", { name: "Colleague" }).fill(other.name);
  await page.getByRole("option", { name: other.name }).click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText(`Offered to ${other.name}`).first()).toBeVisible();
  await expect(row(page, older.name)).toHaveCount(0);
  await other.page.goto("/chat/conversation?queue=assigned");
  await row(other.page, older.name).click();
  await other.page.getByRole("button", { name: "Decline" }).click();
  await expect(row(page, older.name)).toBeVisible();
  await other.page.context().close();
});

test("a canned message is found by a slash, filled in, and answers the customer", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await customer(client);
  const word = unique("refund")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
  for (const [title, text] of [
    [`${word} begun`, "Dear {name}, your money is on its way. {department|Our team} looks into it."],
    [`${word} done`, "It has arrived."],
  ] as const)
    await client.call(libraryApi.createArtifact, {
      body: { type: 7, data: { name: title, text }, isPublic: true },
    });
  await say("Where is my money?");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  const answer = page.getByLabel("Reply", { exact: true });
  await answer.pressSequentially(`Hello. /${word}`);
  const list = page.getByRole("listbox", { name: "Canned messages" });
  await expect(list.getByRole("option")).toHaveCount(2);
  await expectAccessible(page);
  await answer.press("Escape");
  await expect(list).toBeHidden();
  await answer.fill("");
  await answer.pressSequentially(`/${word} `.trim());
  await expect(list.getByRole("option")).toHaveCount(2);
  // The newest change stands first.
  await answer.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toContainText("begun");
  await answer.press("Enter");
  await expect(answer).toHaveValue(`Dear ${name}, your money is on its way. Our team looks into it.`);
  await answer.press("Enter");
  await expect(history(page)).toContainText(`Dear ${name}, your money is on its way.`);
});

test("a picture is chosen for an answer, goes with its words, and can be taken away before", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await customer(client);
  await say("What does it look like?");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  const attach = async () => {
    await page.getByRole("button", { name: "Attach a file" }).click();
    await page.getByRole("menuitem", { name: "Picture" }).click();
    const picker = page.getByRole("dialog");
    await picker.getByRole("tab", { name: "Browse" }).click();
    await picker
      .locator("input[type=file]")
      .setInputFiles({ name: "pot.png", mimeType: "image/png", buffer: Buffer.from(png(80, 50)) });
    await expect(picker).toBeHidden();
    await expect(page.getByText("pot.png")).toBeVisible();
  };
  await attach();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove pot.png" }).click();
  await expect(page.getByText("pot.png")).toBeHidden();
  await attach();
  await page.getByRole("textbox", { name: "Reply" }).fill("Like this one");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(history(page)).toContainText("Like this one");
  await expect(page.getByRole("button", { name: "Remove pot.png" })).toBeHidden();
  await history(page).getByRole("button", { name: "Attachment: pot.png" }).click();
  await history(page).getByRole("button", { name: "Enlarge pot.png" }).click();
  const large = page.getByRole("dialog", { name: "pot.png" });
  await large.getByRole("region", { name: "Picture" }).press("+");
  await expect(large.getByRole("status")).toHaveText("150 %");
  await expectAccessible(page);
  await large.getByRole("button", { name: "Smaller" }).click();
  await expect(large.getByRole("status")).toHaveText("100 %");
  await page.keyboard.press("Escape");
  await expect(large).toBeHidden();
});

test("a template is found, filled in beside what the customer will see, and sent", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { channelId, name, say } = await customer(client);
  const { id, revision } = await client.call(templatesApi.createTemplate, {
    body: {
      channelId,
      name: `order_${Date.now()}`,
      language: "en",
      category: "UTILITY",
      components: components.parse({
        body: { text: "Hello {{1}}, your order has left our house today." },
        samples: { "body/1": "Ravi" },
      }),
    },
  });
  await client.call(templatesApi.submitTemplate, { params: { id }, body: { revision } });
  await expect
    .poll(async () => (await client.call(templatesApi.getTemplate, { params: { id } })).template.status)
    .toBe("APPROVED");
  await say("where is my order?");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("one moment");
  await page.getByRole("button", { name: "Send a template" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a template" });
  await dialog.getByRole("button", { name: /^order_/ }).click();
  await dialog.getByRole("button", { name: "Send template" }).click();
  const field = dialog.getByLabel("Value of {{1}}");
  await expect(field).toHaveAccessibleDescription(/Enter a value\./);
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("Hello {{1}}");
  await field.fill("Meera");
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("Hello Meera, your order");
  await expectAccessible(page);
  const pass = await holdActions(page);
  await field.press("Enter");
  await expect(dialog).toHaveCount(0);
  const words = "Hello Meera, your order has left our house today.";
  await expect(history(page).getByRole("listitem").filter({ hasText: words })).toContainText("Sending…");
  pass();
  await expect(history(page)).not.toContainText("Sending…");
  await expect(history(page)).toContainText(words);
  // The draft is still there.
  await expect(page.getByRole("textbox", { name: "Reply" })).toHaveValue("one moment");
});

test.describe("what is refused at first", () => {
  test.use({ expectedErrors: [/409/] });

  test("a close is stopped once where the customer has written meanwhile", async ({ page }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { name, say } = await customer(client);
    await say("My card is lost");
    await page.goto("/chat/conversation");
    await row(page, name).click();
    await page.getByRole("button", { name: "Pick up" }).click();
    await page.getByRole("button", { name: "Close chat" }).click();
    const closing = page.getByRole("dialog", { name: "Close the chat" });
    const feedback = closing.getByLabel("How it ended, for colleagues");
    await feedback.fill("Card replaced");
    await say("Wait, one more thing");
    // The lane has written it.
    await expect(page.getByText("Wait, one more thing").first()).toBeVisible();
    await closing.getByRole("button", { name: "Close chat" }).click();
    await expect(closing.getByRole("alert")).toContainText("The customer has written since");
    await expect(feedback).toHaveValue("Card replaced");
    await expectAccessible(page);
    await expect(page.getByText("Wait, one more thing").first()).toBeVisible();
    await closing.getByRole("button", { name: "Close anyway" }).click();
    await expect(closing).toBeHidden();
  });
});

test("beside a chat stands who it is with; in a narrow window it comes over it", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { name, say } = await customer(client);
  await say("The first time");
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto("/chat/conversation");
  await row(page, name).click();
  const details = page.getByRole("complementary", { name: "Details" });
  await expect(details).toContainText("This is their only chat that you can see.");
  await expect(details.getByRole("link", { name: "Open" })).toBeVisible();
  await page.getByRole("button", { name: "Pick up" }).click();
  await page.getByRole("button", { name: "Close chat" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close chat" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row(page, name)).toHaveCount(0);
  await say("The second time");
  await row(page, name).click();
  await expect(details.getByRole("link", { name: /The first time/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide details" }).click();
  await expect(details).toBeHidden();
  await page.reload();
  await expect(history(page)).toContainText("The second time");
  await expect(details).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Show details" }).click();
  const panel = page.getByRole("dialog", { name: "Details" });
  await panel.getByRole("link", { name: /The first time/ }).click();
  await expect(page).toHaveURL(/\/chat\/history\?chat=/);
  await expect(history(page)).toContainText("The first time");
  await expectAccessible(page);
});

test("a figure of the analytics opens the chats that it counts", async ({ page }) => {
  const client = await signedIn(page, await clientOf("figures"));
  const { name, say } = await customer(client);
  await say("How much do I owe?");
  await page.goto("/chat/conversation");
  await row(page, name).click();
  await page.getByRole("button", { name: "Pick up" }).click();
  await page.getByRole("button", { name: "Close chat" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close chat" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("link", { name: "Analytics" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Chat Analytics" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ended by day" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "30 days" }).click();
  await expect(page).toHaveURL(/from=/);
  await expect(page.getByText("Nothing to compare with in the days before").first()).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^chat-analytics-.*\.csv$/);
  // Each bar opens its chats, as its cell in the table does: the hour in which one was closed, and the day.
  const counted = /, Closed: 1$/;
  for (const [chart, place] of [
    ["Ended by hour of the day", /hour=\d+/],
    ["Ended by day", /since=/],
  ] as const) {
    await page.getByRole("button", { name: `Show as table: ${chart}` }).click();
    await page.getByRole("region", { name: chart }).getByRole("button", { name: counted }).first().click();
    await expect(page).toHaveURL(place);
    await expect(row(page, name)).toBeVisible();
    await page.goBack();
  }
  await page
    .getByRole("table", { name: "By agent" })
    .getByRole("row")
    .last()
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByText("Only the chats behind a figure are shown.")).toBeVisible();
  await expect(row(page, name)).toBeVisible();
  await page.getByRole("combobox", { name: "How they ended" }).selectOption("Missed");
  await expect(row(page, name)).toHaveCount(0);
  await page.getByRole("link", { name: "Show all chats" }).click();
  await expect(row(page, name)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/chat/analytics");
  await expect(page.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  await expect(page.getByRole("table", { name: "By channel" })).toBeVisible();
  await fitsInWidth(page);
  await expectAccessible(page);
});

test.describe("a label whose name is taken", () => {
  test.use({ expectedErrors: [/409/] });

  test("labels are made, put in order, given to a chat, and find it once it has ended", async ({ page }) => {
    const client = await signedIn(page, await clientOf("desk"));
    const { name, say } = await customer(client);
    const [complaint, loan] = [unique("Complaint"), unique("Loan")];
    await page.goto("/admin/chatConfig/chat-config");
    const field = page.getByRole("textbox", { name: "New label" });
    for (const label of [complaint, loan]) {
      await field.fill(label);
      await field.press("Enter");
      await expect(page.getByRole("listitem").filter({ hasText: label })).toBeVisible();
      await expect(field).toHaveValue("");
    }
    await field.fill(complaint.toUpperCase());
    await field.press("Enter");
    await expect(page.getByText("This department has a label of this name already.")).toBeVisible();
    await page.getByRole("button", { name: `Move ${loan} up` }).click();
    const rows = page.getByRole("list", { name: "Labels in their order" }).getByRole("listitem");
    await expect(rows.filter({ hasText: new RegExp(`${loan}|${complaint}`) }).first()).toContainText(loan);
    await expectAccessible(page);

    await say("My loan is wrong");
    await page.goto("/chat/conversation");
    await row(page, name).click();
    await page.getByRole("button", { name: "Labels", exact: true }).click();
    const choices = page.getByRole("region", { name: "Labels of this chat" });
    // The second is ticked while the first is on its way: both are kept.
    let release = () => undefined as void;
    const ticked = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      "**/update_tag",
      async (route: Route) => {
        await ticked;
        await route.continue();
      },
      { times: 1 },
    );
    await choices.getByLabel(loan).check();
    await choices.getByLabel(complaint).check();
    release();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("list", { name: "Labels" }).getByRole("listitem")).toHaveText([
      loan,
      complaint,
    ]);
    await expect(row(page, name)).toContainText(complaint);
    await expect(history(page)).toContainText(`You labelled the chat: ${loan}, ${complaint}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Pick up" }).click();
    await page.getByRole("button", { name: "Close chat" }).click();
    const closing = page.getByRole("dialog", { name: "Close the chat" });
    await closing.getByRole("button", { name: "Close chat" }).click();
    // A page that is left at once takes its call along.
    await expect(closing).toBeHidden();
    await page.goto("/chat/history");
    await page.getByRole("combobox", { name: "Label" }).selectOption(loan);
    await expect(row(page, name)).toBeVisible();
    await page.getByRole("button", { name: "Search messages" }).click();
    const search = page.getByRole("dialog", { name: "Search messages" });
    await search.getByRole("textbox", { name: "Words" }).fill("wro loan");
    await search.getByRole("textbox", { name: "Words" }).press("Enter");
    const hit = search.getByRole("link").filter({ hasText: name });
    await expect(hit.getByText("wrong")).toBeVisible();
    await expectAccessible(page);
    await hit.click();
    await expect(history(page).locator("[aria-current]")).toContainText("My loan is wrong");

    await page.goto("/admin/chatConfig/chat-config");
    await page.getByRole("button", { name: `Rename ${complaint}` }).click();
    const dialog = page.getByRole("dialog", { name: "Rename the label" });
    const renamed = unique("Grievance");
    await dialog.getByLabel("Name").fill(renamed);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(renamed, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: `Delete ${renamed}` }).click();
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await expect(question).toContainText("1 chat has it and loses it.");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(renamed, { exact: true })).toHaveCount(0);
  });
});

test("the monitor shows who waits and who answers, and counts anew", async ({ page }) => {
  const client = await signedIn(page, await clientOf("tower"));
  const rules = await client.call(chatConfigApi.getChatConfig);
  await client.call(chatConfigApi.saveChatConfig, { body: { ...rules, targetSeconds: 1 } });
  await page.goto("/chat/monitor");
  await expect(page.getByRole("heading", { level: 1, name: "Chat Monitor" })).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Agents" }).getByRole("row").filter({ hasText: "Kiran Shah" }),
  ).toBeVisible();
  await expectAccessible(page);
  const waiting = page.getByRole("definition").first();
  const before = Number(await waiting.textContent());
  const { say, name } = await customer(client);
  await say("Is anybody there?");
  await expect(waiting).toHaveText(String(before + 1));
  await expect(page.getByText("picked up within 1 s")).toBeVisible();
  const level = page.getByRole("definition").filter({ hasText: "%" });
  await expect(level).toContainText("0 %Below 60 %");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("table", { name: "Queues" }).getByRole("row").last()).toContainText(
    "Below 60 %",
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Waiting in Without a department/ }).click();
  const chat = page.getByRole("dialog").getByRole("listitem").filter({ hasText: name });
  await expect(chat).toContainText("Waiting since");
  await expectAccessible(page);
  await chat.getByRole("button", { name: "Take over", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Take the chat over" });
  await asking.getByLabel("Reason").fill("Nobody is free");
  await expectAccessible(page);
  await asking.getByRole("button", { name: "Take over", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
  await expect(history(page)).toContainText("You took the chat · ");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Mail transcript" }).click();
  const mailing = page.getByRole("dialog", { name: "Mail the transcript" });
  await mailing.getByLabel("Email").fill("asha");
  await mailing.getByRole("button", { name: "Send" }).click();
  await expect(mailing.getByText("Please enter a valid email address").first()).toBeVisible();
  await mailing.getByLabel("Email").fill("asha@customer.example");
  await mailing.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("The transcript is on its way to asha@customer.example.")).toBeVisible();
});

test.describe("by keys", () => {
  // One after the other: a chat of either would come on top of the list that the other one goes through.
  test.describe.configure({ mode: "default" });

  test("a chat is worked by keys alone, and the next one opens when it is closed", async ({ page }) => {
    const client = await signedIn(page, await clientOf("keys"));
    const [one, other] = [await customer(client), await customer(client)];
    await one.say("first");
    await other.say("second");
    await page.goto("/chat/conversation");
    for (const { name } of [one, other]) await expect(row(page, name)).toBeVisible();
    await page.keyboard.press("j");
    await expect(history(page)).toContainText("second");
    await page.keyboard.press("j");
    await expect(history(page)).toContainText("first");
    // Pressed in the moment in which the chat is drawn, it is that one which is picked up.
    await page.evaluate(() =>
      new MutationObserver((_, observer) => {
        if (!document.querySelector("[role=log]")?.textContent.includes("second")) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true, characterData: true }),
    );
    await page.keyboard.press("k");
    await expect(history(page)).toContainText("second");
    const answer = page.getByRole("textbox", { name: "Reply" });
    await expect(answer).toBeVisible();
    await page.keyboard.press("r");
    await expect(answer).toBeFocused();
    // A letter that is typed is no command.
    await page.keyboard.type("e");
    await expect(answer).toHaveValue("e");
    await page.keyboard.press("Enter");
    await expect(history(page).getByText("Delivered").last()).toBeVisible();
    await answer.evaluate((area: HTMLElement) => area.blur());
    await page.keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
    await page.getByRole("textbox", { name: "Note" }).evaluate((area: HTMLElement) => area.blur());
    await page.keyboard.press("e");
    const closing = page.getByRole("dialog", { name: "Close the chat" });
    await expect(closing).toBeVisible();
    await closing.getByRole("button", { name: "Close chat" }).press("Enter");
    await expect(closing).toBeHidden();
    await expect(history(page)).toContainText("first");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
      "Close the chat and open the next",
    );
    await expectAccessible(page);
  });

  test("no key leads back to a chat that was just closed, while the list is still the one from before", async ({
    page,
  }) => {
    const client = await signedIn(page, await clientOf("keys"));
    const [low, middle, high] = [await customer(client), await customer(client), await customer(client)];
    await low.say("the lowest");
    await middle.say("the middle one");
    await high.say("the highest");
    await page.goto("/chat/conversation?queue=all");
    for (const { name } of [low, middle, high]) await expect(row(page, name)).toBeVisible();
    await row(page, middle.name).click();
    await expect(history(page)).toContainText("the middle one");
    await page.keyboard.press("p");
    await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
    await expect(history(page)).toContainText("You picked up the chat");
    const held = Promise.withResolvers<void>();
    await page.route(`**/api${chatsApi.chatSummary.path}*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press("e");
    const closing = page.getByRole("dialog", { name: "Close the chat" });
    await closing.getByRole("button", { name: "Close chat" }).press("Enter");
    await expect(history(page)).toContainText("the lowest");
    await page.keyboard.press("k");
    await expect(history(page)).toContainText("the highest");
    held.resolve();
  });
});
