import type { ApiClient } from "#db/seed/client.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";

let made = 0;

export interface Bot {
  agentId: string;
  name: string;
  storyId: string;
  /** Ids of the intents by their names. */
  intents: Record<string, string>;
}

/** A bot with one story and these intents (name → phrases). Names are new each time. */
export async function makeBot(client: ApiClient, intents: Record<string, string[]> = {}): Promise<Bot> {
  const name = `Bot ${process.pid} ${++made} ${Date.now()}`;
  const agent = await client.call(botsApi.saveAgent, { body: { name, description: "A bot under test" } });
  const story = await client.call(storiesApi.saveStory, { body: { agentId: agent.id, name: "Story" } });
  const bot: Bot = { agentId: agent.id, name, storyId: story.id, intents: {} };
  for (const [intentName, phrases] of Object.entries(intents)) {
    bot.intents[intentName] = (await saveIntent(client, bot, intentName, phrases)).id;
  }
  return bot;
}

export const saveIntent = (
  client: ApiClient,
  { agentId, storyId }: Pick<Bot, "agentId" | "storyId">,
  name: string,
  phrases: string[],
  response = `Answer of ${name}`,
) =>
  client.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name,
      utterances: phrases.map((utterance) => ({ utterance })),
      responses: [{ response }],
    },
  });

/** Phrases of a small bank, enough for a model that can be asked. */
export const smallBank = {
  Balance: [
    "what is my balance",
    "how much money is in my account",
    "show me my balance please",
    "account balance",
    "tell me how much money I have",
  ],
  "Lost card": [
    "I lost my card",
    "my credit card was stolen",
    "report a stolen card",
    "I cannot find my debit card",
    "somebody took my card",
  ],
};

const THINGS = {
  Balance: ["balance", "account", "money", "savings"],
  "Lost card": ["card", "wallet", "purse", "pin"],
  Transfer: ["transfer", "payment", "rent", "salary"],
  Loan: ["loan", "mortgage", "credit", "interest"],
};
const WAYS = [
  "what about my #",
  "tell me about the #",
  "I have a question about my #",
  "help me with the #",
  "something is wrong with my #",
];
/** Four intents of twenty phrases: enough for a training to find the threshold that is best. */
export const largerBank: Record<string, string[]> = Object.fromEntries(
  Object.entries(THINGS).map(([name, things]) => [
    name,
    things.flatMap((thing) => WAYS.map((way) => way.replace("#", thing))),
  ]),
);
