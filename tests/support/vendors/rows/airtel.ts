import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { AIRTEL } from "../played/airtel.ts";
import { declinedByRcs } from "../rcs-message.ts";
import { common, named, type Row } from "../row.ts";

const adapter = named(vendorCodes.airtel);
const to: Row["to"] = [{ kind: "number", scope: "", value: "+919812345678" }];

/** It has no stickers, no file above buttons, no sections, and fills in neither codes nor what lies at Airtel. */
function declines(body: MessageBody): boolean {
  switch (body.kind) {
    case "image":
      return body.sticker === true;
    case "buttons":
      return body.medium !== undefined || body.buttons.some(({ kind }) => kind !== "reply");
    case "list":
      return body.sections.length > 1;
    case "template":
      return (
        body.offerEndsAt !== undefined ||
        body.cards !== undefined ||
        body.buttons.some(({ kind }) => kind === "code")
      );
    default:
      return false;
  }
}

function declinesRcs(body: MessageBody): boolean {
  if (body.kind !== "template") return declinedByRcs(body);
  const { header, body: values, buttons, cards = [], offerEndsAt } = body;
  if (buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined) return true;
  return [header, ...values].some((each) => each && (each.kind !== "text" || each.name !== undefined));
}

export const row: Row[] = [
  {
    name: "Airtel on WhatsApp",
    adapter,
    channel: (baseUrl) => ({
      id: "channel-9",
      type: channelTypes.whatsApp,
      contactId: AIRTEL.number,
      settings: {
        username: AIRTEL.username,
        customerId: AIRTEL.customerId,
        businessId: AIRTEL.businessId,
        baseUrl: `${baseUrl}/airtel`,
      },
      secrets: { password: AIRTEL.password },
      webhookToken: "airtel-address-token",
    }),
    to,
    session: AIRTEL.session,
    filesAtOnce: true,
    fixtures: "airtel",
    signed: "address",
    declines,
    refusal: /^401$/,
    wrongCredentials: /user name, password/,
    account: /919321820009/,
    answers: [
      ...common,
      ["that WhatsApp is too busy", { status: 400, code: 130_429 }, "later", { code: "130429" }],
      ["that the window is closed", { status: 400, code: 131_047 }, "failed", { code: "131047" }],
      ["its own code for a fault", { status: 400, code: -8 }, "later", { code: "-8" }],
      ["another code", { status: 400, code: 1_008 }, "failed", { code: "1008" }],
      ["200 with an error within", { status: 200, code: 1_008 }, "failed", { code: "1008" }],
      ["429", { status: 429, retryAfter: 5 }, "later", { afterMs: 5_000 }],
    ],
  },
  {
    name: "Airtel on RCS",
    adapter,
    channel: (baseUrl) => ({
      id: "channel-9-rcs",
      type: channelTypes.rcs,
      contactId: AIRTEL.agentId,
      settings: {
        customerId: AIRTEL.customerId,
        subAccountId: AIRTEL.subAccountId,
        baseUrl: `${baseUrl}/airtel`,
      },
      secrets: { accKey: AIRTEL.rcsKey },
      webhookToken: "airtel-rcs-token-x",
    }),
    to,
    fixtures: "airtel-rcs",
    signed: "address",
    declines: declinesRcs,
    refusal: /^HTTP 401$/,
    wrongCredentials: /user name, password/,
    account: /agent-9/,
    answers: [
      ...common,
      ["that nothing is right", { status: 400, code: 400 }, "failed", { code: "HTTP 400" }],
      [
        "200 without success",
        { body: '{"success":false,"code":400,"message":"Played","messageRequestId":"r-1"}' },
        "failed",
        { code: "HTTP 400" },
      ],
      ["429", { status: 429, retryAfter: 5 }, "later", { afterMs: 5_000 }],
    ],
  },
];
