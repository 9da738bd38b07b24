import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { ROUTE_MOBILE } from "../played/route-mobile.ts";
import { common, named, type Row } from "../row.ts";

/** It takes files by their addresses, buttons that answer, and variables without names. */
function declines(body: MessageBody): boolean {
  if ("medium" in body && body.medium?.vendorId !== undefined) return true;
  if (body.kind === "buttons") return body.buttons.some(({ kind }) => kind !== "reply");
  return body.kind === "template" && body.header?.kind === "text" && body.header.name !== undefined;
}

export const row: Row = {
  name: "Route Mobile",
  adapter: named(vendorCodes.routeMobile),
  channel: (baseUrl) => ({
    id: "channel-7",
    type: channelTypes.whatsApp,
    contactId: ROUTE_MOBILE.number,
    settings: { username: ROUTE_MOBILE.username, baseUrl: `${baseUrl}/route-mobile` },
    secrets: { password: ROUTE_MOBILE.password },
    webhookToken: "route-mobile-address-token",
  }),
  to: [{ kind: "number", scope: "", value: "+919812345678" }],
  fixtures: "route-mobile",
  signed: "address",
  isBeside: ({ path }) => path.startsWith("/route-mobile/auth/"),
  declines,
  refusal: /^HTTP 403$/,
  wrongCredentials: /user name, password/,
  answers: [
    ...common,
    ["that its token is not right", { status: 401, code: 401 }, "failed", { code: "HTTP 401" }],
    ["a wrong field", { status: 400, code: 400 }, "failed", { code: "HTTP 400" }],
    ["a failure of its own", { status: 500, code: 500 }, "later", { code: "HTTP 500" }],
    ["too many", { status: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
    ["202 with a failure inside", { status: 202, code: 202 }, "failed", { code: "HTTP 202" }],
    ["202 without an id", { status: 202, body: '{"status":"processing"}' }, "unknown"],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
