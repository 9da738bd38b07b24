import { accessToken, type Login } from "../access-token.ts";
import type { AdapterDeps, ChannelAccount } from "../adapter.ts";
import { called } from "../call.ts";
import { number, record, text } from "../json.ts";

export const VI = "VI";

const base = ({ settings }: ChannelAccount, usual: string): string =>
  (settings["baseUrl"] || usual).replace(/\/+$/, "");

export const addressAt = (channel: ChannelAccount, path: string): string =>
  `${base(channel, "https://api.virbm.in")}/rcs${path}`;

const tokenAddress = (channel: ChannelAccount): string =>
  `${base(channel, "https://auth.virbm.in")}/auth/oauth/token?grant_type=client_credentials`;

/** Asks for a token: 60 times a minute at most, so a send keeps what it got. */
export async function login(channel: ChannelAccount, deps: AdapterDeps): Promise<Login> {
  const account = `${channel.settings["clientId"] ?? ""}:${channel.secrets["clientSecret"] ?? ""}`;
  const authorization = `Basic ${Buffer.from(account).toString("base64")}`;
  const answer = await called(deps, tokenAddress(channel), { method: "POST", headers: { authorization } });
  const fields = record(answer?.json);
  const token = answer?.status === 200 ? text(fields["access_token"], 8_000) : undefined;
  return { answer, token, lifeMs: (number(fields["expires_in"]) ?? 600) * 1_000 };
}

export const tokenOf = (channel: ChannelAccount, deps: AdapterDeps) =>
  accessToken(VI, [tokenAddress(channel), channel.settings["clientId"], channel.secrets], deps, () =>
    login(channel, deps),
  );
