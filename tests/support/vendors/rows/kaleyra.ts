import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { KALEYRA } from "../played/kaleyra.ts";
import { common, named, type Row } from "../row.ts";

export const row: Row = {
  name: "Kaleyra",
  adapter: named(vendorCodes.kaleyra),
  channel: (baseUrl) => ({
    id: "channel-5",
    type: channelTypes.whatsApp,
    contactId: KALEYRA.number,
    settings: { sid: KALEYRA.sid, baseUrl: `${baseUrl}/kaleyra` },
    secrets: { apiKey: KALEYRA.apiKey },
    webhookToken: "kaleyra-address-token",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "kaleyra",
  signed: "address",
  account: /HXIN1700000001IN/,
  refusal: /^E401$/,
  wrongCredentials: /password or key/,
  answers: [
    ...common,
    ["that the key is wrong", { status: 401, code: 401 }, "failed", { code: "E401" }],
    ["a wrong field", { status: 400, code: 400 }, "failed", { code: "E400" }],
    ["200 with an error inside", { status: 200, code: 913 }, "failed", { code: "E913" }],
    ["too many", { status: 429, code: 429, retryAfter: 4 }, "later", { code: "E429", afterMs: 4_000 }],
    ["a failure of its own", { status: 500, code: 500 }, "unknown", { code: "E500" }],
    ["202 without an id", { status: 202, body: '{"data":[],"error":{}}' }, "unknown"],
    [
      "Meta's own error",
      { status: 400, body: '{"error":{"message":"Re-engagement message","code":131047}}' },
      "failed",
      { code: "131047" },
    ],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
