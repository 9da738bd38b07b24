import { importPKCS8, SignJWT } from "jose";
import { adaptersTexts as texts } from "#texts/adapters.ts";
import { accessToken, type Login } from "../access-token.ts";
import type { AdapterDeps, ChannelAccount, SendResult } from "../adapter.ts";
import { called } from "../call.ts";
import { number, record, text } from "../json.ts";

export const GOOGLE = "Google";
const SCOPE = "https://www.googleapis.com/auth/rcsbusinessmessaging";
const LIFE_SECONDS = 3_600;

const base = ({ settings }: ChannelAccount, usual: string): string =>
  (settings["baseUrl"] || usual).replace(/\/+$/, "");

export const addressAt = (channel: ChannelAccount, path: string): string =>
  `${base(channel, "https://rcsbusinessmessaging.googleapis.com")}/v1${path}`;

/** A service account, of the JSON file that Google gave for it. */
interface ServiceAccount {
  email: string;
  keyId: string | undefined;
  key: Awaited<ReturnType<typeof importPKCS8>>;
}

/** Undefined where the file is another one, or not whole. */
export async function serviceAccountOf({ secrets }: ChannelAccount): Promise<ServiceAccount | undefined> {
  try {
    const file = record(JSON.parse(secrets["serviceAccount"] ?? ""));
    const [email, pem] = [text(file["client_email"], 320), text(file["private_key"], 8_000)];
    if (email === undefined || pem === undefined) return undefined;
    return { email, keyId: text(file["private_key_id"], 200), key: await importPKCS8(pem, "RS256") };
  } catch {
    return undefined;
  }
}

/** Asks for an access token by a statement that the account's key signs. */
export async function login(
  { email, key, keyId }: ServiceAccount,
  channel: ChannelAccount,
  deps: AdapterDeps,
): Promise<Login> {
  const address = `${base(channel, "https://oauth2.googleapis.com")}/token`;
  const at = Math.floor(deps.now() / 1_000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(keyId !== undefined && { kid: keyId }) })
    .setIssuer(email)
    .setAudience(address)
    .setIssuedAt(at)
    .setExpirationTime(at + LIFE_SECONDS)
    .sign(key);
  const answer = await called(deps, address, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(
      new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    ),
  });
  const fields = record(answer?.json);
  const token = answer?.status === 200 ? text(fields["access_token"], 8_000) : undefined;
  return { answer, token, lifeMs: (number(fields["expires_in"]) ?? LIFE_SECONDS) * 1_000 };
}

export async function tokenOf(
  channel: ChannelAccount,
  deps: AdapterDeps,
): Promise<{ token: string } | { failed: SendResult }> {
  const account = await serviceAccountOf(channel);
  if (!account) return { failed: { outcome: "failed", code: "key", reason: texts.badServiceAccount } };
  return accessToken(GOOGLE, [channel.settings["baseUrl"], channel.secrets], deps, () =>
    login(account, channel, deps),
  );
}
