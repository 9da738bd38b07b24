import type { z } from "zod";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { ApiClient } from "./client.ts";
import { waitUntil } from "./wait-until.ts";

const PATIENCE_MS = 60_000;

type On = "whatsApp" | "sms" | "rcs";
type Fields = z.input<typeof templatesApi.templateFields>;
const samples = { "body/1": "Asha" };
/** A text that India's operators have on record; its header says that it is a service. */
const registered = (templateId: string) => ({ templateId, header: "S" as const, links: [] });

export const demoTemplates: readonly (Fields & { on: On })[] = [
  {
    on: "whatsApp",
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
    on: "whatsApp",
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
    on: "whatsApp",
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
    on: "whatsApp",
    name: "card_on_its_way",
    language: "en",
    category: "UTILITY",
    components: {
      body: { text: "Hello {{1}}, your new card is on its way. Any question? Just reply." },
      samples,
    },
  },
  {
    on: "whatsApp",
    name: "kyc_due",
    language: "en",
    category: "UTILITY",
    components: {
      body: {
        text: "Hello {{1}}, once a year we look at the papers of your account. Please show one with a photo at your branch this month.",
      },
      samples,
    },
  },
  {
    on: "rcs",
    name: "app_update",
    language: "en",
    category: "UTILITY",
    components: {
      body: { text: "Hello {{1}}, our app now shows where your card was used. Update it to look." },
    },
  },
  {
    on: "sms",
    name: "Holiday hours",
    language: "en",
    category: "UTILITY",
    components: {
      body: {
        text: "Dear customer, all branches of Demo Bank are closed on the public holiday next week. The app is open.",
      },
      dlt: registered("1107160000000040001"),
    },
  },
  {
    on: "sms",
    name: "Card payment due",
    language: "en",
    category: "UTILITY",
    components: {
      body: { text: "Dear customer, your card payment is due on the 5th. Demo Bank" },
      dlt: registered("1107160000000040002"),
    },
  },
];

/** The simulator's channels on which the demo sends to many; undefined where one is gone. */
export async function sendingChannels(client: ApiClient): Promise<Record<On, string> | undefined> {
  const { channelConfig } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const idOf = (kind: number) =>
    channelConfig.find(({ type, vendor }) => type === kind && vendor === vendorCodes.simulator)?.id ?? "";
  const { whatsApp, sms, rcs } = channelTypes;
  const channels = { whatsApp: idOf(whatsApp), sms: idOf(sms), rcs: idOf(rcs) };
  return Object.values(channels).includes("") ? undefined : channels;
}

/** Answers the ids of the demo's templates by their names, once the simulator has approved them. */
export async function templatesOn(
  client: ApiClient,
  channels: Readonly<Record<On, string>>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { on, ...template } of demoTemplates) {
    const channelId = channels[on];
    const { templates } = await client.call(templatesApi.listTemplates, {
      query: { channelId, perPage: -1 },
    });
    let known = templates.find(({ name }) => name === template.name);
    known ??= await client.call(templatesApi.createTemplate, { body: { ...template, channelId } });
    if (known.status === "DRAFT")
      await client.call(templatesApi.submitTemplate, {
        params: { id: known.id },
        body: { revision: known.revision },
      });
    ids[template.name] = known.id;
  }
  for (const [name, id] of Object.entries(ids))
    await waitUntil(
      async () => {
        const { template } = await client.call(templatesApi.getTemplate, { params: { id } });
        return template.status === "APPROVED" || undefined;
      },
      `the template ${name} is approved`,
      PATIENCE_MS,
    );
  return ids;
}
