import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { AGENT_NAME } from "#db/seed/index.ts";
import { kept } from "#tests/support/template-examples.ts";
import { startServed } from "#tests/support/served.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { Gateway } from "./gateway.ts";

const WHATSAPP_SIMULATOR = 91;

/** The basis of all walks: the built product with the demo's data, a way to it, and its API. */
export interface World {
  gateway: Gateway;
  client: ApiClient;
  /** The demo's bot. */
  agentId: string;
  /** A folder for files to upload. */
  folder: string;
  end(): Promise<void>;
}

export async function world(): Promise<World> {
  const served = await startServed({ seed: true });
  const gateway = await Gateway.before(served.url);
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const { agents } = await client.call(botsApi.listAgents, { query: { name: AGENT_NAME } });
  const agentId = agents[0]?.id ?? "";
  // The report has something to show from today.
  let sessionId: string | null = null;
  for (const text of ["what is my balance", "I lost my card", "block my card please"]) {
    const turn: { sessionId: string } = await client.call(botSessionsApi.predictIntent, {
      body: { agentId, sessionId, message: { text } },
    });
    sessionId = turn.sessionId;
  }
  const folder = mkdtempSync(join(tmpdir(), "chatbird-walk-"));
  return {
    gateway,
    client,
    agentId,
    folder,
    async end() {
      await gateway.close();
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file to be uploaded. */
export function fileOf({ folder }: World, name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A phone of the simulator without a bot, so that whoever writes waits for a person. */
export async function phoneOf({ client }: World, name: string) {
  const { id } = await client.call(channelsApi.createChannel, {
    body: { name, type: channelTypes.whatsApp, vendor: WHATSAPP_SIMULATOR, contactId: name },
  });
  const say = (person: { name: string; phone: string }, text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id },
      body: { person, body: { kind: "text", text } },
    });
  return { id, say };
}

/** A template that the vendor has approved. */
export async function approved({ client }: World, channelId: string, name: string): Promise<void> {
  const { id, revision } = await client.call(templatesApi.createTemplate, {
    body: { ...kept.base, name, channelId },
  });
  await client.call(templatesApi.submitTemplate, { params: { id }, body: { revision } });
  for (let tries = 0; tries < 200; tries++) {
    const { template } = await client.call(templatesApi.getTemplate, { params: { id } });
    if (template.status === "APPROVED") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The vendor does not approve ${name}.`);
}
