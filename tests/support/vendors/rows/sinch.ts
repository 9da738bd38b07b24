import { createHmac } from "node:crypto";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { SINCH } from "../played/sinch.ts";
import { common, named, type Row } from "../row.ts";

const SECRET = "sinch-webhook-secret";

/** It takes files by their addresses and without words, plain buttons, and what its keys can name. */
function declines(body: MessageBody): boolean {
  if ("medium" in body && body.medium?.vendorId !== undefined) return true;
  if ("caption" in body && body.caption) return true;
  if (body.kind === "buttons")
    return (
      Boolean(body.header || body.footer || body.medium) || body.buttons.some(({ kind }) => kind !== "reply")
    );
  if (body.kind !== "template") return false;
  const isNamed = body.header?.kind === "text" && body.header.name !== undefined;
  return isNamed || body.offerEndsAt !== undefined || body.buttons.some(({ kind }) => kind === "code");
}

function signed(body: Uint8Array, secret = SECRET): Record<string, string> {
  const [nonce, time] = ["01NONCE", String(Math.floor(Date.now() / 1_000))];
  const signature = createHmac("sha256", secret).update(body).update(`.${nonce}.${time}`).digest("base64");
  return {
    "x-sinch-webhook-signature": signature,
    "x-sinch-webhook-signature-nonce": nonce,
    "x-sinch-webhook-signature-timestamp": time,
    "x-sinch-webhook-signature-algorithm": "HmacSHA256",
  };
}

const { keySecret, ...settings } = SINCH;
const rowOn = (more: Pick<Row, "name" | "to" | "fixtures">, type: number, contactId: string): Row => ({
  ...more,
  adapter: named(vendorCodes.sinch),
  channel: (baseUrl) => ({
    id: "channel-6",
    type,
    contactId,
    settings: { ...settings, region: "eu", baseUrl: `${baseUrl}/sinch` },
    secrets: { keySecret },
    webhookToken: SECRET,
  }),
  signed,
  isBeside: ({ path }) => path === "/sinch/oauth2/token",
  declines,
  refusal: /^HTTP 401$/,
  wrongCredentials: /user name, password/,
  answers: [
    ...common,
    ["a wrong argument", { status: 400, code: 400 }, "failed", { code: "INVALID_ARGUMENT" }],
    ["that it is in another region", { status: 404, code: 404 }, "failed", { code: "PLAYED" }],
    ["too many", { status: 429, code: 429, retryAfter: 4 }, "later", { afterMs: 4_000 }],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
});

export const row: Row[] = [
  rowOn(
    {
      name: "Sinch WhatsApp",
      to: [{ kind: "number", scope: "", value: "+919812345678" }],
      fixtures: "sinch",
    },
    channelTypes.whatsApp,
    "919321820001",
  ),
  rowOn(
    {
      name: "Sinch Telegram",
      to: [{ kind: "user", scope: "lucky_shrub_bot", value: "1111222233" }],
      fixtures: "sinch-telegram",
    },
    channelTypes.telegram,
    "lucky_shrub_bot",
  ),
];
