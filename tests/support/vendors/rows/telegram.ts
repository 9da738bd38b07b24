import { vendorCodes } from "#workers/contract/vendors.ts";
import { PLAYED } from "../plays.ts";
import { common, named, type Row } from "../row.ts";

const { telegram } = PLAYED;

export const row: Row = {
  name: "Telegram Bot API",
  adapter: named(vendorCodes.telegramBot),
  channel: (baseUrl) => ({
    id: "channel-2",
    type: 5,
    contactId: telegram.username,
    settings: { baseUrl },
    secrets: { token: telegram.token },
    webhookToken: "telegram-secret_token",
  }),
  to: [{ kind: "user", scope: telegram.username, value: "1111222233" }],
  fixtures: "telegram",
  signed: (_body, secret = "telegram-secret_token") => ({ "x-telegram-bot-api-secret-token": secret }),
  answers: [
    ...common,
    ["that the token is wrong", { status: 401, code: 401 }, "failed", { code: "401" }],
    ["that the bot is blocked", { status: 403, code: 403 }, "failed", { code: "403" }],
    ["a wrong parameter", { status: 400, code: 400 }, "failed", { code: "400" }],
    ["too many", { status: 429, code: 429, retryAfter: 5 }, "later", { code: "429", afterMs: 5_000 }],
    ["a bare 429", { status: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
    ["a fault of its own", { status: 500, code: 500 }, "unknown"],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
};
