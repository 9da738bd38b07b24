import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

const queue = (page: Page, name: string) =>
  page.getByRole("group", { name: "Queues" }).getByRole("button", { name: new RegExp(`^${name}`) });
const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Chats" }).getByRole("link", { name: new RegExp(name) });

test("words in chats of another queue change its count, and ask for no list anew", async ({ page }) => {
  const client = await signedIn(page, await clientOf("crowd"));
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type: 4, vendor: 91, contactId: unique("desk") },
  });
  let asked = 0;
  await page.route("**/chat/summary*", async (route) => {
    asked += 1;
    await route.continue();
  });
  await page.goto("/chat/conversation?queue=mine");
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
  await expect(queue(page, "New")).toHaveText(/0$/);
  const before = asked;
  const people = Array.from({ length: 5 }, () => ({ name: unique("Meera"), phone: freePhone() }));
  for (const text of ["Hello", "Is anybody there?"])
    for (const person of people)
      await client.call(simulatorApi.simulatedSay, {
        params: { id: channelId },
        body: { person, body: { kind: "text", text } },
      });
  await expect(queue(page, "New")).toHaveText(/5$/);
  await expect(queue(page, "All")).toHaveText(/5$/);
  expect(asked).toBe(before);
  await queue(page, "New").click();
  for (const { name } of people) await expect(row(page, name)).toContainText("Is anybody there?");
});

test("the history is narrowed down by day, agent, channel and rating, read to its end, and saved", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("quiet"));
  const { chatId, name } = await takenChat(client, { words: "About the loan" });
  await client.call(chatStepsApi.closeChat, {
    params: { id: chatId },
    body: { id: randomUUID(), feedback: "Explained" },
  });
  await page.goto("/chat/history");
  await expect(row(page, name)).toBeVisible();
  const day = (plus: number) => {
    const at = new Date(Date.now() + plus * 86_400_000);
    const two = (part: number) => String(part).padStart(2, "0");
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  };
  await page.getByLabel("From", { exact: true }).fill(day(1));
  await expect(page.getByText("No chat ended like this")).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill(day(0));
  await expect(row(page, name)).toBeVisible();
  await page.getByRole("combobox", { name: "Rating" }).selectOption("Rated");
  await expect(row(page, name)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL(/history$/);
  await page.getByRole("combobox", { name: "How they ended" }).selectOption("Closed");
  await expect(page).toHaveURL(/end=closed/);
  await expect(row(page, name)).toBeVisible();
  // It is dimmed while the next list is loaded.
  await expect(page.locator("[data-rows]")).toHaveCSS("opacity", "1");
  await expectAccessible(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save all as CSV" }).click();
  expect((await saving).suggestedFilename()).toBe("chat-history.csv");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Rating" })).toBeVisible();
  await fitsInWidth(page);
});

test("a colleague beyond the first ten is reached by the keys, among those who answer chats", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId } = await takenChat(client);
  const users = Array.from({ length: 25 }, (_, at) => ({
    uId: `u${at}`,
    name: `Colleague ${String(at + 1).padStart(2, "0")}`,
    emailId: `c${at}@desk.example`,
    roles: [3],
    agentStatus: "online",
  }));
  const wanted: string[] = [];
  await page.route("**/e/enterprise/agents*", async (route) => {
    const { searchParams } = new URL(route.request().url());
    wanted.push(searchParams.get("answersChats") ?? "");
    const perPage = Number(searchParams.get("perPage"));
    const response = { users: users.slice(0, perPage), more: perPage < users.length };
    await route.fulfill({ json: { status: true, message: "", response } });
  });
  await page.goto(`/chat/conversation?queue=all&chat=${chatId}`);
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer the chat" });
  await dialog.getByRole("radio", { name: "A colleague" }).check();
  const picker = dialog.getByRole("combobox", { name: "Colleague" });
  await picker.focus();
  await expect(page.getByRole("option")).toHaveCount(10);
  for (let at = 0; at < 10; at++) await picker.press("ArrowDown");
  await expect(page.getByRole("option")).toHaveCount(20);
  for (let at = 0; at < 2; at++) await picker.press("ArrowDown");
  await picker.press("Enter");
  await expect(picker).toHaveValue(/Colleague 1\d/);
  expect(new Set(wanted)).toEqual(new Set(["true"]));
});
