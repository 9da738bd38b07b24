import { RELAY_MS } from "#workers/contract/video.ts";

/** Settings of a deployment; each list is addresses apart by commas or spaces. */
export interface IceSettings {
  stunUrls?: string | undefined;
  turnUrls?: string | undefined;
  turnSecret?: string | undefined;
}
export interface Ice {
  iceServers: { urls: string[]; username?: string; credential?: string }[];
  relay: boolean;
}

const listed = (text: string | undefined, scheme: RegExp): string[] =>
  (text ?? "").split(/[\s,]+/).filter((url) => scheme.test(url));

/**
 * Servers for one end of a call. A relay's credentials are good for the length of a call, by the contract of coturn's
 * `use-auth-secret`: the name is when they end, the password its HMAC-SHA1 under the secret, which no browser ever sees.
 */
export async function iceFor(
  { stunUrls, turnUrls, turnSecret }: IceSettings,
  user: string,
  now: number,
): Promise<Ice> {
  const stun = listed(stunUrls, /^stuns?:/);
  const turn = turnSecret ? listed(turnUrls, /^turns?:/) : [];
  const iceServers: Ice["iceServers"] = stun.length > 0 ? [{ urls: stun }] : [];
  if (turn.length === 0 || !turnSecret) return { iceServers, relay: false };
  const username = `${Math.ceil((now + RELAY_MS) / 1_000)}:${user}`;
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    bytes.encode(turnSecret),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["sign"],
  );
  const credential = Buffer.from(await crypto.subtle.sign("HMAC", key, bytes.encode(username))).toString(
    "base64",
  );
  return { iceServers: [...iceServers, { urls: turn, username, credential }], relay: true };
}
