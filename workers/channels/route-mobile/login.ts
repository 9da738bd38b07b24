import { accessToken, type Login } from "../access-token.ts";
import type { AdapterDeps, ChannelAccount } from "../adapter.ts";
import { called, jsonPost } from "../call.ts";
import { record, text } from "../json.ts";

export const ROUTE_MOBILE = "Route Mobile";
const BASE_URL = "https://apis.rmlconnect.net";
const HOUR_MS = 3_600_000;

/** An address below the vendor's. */
export const addressAt = ({ settings }: Pick<ChannelAccount, "settings">, path: string): string =>
  `${(settings["baseUrl"] || BASE_URL).replace(/\/+$/, "")}${path}`;

/** The token goes without "Bearer" before it. */
export const authorized = (token: string) => ({ authorization: token });

/** Logs in for a token that lives for an hour. */
export async function login(channel: ChannelAccount, deps: Pick<AdapterDeps, "fetch">): Promise<Login> {
  const account = { username: channel.settings["username"] ?? "", password: channel.secrets["password"] };
  const answer = await called(deps, addressAt(channel, "/auth/v1/login/"), jsonPost(account));
  const token = answer?.status === 201 ? text(record(answer.json)["JWTAUTH"], 8_000) : undefined;
  return { answer, token, lifeMs: HOUR_MS };
}

/** The token of an account. */
export const tokenOf = (channel: ChannelAccount, deps: AdapterDeps) => {
  const account = [addressAt(channel, ""), channel.settings["username"], channel.secrets];
  return accessToken(ROUTE_MOBILE, account, deps, () => login(channel, deps));
};
