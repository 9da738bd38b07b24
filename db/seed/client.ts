import { CompactEncrypt, importJWK, type JWK } from "jose";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import type { CallOf, Endpoint, ReplyOf } from "#workers/contract/endpoint.ts";
import { captchaTexts } from "#texts/captcha.ts";

type AnyEndpoint = Pick<Endpoint, "method" | "path" | "under">;
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** A client of the public API for Node, used by the seed and the tests. */
export interface ApiClient {
  readonly token: string;
  /** Returns the payload; throws with the server's sentence when refused. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>): Promise<ReplyOf<E>>;
}

export async function callWith<E extends AnyEndpoint>(
  send: Send,
  token: string | undefined,
  endpoint: E,
  input?: CallOf<E>,
): Promise<ReplyOf<E>> {
  const {
    params = {},
    query = {},
    body,
  } = (input ?? {}) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  // Lists travel as JSON.
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  const response = await send(`/api${path}?${search.toString()}`, {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { "authentication-token": token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const envelope = (await response.json()) as Record<string, unknown>;
  if (!response.ok)
    throw new Error(`${endpoint.method} ${path}: ${response.status} ${JSON.stringify(envelope)}`);
  return envelope[endpoint.under] as ReplyOf<E>;
}

/** Answers a captcha's question, as anybody can who reads it. */
export function answerTo(question: string): string {
  const [asked = "", list = ""] = question.split(": ");
  const words = list.replace(/\.$/, "").split(", ");
  const after = /"(\w+)"/.exec(asked)?.[1];
  const at = captchaTexts.ordinals.findIndex((ordinal) => asked.includes(` ${ordinal} `));
  return words[after === undefined ? at : words.indexOf(after) + 1] ?? "";
}

/** The body of a login call as the console makes it: a fresh captcha, the password sealed for it. */
export async function loginBody(send: Send, { email, password }: { email: string; password: string }) {
  const captcha = await callWith(send, undefined, accountApi.captcha, {
    query: { purpose: "login", kind: "question" },
  });
  const { jwk } = await callWith(send, undefined, accountApi.loginKey);
  const sealed = await new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify({ password, captchaId: captcha.captchaId })),
  )
    .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
    .encrypt(await importJWK(jwk as JWK, "RSA-OAEP-256"));
  return {
    email,
    password: sealed,
    captcha: answerTo(captcha.question ?? ""),
    captchaId: captcha.captchaId,
  };
}

/** Signs in by the public API, as the login page does. */
export async function signIn(send: Send, who: { email: string; password: string }): Promise<ApiClient> {
  const reply = await callWith(send, undefined, accountApi.login, {
    body: await loginBody(send, who),
  });
  if (!("authToken" in reply)) throw new Error(`${who.email} needs a second factor`);
  const { authToken } = reply;
  return { token: authToken, call: (endpoint, input) => callWith(send, authToken, endpoint, input) };
}
