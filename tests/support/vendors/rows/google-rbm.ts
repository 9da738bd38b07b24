import { createHmac } from "node:crypto";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { GOOGLE_RBM } from "../played/google-rbm.ts";
import { declinedByRcs, envelope, part } from "../rcs-message.ts";
import { common, named, type Row } from "../row.ts";

/** It knows no templates, so one is its words. */
function declines(body: MessageBody): boolean {
  if (body.kind !== "template") return declinedByRcs(body);
  const { header, buttons, cards = [], offerEndsAt } = body;
  const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
  return isMore || (header !== undefined && header.kind !== "text");
}

function signed(body: Uint8Array, secret = GOOGLE_RBM.clientToken): Record<string, string> {
  const { data } = part(part(JSON.parse(Buffer.from(body).toString()))["message"]);
  const bytes = Buffer.from(String(data), "base64");
  return { "x-goog-signature": createHmac("sha512", secret).update(bytes).digest("base64") };
}

const { agentId, ...secrets } = GOOGLE_RBM;
export const row: Row = {
  name: "Google RBM",
  adapter: named(vendorCodes.googleRbm),
  channel: (baseUrl) => ({
    id: "channel-96",
    type: channelTypes.rcs,
    contactId: agentId,
    settings: { baseUrl: `${baseUrl}/google-rbm` },
    secrets,
    webhookToken: "nobody-asks-for-it",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "google-rbm",
  signed,
  encode: (event) => envelope(event, { type: "message", project_number: "1" }),
  worded: (name, word) =>
    name === "serviceAccount"
      ? JSON.stringify({ ...part(JSON.parse(secrets.serviceAccount)), private_key_id: word })
      : undefined,
  isBeside: ({ path }) => path === "/google-rbm/token",
  declines,
  refusal: /^key$/,
  wrongCredentials: /service account/,
  account: /rbm@lucky-shrub/,
  answers: [
    ...common,
    ["a wrong argument", { status: 400, code: 400 }, "failed", { code: "INVALID_ARGUMENT" }],
    ["that the person has no RCS", { status: 404, code: 404 }, "failed", { code: "NOT_FOUND" }],
    ["that the agent is another's", { status: 403, code: 403 }, "failed", { code: "PERMISSION_DENIED" }],
    ["too many", { status: 429, code: 429, retryAfter: 4 }, "later", { afterMs: 4_000 }],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
