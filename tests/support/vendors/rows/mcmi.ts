import { createHmac } from "node:crypto";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { MCMI } from "../played/mcmi.ts";
import { common, named, type Row } from "../row.ts";

/** It has no stickers, takes files by their addresses, and passes on buttons for answers alone. */
function declines(body: MessageBody): boolean {
  switch (body.kind) {
    case "image":
    case "video":
    case "audio":
    case "document":
      return body.sticker === true || (body.medium.fileId === undefined && body.medium.url === undefined);
    case "buttons":
      return body.buttons.some(({ kind }) => kind !== "reply");
    default:
      return false;
  }
}

const answers: Row["answers"] = [
  ...common,
  ["that something is wrong", { status: 400, code: 7 }, "failed", { code: "7" }],
  ["202 with an error within", { status: 202, code: 7 }, "failed", { code: "7" }],
  ["that it is too busy", { status: 400, code: 429 }, "later", { code: "429" }],
  ["429", { status: 429, retryAfter: 5 }, "later", { afterMs: 5_000 }],
];

const onType = (name: string, type: number, contactId: string, to: Row["to"], fixtures: string): Row => ({
  name: `MCMI on ${name}`,
  adapter: named(vendorCodes.mcmi),
  channel: (baseUrl) => ({
    id: `channel-8-${type}`,
    type,
    contactId,
    settings: { baseUrl: `${baseUrl}/mcmi` },
    secrets: { authKey: MCMI.authKey },
    webhookToken: "mcmi-address-token",
  }),
  to,
  fixtures,
  signed: (body, secret = MCMI.authKey) => ({
    "x-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  }),
  declines,
  refusal: /^unauthorized$/,
  wrongCredentials: /user name, password/,
  account: new RegExp(contactId),
  answers,
});
const number: Row["to"] = [{ kind: "number", scope: "", value: "+919812345678" }];
const user: Row["to"] = [{ kind: "user", scope: MCMI.page, value: "u-1" }];

export const row: Row[] = [
  onType("WhatsApp", channelTypes.whatsApp, MCMI.number, number, "mcmi"),
  onType("Messenger", channelTypes.facebook, MCMI.page, user, "mcmi-page"),
  onType("Instagram", channelTypes.instagram, MCMI.page, user, "mcmi-page"),
  onType("the web", channelTypes.web, MCMI.page, user, "mcmi-page"),
  onType("IVRS", channelTypes.ivrs, MCMI.ivrs, number, "mcmi-ivrs"),
];
