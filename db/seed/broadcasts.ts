import { channelTypes } from "#workers/contract/channel-types.ts";
import type { z } from "zod";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { hasCampaigns, type Place, requestOf, seedCampaigns } from "./campaigns.ts";
import { type ApiClient, type Send, signIn } from "./client.ts";
import { DEMO } from "./demo.ts";
import { waitUntil } from "./wait-until.ts";

const TIMEZONE = "Asia/Kolkata";
const STATEMENTS = "Statements of the quarter";
const DAY_MS = 24 * 3_600_000;

const samples = { "body/1": "Asha" };
const TEMPLATES: readonly z.input<typeof templatesApi.templateFields>[] = [
  {
    name: "statement_ready",
    language: "en",
    category: "UTILITY",
    components: {
      body: {
        text: "Hello {{1}}, your statement is ready. Sign in to read it, or reply here with a question.",
      },
      samples,
    },
  },
  {
    name: "festive_loan",
    language: "en",
    category: "MARKETING",
    components: {
      body: {
        text: "Hello {{1}}, this festive season home loans of Demo Bank start at 8.1 %. May we call you?",
      },
      footer: { text: "Reply STOP to hear of no more offers" },
      buttons: [{ type: "QUICK_REPLY", text: "Call me" }],
      samples,
    },
  },
  {
    name: "card_ready",
    language: "en",
    category: "UTILITY",
    components: {
      body: {
        text: "Hello {{1}}, your new card has left us and is with you within five working days. It replaces the one that ends this year; nothing changes for your standing orders. Reply here with a question.",
      },
      samples,
    },
  },
  {
    name: "card_on_its_way",
    language: "en",
    category: "UTILITY",
    components: {
      body: { text: "Hello {{1}}, your new card is on its way. Any question? Just reply." },
      samples,
    },
  },
];
/** Readers of the statement's message, and the answers of some. */
const READERS: readonly { phone: string; name: string; says?: string }[] = [
  { phone: "+919820011001", name: "Asha Verma", says: "Thank you, got it." },
  { phone: "+919820011002", name: "रवि शर्मा" },
  { phone: "+919820011003", name: "Priya Nair" },
  { phone: "+919820011005", name: "Meera Iyer", says: "Why are there two charges of ₹ 250?" },
  { phone: "+919820011009", name: "Rahul Kapoor" },
  { phone: "+4520123456", name: "Lars Andersen" },
];

const PATIENCE_MS = 60_000;

/**
 * Sends a broadcast to the demo's customers, schedules another one, and has campaigns of which each screen has
 * something to show. Resumes an interrupted run; does nothing when everything is there.
 */
export async function seedBroadcasts(baseUrl: string, log: (line: string) => void): Promise<void> {
  const send: Send = (path, init) => fetch(baseUrl + path, init);
  const client = await signIn(send, DEMO);
  if (await hasCampaigns(client)) return;
  const { channelConfig } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const channel = channelConfig.find(
    ({ type, vendor }) => type === channelTypes.whatsApp && vendor === vendorCodes.simulator,
  );
  if (!channel) return;
  const [statement = "", loan = "", card = "", shortCard = ""] = await templatesOn(client, channel.id);
  const place = { channelId: channel.id, statement, loan, card, shortCard };
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name: STATEMENTS } });
  if (broadcastList.length === 0) await sendStatements(client, place);
  await seedCampaigns(client, send, place);
  log("Added two broadcasts and two campaigns");
}

/** Answers the ids of the templates, once the simulator has approved them. */
async function templatesOn(client: ApiClient, channelId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const template of TEMPLATES) {
    const { templates } = await client.call(templatesApi.listTemplates, {
      query: { name: template.name, channelId },
    });
    let known = templates.find(({ name }) => name === template.name);
    known ??= await client.call(templatesApi.createTemplate, {
      body: { ...template, channelId },
    });
    const params = { id: known.id };
    if (known.status === "DRAFT")
      await client.call(templatesApi.submitTemplate, { params, body: { revision: known.revision } });
    await waitUntil(
      async () => {
        const { template: now } = await client.call(templatesApi.getTemplate, { params });
        return now.status === "APPROVED" || undefined;
      },
      `the template ${template.name} is approved`,
      PATIENCE_MS,
    );
    ids.push(known.id);
  }
  return ids;
}

async function sendStatements(client: ApiClient, { channelId, statement, loan }: Place): Promise<void> {
  await client.call(broadcastSendingApi.sendBroadcast, {
    body: {
      ...requestOf(channelId, loan),
      name: "Loans before the holidays",
      startAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
      timezone: TIMEZONE,
    },
  });
  const { id } = await client.call(broadcastSendingApi.sendBroadcast, {
    body: { ...requestOf(channelId, statement), name: STATEMENTS, timezone: TIMEZONE },
  });
  await waitUntil(
    async () => (await client.call(broadcastsApi.getBroadcast, { params: { id } })).data.endedAt ?? undefined,
    "the broadcast is over",
    PATIENCE_MS,
  );
  for (const { phone, name, says } of READERS) {
    const params = { id: channelId };
    await client.call(simulatorApi.simulatedRead, { params, body: { person: { phone } } });
    if (says !== undefined)
      await client.call(simulatorApi.simulatedSay, {
        params,
        body: { person: { phone, name }, body: { kind: "text", text: says } },
      });
  }
}
