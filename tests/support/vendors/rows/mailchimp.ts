import { createHmac } from "node:crypto";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { WEBHOOK } from "../deliveries.ts";
import { MAILCHIMP } from "../played/mailchimp.ts";
import { common, named, type Row } from "../row.ts";

const { fromEmail, fromName, subAccount, authKey, webhookKey } = MAILCHIMP;

function signed(body: Uint8Array, secret = webhookKey): Record<string, string> {
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))].map(
    ([name, value]) => name + value,
  );
  const signature = createHmac("sha1", secret)
    .update(WEBHOOK + fields.join(""))
    .digest("base64");
  return { "x-mandrill-signature": signature };
}

/** A mail has words, links and files, and its template words alone. */
function declines(body: MessageBody): boolean {
  if ("medium" in body && body.medium && !(body.medium.fileId ?? body.medium.url)) return true;
  if (body.kind !== "template") return false;
  const { header, buttons, cards = [], offerEndsAt } = body;
  const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
  return isMore || (header !== undefined && header.kind !== "text");
}

export const row: Row = {
  name: "Mailchimp",
  adapter: named(vendorCodes.mailchimp),
  channel: (baseUrl) => ({
    id: "channel-10",
    type: channelTypes.email,
    contactId: fromEmail,
    settings: { fromName, subAccount, baseUrl: `${baseUrl}/mailchimp` },
    secrets: { authKey, webhookKey },
    webhookToken: "nobody-asks-for-it",
  }),
  to: [{ kind: "mail", scope: "", value: "asha@customer.example" }],
  fixtures: "mailchimp",
  signed,
  encode: (body) => {
    const { list } = typeof body === "object" && body !== null ? (body as { list?: unknown }) : {};
    return String(new URLSearchParams({ mandrill_events: JSON.stringify(list ?? body) }));
  },
  filesWithin: true,
  declines,
  refusal: /Invalid_Key/,
  wrongCredentials: /password or key/,
  account: /care@lucky-shrub/,
  answers: [
    ...common,
    ["that the key is wrong", { code: 401 }, "failed", { code: "Invalid_Key" }],
    ["that nothing is paid", { code: 402 }, "failed", { code: "PaymentRequired" }],
    ["that the subaccount is nobody's", { code: 12 }, "failed", { code: "Unknown_Subaccount" }],
    ["a fault of its own", { code: 500 }, "unknown", { code: "GeneralError" }],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
