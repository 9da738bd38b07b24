import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { VI } from "../played/vi.ts";
import { declinedByRcs, envelope } from "../rcs-message.ts";
import { common, named, type Row } from "../row.ts";

/** Its templates have variables with names, in their words alone. */
function declines(body: MessageBody): boolean {
  if (body.kind !== "template") return declinedByRcs(body);
  const { header, body: values, buttons, cards = [], offerEndsAt } = body;
  if (buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined) return true;
  return [header, ...values].some((each) => each && (each.kind !== "text" || each.name === undefined));
}

export const row: Row = {
  name: "VI",
  adapter: named(vendorCodes.vi),
  channel: (baseUrl) => ({
    id: "channel-11",
    type: channelTypes.rcs,
    contactId: VI.botId,
    settings: { clientId: VI.clientId, baseUrl: `${baseUrl}/vi` },
    secrets: { clientSecret: VI.clientSecret },
    webhookToken: "vi-address-token",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "vi",
  signed: "address",
  // The older events come without an envelope.
  encode: (event) =>
    typeof event === "object" && event !== null && "RCSMessage" in event
      ? JSON.stringify(event)
      : envelope(event, { business_id: VI.botId, type: "message" }),
  isBeside: ({ path }) => path.startsWith("/vi/auth/"),
  declines,
  refusal: /^HTTP 401$/,
  wrongCredentials: /user name, password/,
  account: /vi-client/,
  answers: [
    ...common,
    ["a wrong argument", { status: 400, code: 400 }, "failed", { code: "INVALID_ARGUMENT" }],
    ["that the person has no RCS", { status: 404, code: 404 }, "failed", { code: "NOT_FOUND" }],
    ["too many", { status: 429, code: 429, retryAfter: 4 }, "later", { afterMs: 4_000 }],
    ["202 with an error", { status: 202, body: '{"name":"x","error":{"code":5}}' }, "unknown"],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
