import { trainBot } from "./train.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";
import { banking, type SeedIntent } from "./banking.ts";
import { seedBilling } from "./billing.ts";
import { seedChannels } from "./channels.ts";
import { seedChats } from "./chats.ts";
import { signIn, type ApiClient } from "./client.ts";
import { seedCustomers } from "./customers.ts";
import { DEMO } from "./demo.ts";
import { seedLibrary } from "./library.ts";
import { seedPeople } from "./people.ts";
import { clinc150 } from "./reference-data.ts";

export const AGENT_NAME = "Banking Assistant";

/**
 * Fills the demo enterprise through the public API: colleagues, customers, the trained banking assistant, channels of
 * the simulator, canned messages, a few chats. Resumes an interrupted run; does nothing when all is there.
 */
export async function seed(baseUrl: string, log: (line: string) => void): Promise<void> {
  const client = await signIn((path, init) => fetch(baseUrl + path, init), DEMO);
  await seedPeople(client, log);
  await seedCustomers(client, log);
  const agentId = await seedAssistant(client, log);
  await seedChannels(client, agentId, log);
  await seedLibrary(client, log);
  await seedChats(client, log);
  await seedBilling(client, log);
}

/** Answers the assistant's id. */
async function seedAssistant(client: ApiClient, log: (line: string) => void): Promise<string> {
  const agent = await findOrMakeAgent(client);
  const { training } = await client.call(botsApi.getAgent, { params: { id: agent.id } });
  if (training.state === "trained") return agent.id;

  const intents = withPhrases(banking);
  log(`Building ${AGENT_NAME}: ${intents.length} intents, ${count(intents)} phrases`);
  await makeAccountEntity(client, agent.id);
  const stories = await findOrMakeStories(client, agent.id);
  for (const intent of intents) {
    const storyId = stories.get(intent.story) ?? "";
    await saveOnce(client, agent.id, storyId, intent);
  }
  await trainBot(client, agent.id);
  return agent.id;
}

/** The data set's training phrases where it is at hand, else our own few. */
function withPhrases(intents: SeedIntent[]): SeedIntent[] {
  const train = clinc150()?.train;
  if (!train) return intents.filter(({ phrases }) => phrases.length > 0);
  const byLabel = Map.groupBy(train, ([, label]) => label);
  return intents.map((intent) => ({
    ...intent,
    phrases: [...new Set((byLabel.get(intent.label) ?? []).map(([text]) => text))],
  }));
}

const count = (intents: SeedIntent[]): number =>
  intents.reduce((sum, { phrases }) => sum + phrases.length, 0);

async function findOrMakeAgent(client: ApiClient) {
  const { agents } = await client.call(botsApi.listAgents, { query: { name: AGENT_NAME } });
  const found = agents.find(({ name }) => name === AGENT_NAME);
  return (
    found ??
    client.call(botsApi.saveAgent, {
      body: { name: AGENT_NAME, description: "Answers what a bank's customers ask most, day and night." },
    })
  );
}

async function makeAccountEntity(client: ApiClient, agentId: string): Promise<void> {
  const { entities } = await client.call(entitiesApi.listEntities, { params: { id: agentId }, query: {} });
  if (entities.length > 0) return;
  await client.call(entitiesApi.saveEntity, {
    body: {
      agentId,
      name: "account",
      values: [
        { value: "savings", type: "synonymns", synonyms: ["savings account", "saving account"] },
        { value: "checking", type: "synonymns", synonyms: ["checking account", "current account"] },
      ],
    },
  });
}

async function findOrMakeStories(client: ApiClient, agentId: string): Promise<Map<string, string>> {
  const { childStories } = await client.call(storiesApi.listStories, { params: { id: agentId } });
  const ids = new Map(childStories.map(({ name, id }) => [name, id]));
  for (const name of new Set(banking.map(({ story }) => story))) {
    if (!ids.has(name))
      ids.set(name, (await client.call(storiesApi.saveStory, { body: { agentId, name } })).id);
  }
  return ids;
}

async function saveOnce(
  client: ApiClient,
  agentId: string,
  storyId: string,
  intent: SeedIntent,
): Promise<void> {
  const { name, response, phrases } = intent;
  const { intents } = await client.call(intentsApi.listIntents, {
    params: { agentId, storyId },
    query: { name },
  });
  if (intents.some((known) => known.name === name)) return;
  await client.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name,
      responses: [{ response }],
      utterances: phrases.map((utterance) => ({ utterance })),
    },
  });
}
