import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import type { ApiClient } from "#db/seed/client.ts";
import { expect } from "./browser.ts";
import { freePhone, unique } from "./customers.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

/** A customer on a played channel without a bot, whose chat this person has picked up; and how to go on speaking. */
export async function takenChat(client: ApiClient, { type = 4, words = "Hello", called = "Meera" } = {}) {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type, vendor: 91, contactId: unique("desk") },
  });
  const name = unique(called);
  const person = { name, phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person, body: { kind: "text", text } },
    });
  await say(words);
  let chatId = "";
  await expect(async () => {
    const { chats } = await client.call(chatsApi.chatSummary, { query: { queue: "new" } });
    chatId = chats.find((chat) => chat.person.name === name)?.chatId ?? "";
    expect(chatId).not.toBe("");
  }).toPass();
  await client.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  return { chatId, channelId, name, say };
}

export const openChat = async (page: Page, chatId: string): Promise<void> => {
  await page.goto(`/chat/conversation?queue=all&chat=${chatId}`);
  await expect(page.getByRole("textbox", { name: /^(Reply|Note)$/ })).toBeVisible();
};

export const historyIn = (page: Page) => page.getByRole("log", { name: "Messages" });
