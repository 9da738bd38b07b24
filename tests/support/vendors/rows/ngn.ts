import { vendorCodes } from "#workers/contract/vendors.ts";
import { NGN } from "../played/ngn.ts";
import { common, named, type Row } from "../row.ts";

export const row: Row = {
  name: "NGN",
  adapter: named(vendorCodes.ngn),
  channel: (baseUrl) => ({
    id: "channel-12",
    type: 0,
    contactId: NGN.sender,
    settings: { entityId: NGN.entityId, templateId: NGN.templateId, baseUrl: `${baseUrl}/ngn` },
    secrets: { accKey: NGN.accKey },
    webhookToken: "ngn-address-token",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "ngn",
  signed: "address",
  refusal: /^E401$/,
  wrongCredentials: /password or key/,
  answers: [
    ...common,
    ["that the key is wrong", { status: 401, code: 401 }, "failed", { code: "E401" }],
    ["that nothing is left to pay with", { status: 402, code: 402 }, "failed", { code: "E402" }],
    ["a wrong field", { status: 400, code: 1 }, "failed", { code: "E1" }],
    [
      "an error within 200",
      { body: '{"status":"error","code":"E003","message":"Sender is not registered."}' },
      "failed",
      { code: "E003" },
    ],
    [
      "an error that names a message",
      { body: '{"status":"error","code":"E009","message":"Blocked.","data":[{"messageId":"ngn-0"}]}' },
      "failed",
      { code: "E009" },
    ],
    [
      "that it is too fast, within 200",
      { body: '{"status":"error","code":"RATE_LIMIT","message":"Slow down"}' },
      "later",
      { code: "RATE_LIMIT" },
    ],
    ["too many", { status: 429, code: 9, retryAfter: 4 }, "later", { code: "E9", afterMs: 4_000 }],
    ["a fault of its own", { status: 500, code: 500 }, "unknown"],
    ["success without an id", { body: '{"status":"success","data":[]}' }, "unknown"],
  ],
};
