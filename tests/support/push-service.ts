import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { importJWK, jwtVerify } from "jose";
import type { PushPayload } from "#workers/contract/push.ts";
import { type Answer, answerOutbound } from "./outbound.ts";

const SERVICE = "https://push.company.com";

/** A browser's side of a subscription: its private key opens what is pushed to it. */
export interface BrowserSide {
  ecdh: ECDH;
  keys: { p256dh: string; auth: string };
}

export async function makeBrowserKeys(): Promise<BrowserSide> {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys().toString("base64url");
  return { ecdh, keys: { p256dh, auth: randomBytes(16).toString("base64url") } };
}

/** Opens a push as its browser does (RFC 8291), by another library than the one that sealed it. */
export async function decrypted({ ecdh, keys }: BrowserSide, body: Uint8Array): Promise<string> {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, 16);
  const idLength = bytes.readUInt8(20);
  const sender = bytes.subarray(21, 21 + idLength);
  const sealed = bytes.subarray(21 + idLength);
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", key, from, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), Buffer.from(keys.p256dh, "base64url"), sender]);
  const key = derive(ecdh.computeSecret(sender), Buffer.from(keys.auth, "base64url"), info, 32);
  const aes = derive(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", aes, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = record.lastIndexOf(2);
  if (record.subarray(end + 1).some((byte: number) => byte !== 0))
    throw new Error("the record does not end as the last one does");
  return record.subarray(0, end).toString();
}

/** Where browsers are that nobody plays. */
export const someEndpoints = `${SERVICE}/send/nobody-`;

/** A subscription of a browser that nobody plays. */
export const someSubscription = async () => ({
  endpoint: someEndpoints + randomBytes(8).toString("hex"),
  keys: (await makeBrowserKeys()).keys,
});

/** A push as it arrived. */
export interface Pushed {
  payload: PushPayload;
  ttl: number;
  urgency: string | null;
  topic: string | null;
}

/** A browser at a push service that is played as RFC 8030 and 8292 say; what it refuses never arrives. */
export interface PlayedBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly pushed: Pushed[];
  /** Every call, whatever came of it. */
  readonly calls: number;
  /** Answers the next calls so, instead of taking them; undefined takes them again. */
  behave(answer: Answer | undefined): void;
}

let subscribed = 0;

/** The service's name leads to a public address; call it in `beforeEach`, as expectations are forgotten after each test. */
export const answerNames = (ip = "198.35.26.96") =>
  answerOutbound("https://cloudflare-dns.com/dns-query", (request) =>
    Response.json({
      Answer: new URL(request.url).searchParams.get("type") === "A" ? [{ type: 1, data: ip }] : [],
    }),
  );

export async function playBrowser(): Promise<PlayedBrowser> {
  const side = await makeBrowserKeys();
  const endpoint = `${SERVICE}/send/${process.pid}-${++subscribed}`;
  const pushed: Pushed[] = [];
  let behaving: Answer | undefined;
  let calls = 0;
  answerOutbound(endpoint, async (request) => {
    calls++;
    if (behaving) return behaving(request);
    const problem = await problemOf(request);
    if (problem !== undefined) return new Response(problem, { status: 400 });
    const text = await decrypted(side, new Uint8Array(await request.arrayBuffer()));
    pushed.push({
      payload: JSON.parse(text) as PushPayload,
      ttl: Number(request.headers.get("ttl")),
      urgency: request.headers.get("urgency"),
      topic: request.headers.get("topic"),
    });
    return new Response(null, { status: 201, headers: { location: `${SERVICE}/message/${pushed.length}` } });
  });
  return {
    subscription: { endpoint, keys: side.keys },
    pushed,
    get calls() {
      return calls;
    },
    behave: (answer) => {
      behaving = answer;
    },
  };
}

/** Why a push service refuses a call; undefined where it takes it. */
async function problemOf({ method, headers }: Request): Promise<string | undefined> {
  if (method !== "POST") return "not a push";
  if (!/^\d+$/.test(headers.get("ttl") ?? "")) return "no TTL";
  if (headers.get("content-encoding") !== "aes128gcm") return "not encrypted as RFC 8291 says";
  if (!/^[\w-]{1,32}$/.test(headers.get("topic") ?? "a")) return "not a topic";
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.get("authorization") ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(point, 1), y: part(point, 33) };
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), { audience: SERVICE });
    if ((payload.exp ?? 0) > Date.now() / 1_000 + 24 * 3_600) return "a token for more than a day";
    if (!/^(mailto:|https:)/.test(payload.sub ?? "")) return "nobody to write to";
    return undefined;
  } catch {
    return "the token is not valid";
  }
}

const part = (point: Buffer, from: number) => point.subarray(from, from + 32).toString("base64url");
