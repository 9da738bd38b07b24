import { automationSamplesTexts } from "#texts/automation-samples.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { launchEncap } from "#workers/contract/endpoints/automation-launch.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { type ApiClient, type Send, signIn } from "./client.ts";
import { DEMO } from "./demo.ts";
import { waitUntil } from "./wait-until.ts";

const { hours } = automationSamplesTexts.welcome;
const { title: journey } = automationSamplesTexts.welcome;
const { title: encap } = automationSamplesTexts.reminder;
const WORD = "hello bank";
/** The people who say the word, and what they choose then. */
const PEOPLE: readonly { phone: string; name: string; says?: string }[] = [
  { phone: "+919820012001", name: "Anil Mehta", says: hours },
  { phone: "+919820012002", name: "Deepa Rao", says: hours },
  { phone: "+919820012003", name: "Farah Khan", says: "What about holidays?" },
  { phone: "+919820012004", name: "Imran Shaikh" },
  { phone: "+919820012005", name: "Lata Joshi", says: hours },
];
const PATIENCE_MS = 20_000;

/** The ready welcome, with a milestone on the way of those whom its answer has helped. */
function withMilestone(graph: Graph): Graph {
  return {
    ...graph,
    nodes: [
      ...graph.nodes,
      {
        id: "helped",
        type: "milestone",
        name: "",
        position: { x: 0, y: 0 },
        data: { milestoneId: "Answered" },
      },
    ],
    edges: [
      ...graph.edges.filter(({ from }) => from !== "hours"),
      { from: "hours", port: "next", to: "helped" },
      { from: "helped", port: "next", to: "answered" },
    ],
  };
}

/** Has a journey on the simulator with people in it and an encap that is launched. Does nothing when the journey is there. */
export async function seedJourneys(
  baseUrl: string,
  samples: { welcome: Graph; reminder: Graph },
  log: (line: string) => void,
): Promise<void> {
  const send: Send = (path, init) => fetch(baseUrl + path, init);
  const client = await signIn(send, DEMO);
  const { automations } = await client.call(automationDoors.journey.list, { query: { name: journey } });
  if (automations.length > 0) return;
  const { channelConfig } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const channel = channelConfig.find(
    ({ type, vendor }) => type === channelTypes.whatsApp && vendor === vendorCodes.simulator,
  );
  if (!channel) return;
  await enter(client, channel.id, withMilestone(samples.welcome));
  await launch(client, channel.id, samples.reminder);
  log("Added a journey and an encap with people in them");
}

const say = (client: ApiClient, id: string, { phone, name }: { phone: string; name: string }, text: string) =>
  client.call(simulatorApi.simulatedSay, {
    params: { id },
    body: { person: { phone, name }, body: { kind: "text", text } },
  });

async function published(
  client: ApiClient,
  kind: AutomationKind,
  name: string,
  graph: Graph,
): Promise<string> {
  const api = automationDoors[kind];
  const { id } = await client.call(api.create, { body: { name, graph } });
  await client.call(api.publish, { params: { id }, body: { revision: 1 } });
  return id;
}

/** How many customers the encap asks. They have just written: later WhatsApp takes templates alone. */
const ASKED = 3;

async function launch(client: ApiClient, channelId: string, graph: Graph): Promise<void> {
  const { customers } = await client.call(customersApi.listCustomers, { query: {} });
  const asked = customers.customers
    .filter(({ phoneNumber }) => phoneNumber.startsWith("+91"))
    .slice(0, ASKED)
    .map(({ id, name, phoneNumber: phone }) => ({ id, name, phone }));
  for (const person of asked) await say(client, channelId, person, "Hello");
  for (const { phone, name } of asked) {
    await waitUntil(
      async () => {
        const query = { person: { phone } };
        const { entries } = await client.call(simulatorApi.simulatedPhone, {
          params: { id: channelId },
          query,
        });
        return entries.some(({ way }) => way === "out") || undefined;
      },
      `${name} is answered`,
      PATIENCE_MS,
    );
  }
  const params = { id: await published(client, "encap", encap, graph) };
  const { id: instanceId } = await client.call(launchEncap, {
    params,
    body: {
      channelId,
      name: encap,
      audience: { filter: null, customerIds: asked.map(({ id }) => id) },
      keywords: [],
      values: {},
      startAt: null,
    },
  });
  await waitUntil(
    async () => {
      const { runs } = await client.call(instanceDoors.encap.runs, { params: { ...params, instanceId } });
      return runs.length === asked.length || undefined;
    },
    "customers are asked for their day",
    PATIENCE_MS,
  );
}

async function enter(client: ApiClient, channelId: string, graph: Graph): Promise<void> {
  const params = { id: await published(client, "journey", journey, graph) };
  const api = instanceDoors.journey;
  const { id: instanceId } = await client.call(api.create, { params, body: { channelId, keywords: [WORD] } });
  for (const person of PEOPLE) await say(client, channelId, person, WORD);
  await waitUntil(
    async () => {
      const { runs } = await client.call(api.runs, { params: { ...params, instanceId } });
      return (runs.length === PEOPLE.length && runs.every(({ node }) => node?.id === "menu")) || undefined;
    },
    "people are asked what they want",
    PATIENCE_MS,
  );
  for (const person of PEOPLE)
    if (person.says !== undefined) await say(client, channelId, person, person.says);
}
