import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { KARIX_RCM } from "../played/karix-rcm.ts";
import { declinedByRcs } from "../rcs-message.ts";
import { common, named, type Row } from "../row.ts";

const { accKey, number, sender, entityId, templateId } = KARIX_RCM;
const rowOn = (
  name: string,
  { type, contactId, declines }: { type: number; contactId: string; declines?: Row["declines"] },
): Row => ({
  name,
  adapter: named(vendorCodes.karixRcm),
  channel: (baseUrl) => ({
    id: "channel-1",
    type,
    contactId,
    settings: { environment: "1", entityId, templateId, baseUrl: `${baseUrl}/karix-rcm` },
    secrets: { accKey },
    webhookToken: "karix-rcm-address-token",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "karix-rcm",
  signed: "address",
  ...(declines && { declines }),
  refusal: /^401$/,
  wrongCredentials: /password or key/,
  account: new RegExp(contactId),
  answers: [
    ...common,
    ["an error within 200", { status: 200, code: 1007 }, "failed", { code: "1007" }],
    ["too many, within 200", { status: 200, code: 429 }, "later", { code: "429" }],
    ["too many", { status: 429, code: 429, retryAfter: 4 }, "later", { afterMs: 4_000 }],
    ["a fault of its own, within 200", { status: 200, code: 500 }, "unknown", { code: "500" }],
    ["200 with a code and no id", { body: '{"statusCode":"200","status":{"code":"200"}}' }, "unknown"],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
});

/** Files go by their addresses, replies have no links beside them, and variables are counted. */
function declinesWhatsapp(body: MessageBody): boolean {
  if ("medium" in body && body.medium?.vendorId !== undefined) return true;
  if ("sticker" in body && body.sticker) return true;
  if (body.kind === "buttons") return body.buttons.some(({ kind }) => kind !== "reply");
  if (body.kind !== "template") return false;
  const isNamed = body.header?.kind === "text" && body.header.name !== undefined;
  const isMore = body.cards !== undefined || body.offerEndsAt !== undefined;
  return isNamed || isMore || body.buttons.some(({ kind }) => kind === "code");
}

/** A template is its words there. */
function declinesRcs(body: MessageBody): boolean {
  if (body.kind !== "template") return declinedByRcs(body);
  const { header, buttons, cards = [], offerEndsAt } = body;
  const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
  return isMore || (header !== undefined && header.kind !== "text");
}

export const row: Row[] = [
  rowOn("Karix RCM WhatsApp", { type: channelTypes.whatsApp, contactId: number, declines: declinesWhatsapp }),
  rowOn("Karix RCM RCS", { type: channelTypes.rcs, contactId: number, declines: declinesRcs }),
  rowOn("Karix RCM SMS", { type: channelTypes.sms, contactId: sender }),
];
