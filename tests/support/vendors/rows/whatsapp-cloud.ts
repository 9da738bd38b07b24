import { createHmac } from "node:crypto";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { PLAYED } from "../plays.ts";
import { common, named, type Row } from "../row.ts";

const { graph } = PLAYED;

export const row: Row = {
  name: "WhatsApp Cloud API",
  adapter: named(vendorCodes.whatsAppCloud),
  channel: (baseUrl) => ({
    id: "channel-1",
    type: 4,
    contactId: graph.number,
    settings: { phoneNumberId: graph.phoneNumberId, wabaId: graph.wabaId, baseUrl },
    secrets: { accessToken: graph.accessToken, appSecret: graph.appSecret },
    webhookToken: "verify-me",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "whatsapp-cloud",
  signed: (body, secret = graph.appSecret) => ({
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  }),
  answers: [
    ...common,
    ["that the token ran out", { status: 401, code: 190 }, "failed", { code: "190" }],
    ["that the window is closed", { code: 131047 }, "failed", { code: "131047" }],
    ["that the window is closed, with a server's status", { status: 500, code: 131047 }, "failed"],
    ["undeliverable", { code: 131026 }, "failed", { code: "131026" }],
    ["that marketing is capped", { code: 131049 }, "failed", { code: "131049" }],
    ["a wrong parameter", { code: 131009 }, "failed", { code: "131009" }],
    ["a missing template", { status: 404, code: 132001 }, "failed", { code: "132001" }],
    ["too many", { status: 400, code: 130429 }, "later", { code: "130429" }],
    ["too many of this account", { status: 429, code: 80007, retryAfter: 9 }, "later", { afterMs: 9_000 }],
    ["too many to one person", { code: 131056 }, "later", { code: "131056", afterMs: 4_000, growth: 4 }],
    ["spam", { code: 131048 }, "later", { code: "131048" }],
    ["a passing fault", { status: 500, code: 131000 }, "later", { code: "131000" }],
    ["an unknown fault of its own", { status: 500, code: 139999 }, "unknown"],
    ["a bare 429", { status: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
    ["a bare 503", { status: 503 }, "later", { code: "HTTP 503" }],
  ],
};
