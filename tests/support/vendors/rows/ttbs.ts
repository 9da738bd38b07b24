import { vendorCodes } from "#workers/contract/vendors.ts";
import { TTBS } from "../played/ttbs.ts";
import { common, named, type Row } from "../row.ts";

export const row: Row = {
  name: "TTBS",
  adapter: named(vendorCodes.ttbs),
  channel: (baseUrl) => ({
    id: "channel-13",
    type: 0,
    contactId: TTBS.sender,
    settings: { user: TTBS.user, PE_ID: TTBS.PE_ID, templateId: TTBS.templateId, baseUrl: `${baseUrl}/ttbs` },
    secrets: { pswd: TTBS.pswd },
    webhookToken: "ttbs-address-token",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "ttbs",
  signed: "address",
  refusal: /^HTTP 401$/,
  wrongCredentials: /password or key/,
  answers: [
    ...common,
    ["that the password is wrong", { status: 401, code: 401 }, "failed", { code: "HTTP 401" }],
    ["that nothing is left to pay with", { status: 402, code: 402 }, "failed", { code: "HTTP 402" }],
    ["a wrong field", { status: 400, code: 400 }, "failed", { code: "HTTP 400" }],
    ["too many", { status: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
    ["200 with words instead of an id", { body: "Request received" }, "unknown"],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
