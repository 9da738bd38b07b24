import { channelTypes } from "#workers/contract/channel-types.ts";
import type { z } from "zod";
import * as acceptanceApi from "#workers/contract/endpoints/acceptance.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as mailPreviewApi from "#workers/contract/endpoints/mail-preview.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { type ApiClient, callWith, type Send, signIn } from "./client.ts";
import { DEMO } from "./demo.ts";
import { sealPassword } from "./seal-password.ts";
import { waitUntil } from "./wait-until.ts";

const TIMEZONE = "Asia/Kolkata";
const MAKER = "Kiran Desai";
const STATEMENTS = "Statements of the quarter";
const CAMPAIGN = "Festive loans";
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
const NAMED = [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }];
const EVERYBODY = { filter: { search: "", groups: [], tags: [] }, customerIds: [], file: null };

const PATIENCE_MS = 60_000;

/**
 * Sends a broadcast to the demo's customers, schedules another one, and has a campaign with an activity that was sent
 * and one that waits for a checker. Resumes an interrupted run; does nothing when everything is there.
 */
export async function seedBroadcasts(baseUrl: string, log: (line: string) => void): Promise<void> {
  const send: Send = (path, init) => fetch(baseUrl + path, init);
  const client = await signIn(send, DEMO);
  const { campaigns } = await client.call(campaignsApi.listCampaigns, { query: { name: CAMPAIGN } });
  if (campaigns.length > 0) return;
  const { channelConfig } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const channel = channelConfig.find(
    ({ type, vendor }) => type === channelTypes.whatsApp && vendor === vendorCodes.simulator,
  );
  if (!channel) return;
  const [statement = "", loan = ""] = await templatesOn(client, channel.id);
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name: STATEMENTS } });
  if (broadcastList.length === 0) await sendStatements(client, { channelId: channel.id, statement, loan });
  await addCampaign(client, send, { channelId: channel.id, statement, loan });
  log("Added two broadcasts and a campaign");
}

interface Place {
  channelId: string;
  statement: string;
  loan: string;
}

const requestOf = (channelId: string, templateUId: string) => ({
  channelId,
  phoneNumber: [],
  audience: EVERYBODY,
  message: { template: { templateUId } },
  columnMapping: NAMED,
});

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
  await client.call(broadcastsApi.sendBroadcast, {
    body: {
      ...requestOf(channelId, loan),
      name: "Loans before the holidays",
      startAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
      timezone: TIMEZONE,
    },
  });
  const { id } = await client.call(broadcastsApi.sendBroadcast, {
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

/** Made by a colleague, so that whoever signs in as the demo's owner can decide on what waits. */
async function addCampaign(
  client: ApiClient,
  send: Send,
  { channelId, statement, loan }: Place,
): Promise<void> {
  const maker = await makerOf(client, send);
  const { id: campaignId } = await maker.call(campaignsApi.createCampaign, {
    body: { name: CAMPAIGN, description: "Home loans for customers who have a savings account." },
  });
  const made = async (name: string, templateId: string) => {
    const { id } = await maker.call(activitiesApi.createActivity, {
      params: { id: campaignId },
      body: { name, request: requestOf(channelId, templateId) },
    });
    await maker.call(activitiesApi.moveActivity, { params: { id, action: "submit" } });
    return id;
  };
  const sent = { id: await made("Statement before the offer", statement) };
  const { revision } = await client.call(activitiesApi.getActivity, { params: sent });
  await client.call(activitiesApi.approveActivity, { params: sent, body: { revision } });
  await maker.call(activitiesApi.moveActivity, { params: { ...sent, action: "start" } });
  await made("The offer", loan);
}

/** A colleague who came by an invitation; a run that was broken off has left one whose password nobody knows. */
async function makerOf(client: ApiClient, send: Send): Promise<ApiClient> {
  const { users } = await client.call(usersApi.listUsers, { query: { name: MAKER } });
  const email = users.length === 0 ? "kiran@chatbird.example" : `kiran.${Date.now()}@chatbird.example`;
  await client.call(invitationsApi.createInvitation, { body: { emailId: email, roles: [4] } });
  const code = await waitUntil(
    async () => {
      const { mails } = await client.call(mailPreviewApi.listMails);
      const link = mails.find(({ to }) => to === email)?.link;
      return (link && new URL(link).searchParams.get("code")) || undefined;
    },
    "the invitation's mail is there",
    PATIENCE_MS,
  );
  const password = crypto.randomUUID();
  await callWith(send, undefined, acceptanceApi.acceptInvitation, {
    params: { id: code },
    body: { name: MAKER, password: await sealPassword(client, password, code) },
  });
  return signIn(send, { email, password });
}
