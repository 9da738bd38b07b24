import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import type { DataOf, PlainConfig, Secrets, Webhook } from "#workers/contract/auth-types.ts";
import {
  type Answered,
  callForText,
  type CallOptions,
  type Question,
} from "#workers/outbound/call-public.ts";
import { type Connect, mysqlGreeting } from "#workers/outbound/mysql-greeting.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";
import { signedHeaders } from "#workers/outbound/standard-webhooks.ts";
import { AGENT } from "./agent.ts";
import { askDatabase } from "./query.ts";

const MOST_SHOWN = 1_000;
const TEST_MS = 10_000;
const TEST_BYTES = 64 * 1024;

/** Dependencies for calls to other systems. */
export interface ReachDeps {
  resolve: Resolve;
  connect: Connect;
  allowPrivate: boolean;
  now: () => number;
  newId: () => string;
}

export interface Outcome {
  ok: boolean;
  message: string;
  answer?: { status: number; text: string };
}

/** Really calls the target of a configuration, and reports which parts were tested and which were not. */
export function reachTarget({ authType, data, secrets }: PlainConfig, deps: ReachDeps): Promise<Outcome> {
  switch (authType) {
    case 1:
      return signInAtAppiyo(data as DataOf<1>, secrets, deps);
    case 2:
      return callWebhook(data as Webhook, secrets, deps);
    case 3:
      return reachVideo(data as DataOf<3>, deps);
    case 4:
      return reachDatabase(data as DataOf<4>, secrets, deps);
    default:
      return authType satisfies never;
  }
}

/** Appiyo's own sign-in, as a form below the base address. */
export const appiyoSignIn = (
  { baseUrl, emailId }: DataOf<1>,
  { password = "" }: Secrets,
  options: CallOptions,
): Promise<Answered> =>
  callForText(
    `${baseUrl.replace(/\/+$/, "")}/account/login`,
    {
      method: "POST",
      headers: { ...AGENT, "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({ emailId, password }).toString(),
    },
    options,
  );

async function signInAtAppiyo(
  { baseUrl, emailId }: DataOf<1>,
  { password = "" }: Secrets,
  deps: ReachDeps,
): Promise<Outcome> {
  const { status, text } = await appiyoSignIn({ baseUrl, emailId }, { password }, deps);
  if (status >= 500 || status === 404) return { ok: false, message: texts.answeredBadly(status) };
  if (status >= 400 || saysNo(text)) return { ok: false, message: texts.refusedLogin };
  return { ok: true, message: texts.tested.appiyo };
}

/** The envelope carries a status of its own beside HTTP's. */
export function saysNo(text: string): boolean {
  try {
    const answer = JSON.parse(text) as { status?: unknown } | null;
    return typeof answer !== "object" || answer === null || answer.status === false;
  } catch {
    return true;
  }
}

async function callWebhook(hook: Webhook, secrets: Secrets, deps: ReachDeps): Promise<Outcome> {
  const answer = await callForText(hook.url, testCall(hook, secrets, deps), deps);
  const shown = { status: answer.status, text: answer.text.slice(0, MOST_SHOWN) };
  const ok = answer.status >= 200 && answer.status < 300;
  return { ok, message: ok ? texts.tested.webhook : texts.answeredBadly(answer.status), answer: shown };
}

function testCall(hook: Webhook, secrets: Secrets, { now, newId }: ReachDeps): Question {
  const at = now();
  const body =
    hook.method === "GET"
      ? ""
      : JSON.stringify({ type: "chatbird.test", timestamp: new Date(at).toISOString(), data: {} });
  return {
    method: hook.method,
    headers: webhookHeaders(hook, secrets, { id: `msg_${newId()}`, at, body }),
    ...(body !== "" && { body }),
  };
}

/** Headers of a call of a webhook: the configuration's, those of the caller, and the proof of who calls. */
export const webhookHeaders = (
  hook: Webhook,
  secrets: Secrets,
  call: { id: string; at: number; body: string },
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  ...AGENT,
  ...Object.fromEntries(hook.headers.map(({ name, value }) => [name.toLowerCase(), value])),
  ...more,
  ...(call.body !== "" && { "content-type": "application/json" }),
  ...authHeaders(hook, secrets, call),
});

function authHeaders(
  { auth, userName }: Webhook,
  { password = "", token = "", signingSecret = "" }: Secrets,
  call: { id: string; at: number; body: string },
): Record<string, string> {
  switch (auth) {
    case "none":
      return {};
    case "basic":
      return { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}` };
    case "bearer":
      return { authorization: `Bearer ${token}` };
    case "signed":
      return signedHeaders(signingSecret, call);
    default:
      return auth satisfies never;
  }
}

async function reachVideo({ endpoint }: DataOf<3>, deps: ReachDeps): Promise<Outcome> {
  const { status } = await callForText(endpoint, { method: "GET", headers: AGENT }, deps);
  return status < 500
    ? { ok: true, message: texts.tested.video }
    : { ok: false, message: texts.answeredBadly(status) };
}

async function reachDatabase(data: DataOf<4>, secrets: Secrets, deps: ReachDeps): Promise<Outcome> {
  if (data.type === "MySQL") return greetDatabase(data, deps);
  const { status, answer } = await askDatabase(
    data,
    secrets,
    { statement: "SELECT 1", values: [] },
    { ...deps, mostMs: TEST_MS, mostBytes: TEST_BYTES, idempotencyKey: deps.newId() },
  );
  if (status === 401 || status === 403) return { ok: false, message: texts.refusedToken };
  if (status >= 300) return { ok: false, message: texts.answeredBadly(status) };
  if (!answer) return { ok: false, message: texts.notLibSql };
  return answer.ok
    ? { ok: true, message: texts.tested.libSql }
    : { ok: false, message: texts.databaseSaid(answer.message) };
}

async function greetDatabase({ host, port }: DataOf<4>, deps: ReachDeps): Promise<Outcome> {
  const greeting = await mysqlGreeting({ host, port }, deps);
  switch (greeting.kind) {
    case "mysql":
      return { ok: true, message: `${texts.mySqlGreeted(greeting.version)}. ${texts.tested.database}` };
    case "refused":
      return { ok: false, message: texts.mySqlRefused(greeting.why) };
    case "other":
      return { ok: false, message: texts.notMySql };
    default:
      return greeting satisfies never;
  }
}
