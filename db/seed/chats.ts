import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as labelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { ApiClient } from "./client.ts";
import { waitUntil } from "./wait-until.ts";

const LABELS = ["Complaint", "Card", "Loan", "New account"] as const;

/** Somebody who has written, and how far their chat has come. */
interface SeedChat {
  type: number;
  name: string;
  says: readonly string[];
  label?: (typeof LABELS)[number];
  /** Left out: they still wait. */
  answer?: string;
  closed?: string;
}

/** On channels without a bot, and without a number: nobody of them becomes a customer. */
const CHATS: readonly SeedChat[] = [
  {
    type: channelTypes.instagram,
    name: "Fatima Sheikh",
    says: ["You charged me twice for one transfer!"],
    label: "Complaint",
    answer: "I am sorry about that. The second charge is on its way back to you.",
    closed: "Second charge refunded",
  },
  {
    type: channelTypes.facebook,
    name: "Vikram Rao",
    says: ["Which documents do I need for a home loan?", "I am self-employed."],
    label: "Loan",
    answer: "Your last two tax returns, six months of statements and the papers of the house.",
  },
  {
    type: channelTypes.telegram,
    name: "Anita Desai",
    says: ["The ATM at Fort has kept my card.", "Can somebody help me today?"],
  },
];

const PATIENCE_MS = 20_000;

/** Adds labels, and a chat that has ended, one that is going on and one that waits; nothing of what is there. */
export async function seedChats(client: ApiClient, log: (line: string) => void): Promise<void> {
  const { labels } = await client.call(labelsApi.listChatLabels, { query: {} });
  const ids = new Map(labels.map(({ name, id }) => [name, id]));
  for (const name of LABELS)
    if (!ids.has(name)) ids.set(name, (await client.call(labelsApi.createChatLabel, { body: { name } })).id);
  const missing = [];
  for (const chat of CHATS) if (!(await chatWith(client, chat.name))) missing.push(chat);
  if (missing.length === 0) return;
  log(`Adding ${missing.length} chats`);
  const { channelConfig: channels } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  for (const { type, name, says, label, answer, closed } of missing) {
    const channel = channels.find((each) => each.type === type && each.vendor === vendorCodes.simulator);
    if (!channel) continue;
    const person = { userId: name.toLowerCase().replace(" ", "."), name };
    for (const text of says)
      await client.call(simulatorApi.simulatedSay, {
        params: { id: channel.id },
        body: { person, body: { kind: "text", text } },
      });
    // Words are taken in after their call was answered.
    const id = await waitUntil(() => chatWith(client, name), `the chat with ${name}`, PATIENCE_MS);
    const params = { id };
    if (label) await client.call(chatStepsApi.tagChat, { params, body: { tags: [ids.get(label) ?? ""] } });
    if (!answer) continue;
    const once = () => crypto.randomUUID();
    await client.call(chatsApi.actOnChat, { params, body: { action: "agentPickupChat", id: once() } });
    await client.call(chatsApi.actOnChat, {
      params,
      body: { action: "agentReplyChat", id: once(), text: answer },
    });
    if (closed) await client.call(chatStepsApi.closeChat, { params, body: { id: once(), feedback: closed } });
  }
}

async function chatWith(client: ApiClient, name: string): Promise<string | undefined> {
  const { chats: open } = await client.call(chatsApi.chatSummary, { query: { queue: "all" } });
  const { chats: ended } = await client.call(chatsApi.chatHistory, { query: { name } });
  return [...open, ...ended].find(({ person }) => person.name === name)?.chatId;
}
