import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { SAP365 } from "../played/sap365.ts";
import { common, named, type Row } from "../row.ts";

export const row: Row = {
  name: "SAP365",
  adapter: named(vendorCodes.sap365),
  channel: (baseUrl) => ({
    id: "channel-4",
    type: channelTypes.telegram,
    contactId: SAP365.bot,
    settings: { accountName: SAP365.accountName, baseUrl: `${baseUrl}/sap365` },
    secrets: { accKey: SAP365.accKey },
    webhookToken: "sap365-address-token",
  }),
  to: [{ kind: "user", scope: SAP365.bot, value: "1111222233" }],
  fixtures: "sap365",
  signed: "address",
  declines: (body) =>
    "medium" in body &&
    body.medium !== undefined &&
    (("sticker" in body && body.sticker === true) ||
      (body.medium.fileId === undefined && body.medium.url === undefined)),
  refusal: /^unauthorized$/,
  wrongCredentials: /user name, password/,
  account: /lucky_shrub/,
  answers: [
    ...common,
    ["that something is wrong", { status: 400, code: 7 }, "failed", { code: "7" }],
    ["202 with an error within", { status: 202, code: 7 }, "failed", { code: "7" }],
    ["429", { status: 429, retryAfter: 5 }, "later", { afterMs: 5_000 }],
  ],
};
