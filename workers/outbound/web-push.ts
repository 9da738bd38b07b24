import { importJWK, type JWK, SignJWT } from "jose";

type Bytes = Uint8Array<ArrayBuffer>;

/** A browser's keys, as its PushSubscription names them: base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** How a push service is to treat a message (RFC 8030, 5). */
export interface PushTerms {
  /** Seconds for which it is kept for a browser that is away. */
  ttl: number;
  urgency: "low" | "normal" | "high";
  /** Of two that wait under one topic only the later is delivered: at most 32 letters of base64url. */
  topic: string;
}

/** Every record of a push is this long at most (RFC 8291, 4), and a push has one. */
const RECORD = 4_096;
const HEADER = 86;
const TAG = 16;
/** The longest text, with the sign that ends it. */
export const LONGEST_PUSH = RECORD - HEADER - TAG - 1;
/** Lengths are rounded up to this, so that a push service learns little from them. */
const STEP = 512;
const TOKEN_SECONDS = 12 * 3_600;

const text = new TextEncoder();
export const fromBase64 = (encoded: string): Bytes => new Uint8Array(Buffer.from(encoded, "base64url"));
const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

async function hkdf(key: Bytes, salt: Bytes, info: Uint8Array, length: number): Promise<Bytes> {
  const from = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info: new Uint8Array(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, from, length * 8));
}

/** Encrypts one record as RFC 8188 says, with what identifies its key in front. */
export async function aes128gcm(
  plain: Uint8Array,
  key: Bytes,
  { salt, keyId = new Uint8Array(), padding = 0 }: { salt: Bytes; keyId?: Uint8Array; padding?: number },
): Promise<Bytes> {
  const contentKey = await hkdf(key, salt, text.encode("Content-Encoding: aes128gcm\0"), 16);
  const nonce = await hkdf(key, salt, text.encode("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  // Two ends the last record.
  const record = joined(plain, new Uint8Array([2]), new Uint8Array(padding));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, aes, record));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD);
  return joined(salt, size, new Uint8Array([keyId.length]), keyId, sealed);
}

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;

const publicKeyOf = (p256dh: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", fromBase64(p256dh), CURVE, false, []);

/** Whether something can be encrypted for these keys: 65 bytes may still be no point of the curve. */
export async function areKeys({ p256dh, auth }: BrowserKeys): Promise<boolean> {
  if (fromBase64(auth).length !== 16) return false;
  return publicKeyOf(p256dh).then(
    () => true,
    () => false,
  );
}

/** Encrypts a text for one browser (RFC 8291). `given` is for the standard's own example. */
export async function encrypted(
  plain: string,
  { p256dh, auth }: BrowserKeys,
  given?: { pair: CryptoKeyPair; salt: Bytes; padding: number },
): Promise<Bytes> {
  const bytes = text.encode(plain);
  const pair =
    given?.pair ?? ((await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair);
  const ours = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const theirs = await publicKeyOf(p256dh);
  // The platform's types call it otherwise than the platform does.
  const agreement = { name: "ECDH", public: theirs } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, pair.privateKey, 256));
  const info = joined(text.encode("WebPush: info\0"), fromBase64(p256dh), ours);
  const key = await hkdf(shared, fromBase64(auth), info, 32);
  const padding = given?.padding ?? Math.min(STEP - (bytes.length % STEP), LONGEST_PUSH - bytes.length);
  const salt = given?.salt ?? crypto.getRandomValues(new Uint8Array(16));
  return aes128gcm(bytes, key, { salt, keyId: ours, padding });
}

/** The key by which push services know this deployment (RFC 8292), and whom they write to about it. */
export interface Vapid {
  publicKey: string;
  /** Names the caller to a push service, for its own address. */
  authorization: (endpoint: string, now: number) => Promise<string>;
}

/** Undefined where no key is given. Tokens are made once for each push service. */
export function vapidOf(jwk: string | undefined, contact: string): Vapid | undefined {
  if (!jwk) return undefined;
  const key = JSON.parse(jwk) as JWK & { x: string; y: string };
  const publicKey = Buffer.concat([new Uint8Array([4]), fromBase64(key.x), fromBase64(key.y)]).toString(
    "base64url",
  );
  const tokens = new Map<string, Promise<string>>();
  const sign = async (audience: string, now: number): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ alg: "ES256", typ: "JWT" })
      .setAudience(audience)
      .setSubject(contact)
      .setExpirationTime(Math.floor(now / 1_000) + TOKEN_SECONDS)
      .sign(await importJWK(key, "ES256"));
  return {
    publicKey,
    authorization: async (endpoint, now) => {
      const { origin } = new URL(endpoint);
      const made = tokens.get(origin) ?? sign(origin, now);
      tokens.set(origin, made);
      return `vapid t=${await made}, k=${publicKey}`;
    },
  };
}

/** The headers of a push, beside its encrypted body. */
export const headersOf = (
  authorization: string,
  { ttl, urgency, topic }: PushTerms,
): Record<string, string> => ({
  authorization,
  "content-encoding": "aes128gcm",
  "content-type": "application/octet-stream",
  ttl: String(ttl),
  urgency,
  topic,
});
