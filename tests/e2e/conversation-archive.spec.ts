import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { historyIn, takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { behindConversation, SentBeside } from "#workers/contract/endpoints/conversations.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

test("a conversation is found by its words and filters, which stay in the address, and is saved as text", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const word = unique("sapphire").replaceAll(/\W/g, "");
  const { name, say } = await takenChat(client, { words: `My ${word} ring is late` });
  await say("Please hurry");
  await page.goto("/conversation");
  await expect(page.getByRole("heading", { level: 1, name: "Conversations" })).toBeVisible();
  const list = page.getByRole("region", { name: "Conversations" });
  // The archive knows it some seconds after it was said.
  await expect(async () => {
    await page.goto(`/conversation?q=${word.toUpperCase()}`);
    await expect(list.getByRole("link", { name })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(list.locator("mark")).toHaveText(word);
  await page.getByRole("checkbox", { name: "Journey" }).check();
  await expect(list.getByText("Nothing found")).toBeVisible();
  await expect(page).toHaveURL(/led=journey/);
  await page.getByRole("checkbox", { name: "Journey" }).uncheck();
  await page.getByRole("checkbox", { name: "Person" }).check();
  // A broadcast takes a channel, a template and its time: only how it looks is seen here.
  await page.route(/\/behind\?/, async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { response: ReplyOf<typeof behindConversation> };
    const sent: SentBeside = {
      ...{ id: "one", afterId: "", kind: "broadcast", broadcast: { id: "two", name: "Spring offer" } },
      ...{ channelName: "Shop", status: "read", text: "Twenty percent off", at: "2026-01-02T10:00:00.000Z" },
    };
    await route.fulfill({
      response: answer,
      json: { ...json, response: { ...json.response, sent: [sent] } },
    });
  });
  await list.getByRole("link", { name }).click();
  await expect(historyIn(page)).toContainText("Please hurry");
  await expect(
    historyIn(page).getByRole("listitem").filter({ hasText: "Broadcast · Spring offer · Shop" }),
  ).toContainText("Twenty percent off");
  await expect(historyIn(page).locator("[aria-current]")).toContainText(word);
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as text" }).click();
  expect((await saved).suggestedFilename()).toBe("transcript.txt");
  await page.getByRole("link", { name: "Open chat" }).click();
  await expect(page).toHaveURL(/\/chat\/conversation\?queue=all&chat=/);
});

test("the steps of a journey stand beside what it said, and between the messages where there is little room", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const [journey, phone, word] = [unique("Archived"), unique("Phone"), unique("gem").toLowerCase()];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 4, vendor: 91, contactId: phone },
  });
  const id = await publishedOne(client, "journey", journey);
  await client.call(instanceDoors.journey.create, { params: { id }, body: { channelId, keywords: [word] } });
  const person = { name: unique("Tara"), phone: freePhone() };
  await client.call(simulatorApi.simulatedSay, {
    params: { id: channelId },
    body: { person, body: { kind: "text", text: word } },
  });
  const list = page.getByRole("region", { name: "Conversations" });
  await expect(async () => {
    await page.goto(`/conversation?led=journey&journey=${id}`);
    await expect(list.getByRole("link", { name: person.name })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await list.getByRole("link", { name: person.name }).click();
  const steps = historyIn(page).getByRole("list", { name: `Steps of ${journey}` });
  await expect(steps.first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(steps.first()).toBeVisible();
  await fitsInWidth(page);
  await page.getByRole("link", { name: "Open the run" }).first().click();
  await expect(page).toHaveURL(/\/journey\/monitor/);
});
