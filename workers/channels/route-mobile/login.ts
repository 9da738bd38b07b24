import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult } from "../adapter.ts";
import { type Answer, called, posting } from "../call.ts";
import { digestOf } from "../digest.ts";
import { record, text } from "../json.ts";

export const ROUTE_MOBILE = "Route Mobile";
const BASE_URL = "https://apis.rmlconnect.net";
const HOUR_MS = 3_600_000;

/** An address below the vendor's. */
export const addressAt = ({ settings }: Pick<ChannelAccount, "settings">, path: string): string =>
  `${(settings["baseUrl"] || BASE_URL).replace(/\/+$/, "")}${path}`;

/** The token goes without "Bearer" before it. */
export const authorized = (token: string) => ({ authorization: token });

/** Logs in: a token that lives for an hour, or the answer that has none. */
export async function login(
  channel: ChannelAccount,
  deps: Pick<AdapterDeps, "fetch">,
): Promise<{ token: string } | { answer: Answer | undefined }> {
  const account = { username: channel.settings["username"] ?? "", password: channel.secrets["password"] };
  const answer = await called(deps, addressAt(channel, "/auth/v1/login/"), posting(account));
  const token = answer?.status === 201 ? text(record(answer.json)["JWTAUTH"], 8_000) : undefined;
  return token === undefined ? { answer } : { token };
}

class NoToken extends Error {
  readonly answer: Answer | undefined;
  constructor(answer: Answer | undefined) {
    super("no token");
    this.answer = answer;
  }
}

/** The token of an account, asked for once an hour; else why a message cannot be sent without it. */
export async function tokenOf(
  channel: ChannelAccount,
  deps: AdapterDeps,
): Promise<{ token: string } | { failed: SendResult }> {
  const key = `route-mobile:${digestOf([addressAt(channel, ""), channel.settings["username"], channel.secrets])}`;
  try {
    const token = await deps.kept(key, async () => {
      const made = await login(channel, deps);
      if ("answer" in made) throw new NoToken(made.answer);
      return { value: made.token, endsAt: deps.now() + HOUR_MS };
    });
    return { token };
  } catch (error) {
    return { failed: withoutToken(error instanceof NoToken ? error.answer : undefined) };
  }
}

/** No message was called, so whatever is not a plain refusal may be tried again. */
function withoutToken(answer: Answer | undefined): SendResult {
  if (!answer) return { outcome: "later", code: "noLogin", reason: texts.vendorDown };
  const code = `HTTP ${answer.status}`;
  const refused = [400, 401, 403, 422].includes(answer.status);
  if (refused) return { outcome: "failed", code, reason: texts.credentials(ROUTE_MOBILE) };
  const { retryAfter } = answer;
  const afterMs = retryAfter === undefined ? {} : { afterMs: retryAfter * 1_000 };
  return { outcome: "later", code, reason: texts.vendorDown, ...afterMs };
}
