import type { MessageBody } from "#workers/contract/message-body.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { KARIX } from "../played/karix.ts";
import { common, named, type Row } from "../row.ts";

const both = {
  adapter: named(vendorCodes.karix),
  to: [{ kind: "number" as const, scope: "", value: "+919812345678" }],
  fixtures: "karix",
  signed: "address" as const,
  refusal: /^HTTP 403$/,
  wrongCredentials: /password or key/,
  answers: [
    ...common,
    ["that nothing is left to pay with", { status: 402, code: 402 }, "failed", { code: "HTTP 402" }],
    ["a wrong field", { status: 400, code: 400 }, "failed", { code: "HTTP 400" }],
    ["too many", { status: 429, code: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
    ["a fault of its own", { status: 500, code: 500 }, "unknown"],
    [
      "that the record failed at once",
      {
        status: 202,
        body: '{"meta":{},"objects":[{"uid":"k-1","status":"failed","error":{"code":"1017","message":"No route."}}]}',
      },
      "failed",
      { code: "1017" },
    ],
    [
      "that the record was rejected, without an error",
      { status: 202, body: '{"objects":[{"uid":"k-1","status":"rejected"}]}' },
      "failed",
      { code: "rejected" },
    ],
    ["202 with no record", { status: 202, body: '{"meta":{},"objects":[]}' }, "unknown"],
  ] satisfies Row["answers"],
};
const channelOf = (type: number, contactId: string) => (baseUrl: string) => ({
  id: "channel-1",
  type,
  contactId,
  settings: { username: KARIX.username, baseUrl: `${baseUrl}/karix` },
  secrets: { password: KARIX.password },
  webhookToken: "karix-address-token",
});

/** Words alone make a template, and an address a file. */
function declines(body: MessageBody): boolean {
  if (body.kind === "template")
    return body.header?.kind === "image" || body.cards !== undefined || body.offerEndsAt !== undefined;
  return "medium" in body && body.medium?.vendorId !== undefined;
}

export const row: Row[] = [
  { ...both, name: "Karix SMS", channel: channelOf(0, KARIX.sms) },
  { ...both, name: "Karix WhatsApp", channel: channelOf(4, KARIX.whatsapp), declines },
];
