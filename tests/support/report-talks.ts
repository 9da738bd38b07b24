import { trainBot } from "#db/seed/train.ts";
import type { ApiClient } from "#db/seed/client.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import { makeBot, smallBank, type Bot } from "./bot.ts";

const SAID = [
  "what is my balance",
  "please tell me how much money I have",
  "I lost my card",
  "somebody stole my credit card",
  "will it rain on the moon tomorrow",
] as const;

/** A trained bot with a conversation held today: four messages that it understands, and one that it does not. */
export async function botWithReport(client: ApiClient): Promise<Bot> {
  const bot = await makeBot(client, smallBank);
  await trainBot(client, bot.agentId);
  let sessionId: string | null = null;
  for (const text of SAID) {
    const turn: { sessionId: string } = await client.call(botSessionsApi.predictIntent, {
      body: { agentId: bot.agentId, sessionId, message: { text } },
    });
    sessionId = turn.sessionId;
  }
  return bot;
}
