import { createHmac } from "node:crypto";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { createChannel, meta } from "./channels.ts";
import type { Harness } from "./harness.ts";
import { rowsOf } from "./messaging.ts";
import type { Person } from "./people.ts";
import type { PlayedVendors } from "./vendors/server.ts";

/** Channels at played vendors, and customers who send files on them. */

export interface MediaChannel {
  id: string;
  /** Delivers one message as the vendor does: what it says of the message's kind, such as { image: { id } }. */
  deliver: (message: Record<string, unknown>, id: string) => Promise<Response>;
}

const atPlayed = async ({ env }: Pick<Harness, "env">, id: string, url: string): Promise<void> => {
  await env.TENANT_1.prepare("UPDATE channels SET settings = json_set(settings, '$.baseUrl', ?) WHERE id = ?")
    .bind(url, id)
    .run();
};

export async function whatsappAt(
  harness: Harness,
  owner: Person,
  { url, account }: PlayedVendors,
  from = "919876540001",
): Promise<MediaChannel> {
  const { phoneNumberId, wabaId, accessToken, appSecret } = account.graph;
  const data = { phoneNumberId, wabaId, accessToken, appSecret };
  const { id } = await createChannel(owner, meta({}, data));
  await atPlayed(harness, id, url);
  return {
    id,
    deliver: (message, messageId) => {
      const value = {
        messaging_product: "whatsapp",
        metadata: { display_phone_number: "4915112345678", phone_number_id: phoneNumberId },
        contacts: [{ profile: { name: "Asha" }, wa_id: from }],
        messages: [{ from, id: messageId, timestamp: String(Math.floor(Date.now() / 1_000)), ...message }],
      };
      const body = JSON.stringify({
        object: "whatsapp_business_account",
        entry: [{ id: wabaId, changes: [{ field: "messages", value }] }],
      });
      const signature = createHmac("sha256", appSecret).update(body).digest("hex");
      return harness.fetch(`/api/webhooks/whatsapp-cloud/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
        body,
      });
    },
  };
}

let updates = 0;

export async function telegramAt(
  harness: Harness,
  owner: Person,
  { url, account }: PlayedVendors,
  from = 7_001,
): Promise<MediaChannel & { update: (fields: Record<string, unknown>) => Promise<Response> }> {
  const { username, token } = account.telegram;
  const { id } = await owner.call(channelsApi.createChannel, {
    body: {
      name: "Telegram",
      type: channelTypes.telegram,
      vendor: vendorCodes.telegramBot,
      contactId: username,
      data: { token },
    },
  });
  await atPlayed(harness, id, url);
  const [{ secret } = { secret: "" }] = await rowsOf<{ secret: string }>(
    harness,
    "SELECT webhook_token AS secret FROM channels WHERE id = ?",
    id,
  );
  const chat = { id: from, type: "private" };
  const update = (fields: Record<string, unknown>) =>
    harness.fetch(`/api/webhooks/telegram/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
      body: JSON.stringify({ update_id: ++updates, ...fields }),
    });
  return {
    id,
    update,
    deliver: (message, messageId) =>
      update({
        message: {
          message_id: Number(messageId),
          from: { id: from, first_name: "Asha" },
          chat,
          date: Math.floor(Date.now() / 1_000),
          ...message,
        },
      }),
  };
}

export interface MediumRow {
  id: string;
  message_id: string;
  state: string;
  failure: string | null;
  file_id: string | null;
  attempts: number;
  body: string;
  bytes: number | null;
}

/** The files of a channel's messages in the order of their arrival, with the messages' bodies. */
export const mediaOf = (harness: Pick<Harness, "env">, { id }: { id: string }): Promise<MediumRow[]> =>
  rowsOf<MediumRow>(
    harness,
    "SELECT f.*, m.body FROM message_media f JOIN messages m ON m.id = f.message_id WHERE f.channel_id = ? ORDER BY m.seq",
    id,
  );

/** The rows and the objects of an enterprise's files. */
export async function filesOf(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
): Promise<{ states: string[]; objects: number; keys: string[] }> {
  const rows = await rowsOf<{ state: string; key: string }>(
    { env },
    "SELECT state, key FROM drive_files WHERE enterprise_id = ? ORDER BY id",
    enterpriseId,
  );
  const { objects } = await env.FILES.list({ prefix: `${enterpriseId}/drive/` });
  return {
    states: rows.map(({ state }) => state),
    objects: objects.length,
    keys: rows.map(({ key }) => key),
  };
}
