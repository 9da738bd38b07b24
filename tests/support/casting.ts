import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "#db/seed/client.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { MOST_NUMBERS } from "#workers/contract/broadcast.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { inDatabase } from "./message-power.ts";
import { TEMPLATE } from "./outside-vendor.ts";
import type { Power } from "./power.ts";
import { GOOGLE_RBM } from "./vendors/played/google-rbm.ts";
import { PLAYED } from "./vendors/plays.ts";

/** A channel from which broadcasts go, and an approved template of it. */
export interface CastingChannel {
  channelId: string;
  templateUId: string;
}

/**
 * A channel of WhatsApp whose vendor is played at an address. No form takes the address: the system is cut off, its row
 * written, and the system started again.
 */
export async function outsideChannel(
  power: Power,
  url: string,
  rate: number,
  who?: { email: string; password: string },
): Promise<CastingChannel> {
  const client = await power.signIn(who);
  const { phoneNumberId, wabaId, number, accessToken, appSecret } = PLAYED.graph;
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      name: "Outside",
      type: channelTypes.whatsApp,
      vendor: vendorCodes.whatsAppCloud,
      contactId: `+${number}`,
      rate,
      data: { phoneNumberId, wabaId, accessToken, appSecret },
    },
  });
  await playedAt(power, channelId, url);
  const again = await power.signIn(who);
  await again.call(templatesApi.syncTemplates, { body: { channelId } });
  return { channelId, templateUId: await approved(again, channelId) };
}

const playedAt = (power: Power, channelId: string, url: string) =>
  power.cut(() =>
    inDatabase(
      power.state,
      "UPDATE channels SET settings = json_set(settings, '$.baseUrl', ?) WHERE id = ? RETURNING id",
      url,
      channelId,
    ),
  );

/** The same of RCS, whose vendor honours our key. */
export async function idempotentChannel(power: Power, url: string, rate: number): Promise<CastingChannel> {
  const client = await power.signIn();
  const { agentId, ...secrets } = GOOGLE_RBM;
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      name: "Idempotent",
      type: channelTypes.rcs,
      vendor: vendorCodes.googleRbm,
      contactId: agentId,
      rate,
      data: secrets,
    },
  });
  await playedAt(power, channelId, url);
  return { channelId, templateUId: await released(await power.signIn(), channelId) };
}

/** The same with the simulator, which honours our key. */
export async function simulatedChannel(client: ApiClient, rate: number): Promise<CastingChannel> {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: {
      name: "Simulated",
      type: channelTypes.whatsApp,
      vendor: vendorCodes.simulator,
      contactId: "casting",
      rate,
    },
  });
  return { channelId, templateUId: await released(client, channelId) };
}

/** A template that is made and sent for approval, which is soon given. */
async function released(client: ApiClient, channelId: string): Promise<string> {
  const { id, revision } = await client.call(templatesApi.createTemplate, {
    body: {
      channelId,
      name: TEMPLATE,
      language: "en",
      category: "UTILITY",
      components: { body: { text: "Hello {{1}}, good to see you." }, samples: { "body/1": "Asha" } },
    },
  });
  await client.call(templatesApi.submitTemplate, { params: { id }, body: { revision } });
  return approved(client, channelId);
}

async function approved(client: ApiClient, channelId: string): Promise<string> {
  for (;;) {
    const { templates } = await client.call(templatesApi.listTemplates, {
      query: { channelId, status: "APPROVED" },
    });
    const [first] = templates;
    if (first) return first.id;
    await pause(200);
  }
}

export const numbersOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `+9198${String(10_000_000 + at)}`);

/** Begins as many broadcasts as these numbers need, and answers their ids. */
export async function cast(
  client: ApiClient,
  { channelId, templateUId }: CastingChannel,
  numbers: readonly string[],
  command = channelId,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < numbers.length; at += MOST_NUMBERS) {
    const { id } = await client.call(broadcastSendingApi.sendBroadcast, {
      body: {
        channelId,
        phoneNumber: numbers.slice(at, at + MOST_NUMBERS),
        message: { template: { templateUId } },
        columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
        commandId: `${at}-${command}`,
      },
    });
    ids.push(id);
  }
  return ids;
}
