import { accessToken } from "../access-token.ts";
import type { AdapterDeps, ChannelAccount } from "../adapter.ts";
import { called } from "../call.ts";
import { number, record, text } from "../json.ts";

export const SINCH = "Sinch";

type Settings = Pick<ChannelAccount, "settings">;
const base = ({ settings }: Settings, usual: string): string =>
  (settings["baseUrl"] || usual).replace(/\/+$/, "");

/** An address of the project, in the region of its app: another region answers that it is not there. */
export const addressAt = (channel: Settings, path: string): string => {
  const region = channel.settings["region"] || "eu";
  const project = encodeURIComponent(channel.settings["projectId"] ?? "");
  return `${base(channel, `https://${region}.conversation.api.sinch.com`)}/v1/projects/${project}${path}`;
};

export const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

/** The access token of a key, which says itself how long it lives. */
export const tokenOf = (channel: ChannelAccount, deps: AdapterDeps) => {
  const url = `${base(channel, "https://auth.sinch.com")}/oauth2/token`;
  const keyId = channel.settings["keyId"] ?? "";
  return accessToken(SINCH, [url, keyId, channel.secrets], deps, async () => {
    const basic = Buffer.from(`${keyId}:${channel.secrets["keySecret"] ?? ""}`).toString("base64");
    const answer = await called(deps, url, {
      method: "POST",
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    const fields = record(answer?.json);
    const token = answer?.status === 200 ? text(fields["access_token"], 8_000) : undefined;
    return { answer, token, lifeMs: (number(fields["expires_in"]) ?? 3_600) * 1_000 };
  });
};
