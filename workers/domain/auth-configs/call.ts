import type { DataOf, Webhook } from "#workers/contract/auth-types.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { type Answered, callForWhole, type CallOptions } from "#workers/outbound/call-public.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { AGENT } from "./agent.ts";
import { configured } from "./configured.ts";
import { appiyoSignIn, saysNo, webhookHeaders } from "./reach.ts";

/** A call of the system behind a configuration, as somebody's graph wants it. */
export interface ConfiguredCall {
  authType: 1 | 2;
  configId: string;
  method: string;
  /** Behind the configuration's own address, and never above it. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  headers: readonly (readonly [name: string, value: string])[];
  body?: string;
}

export interface CallingOptions {
  resolve: CallOptions["resolve"];
  allowPrivate: boolean;
  /** How long it may take in all. */
  mostMs: number;
  /** Of the answer; AnswersTooMuch for a longer one. */
  mostBytes: number;
  /** The same in all attempts of one call: the receiver may know it again. */
  idempotencyKey: string;
}

/** Appiyo did not take the configuration's e-mail and password. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
}

/**
 * Calls the system behind a configuration with its stored secrets, and answers what it says, whatever its status. Throws
 * NoConfig, NotRead, SignInRefused, SecretError, RefusedAddress, AnswersTooMuch, Redirected, or the error of fetch.
 */
export async function callConfigured(
  ctx: Ctx,
  ring: KeyRing,
  call: ConfiguredCall,
  { mostMs, idempotencyKey, ...given }: CallingOptions,
): Promise<Answered> {
  const { fields, secrets } = await configured(ctx, ring, call);
  const at = ctx.now();
  const body = call.method === "GET" ? "" : (call.body ?? "");
  const own = {
    ...Object.fromEntries(call.headers.map(([name, value]) => [name.toLowerCase(), value])),
    "idempotency-key": idempotencyKey,
  };
  const question = { method: call.method, ...(body !== "" && { body }) };
  if (call.authType === 2) {
    const hook = fields as unknown as Webhook;
    // A receiver of Standard Webhooks knows a repeated call by this id.
    const id = `msg_${idempotencyKey.replaceAll(/[^\w-]/g, "_")}`;
    return callForWhole(
      addressOf(hook.url, call),
      { ...question, headers: webhookHeaders(hook, secrets, { id, at, body }, own) },
      { ...given, mostMs },
    );
  }
  const account = fields as unknown as DataOf<1>;
  const { status, text } = await appiyoSignIn(account, secrets, { ...given, mostMs });
  const token = status >= 200 && status < 300 && !saysNo(text) ? tokenIn(text) : undefined;
  if (token === undefined) throw new SignInRefused(`answered ${status}`);
  return callForWhole(
    addressOf(account.baseUrl, call),
    {
      ...question,
      headers: {
        ...AGENT,
        accept: "application/json",
        ...own,
        ...(body !== "" && { "content-type": "application/json" }),
        "authentication-token": token,
      },
    },
    { ...given, mostMs: Math.max(1, mostMs - (ctx.now() - at)) },
  );
}

/** Appiyo's token, which calls carry in the header of the same name; by itself or in the envelope. */
function tokenIn(text: string): string | undefined {
  const answer = JSON.parse(text) as Record<string, unknown>;
  const inside = answer["response"];
  const token =
    (typeof inside === "object" && inside !== null
      ? (inside as Record<string, unknown>)["authentication-token"]
      : undefined) ?? answer["authentication-token"];
  return typeof token === "string" && /^[\x21-\x7e]{1,4000}$/.test(token) ? token : undefined;
}

/** Segments that lead upwards, however they are written. */
const UPWARDS = /(?:^|[\\/])(?:\.|%2e){1,2}(?=[\\/]|$)/i;

/** The configuration's address with a way behind it. A value in the way leads to no other host, and not upwards. */
function addressOf(base: string, { path, query }: Pick<ConfiguredCall, "path" | "query">): string {
  const url = new URL(base);
  const [, way = "", search = ""] = /^([^?#]*)(?:\?([^#]*))?/.exec(path) ?? [];
  if (UPWARDS.test(way)) throw new RefusedAddress("leads upwards");
  if (way !== "") url.pathname = `${url.pathname.replace(/\/+$/, "")}/${way.replace(/^[\\/]+/, "")}`;
  for (const [name, value] of [...new URLSearchParams(search), ...query])
    url.searchParams.append(name, value);
  return url.href;
}
