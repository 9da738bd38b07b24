import type { TenantDb } from "#db/client.ts";
import { authConfigsTexts } from "#texts/auth-configs.ts";
import { automationTexts } from "#texts/automation.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { AnswersTooMuch, Redirected } from "#workers/outbound/call-public.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";
import { ProviderError, type ProviderFailure } from "#workers/providers/provider.ts";
import { NoConfig } from "../auth-configs/auth-config.ts";
import { callConfigured, SignInRefused } from "../auth-configs/call.ts";
import { NotRead } from "../auth-configs/configured.ts";
import { type Asked, NotByHttp, queryConfigured } from "../auth-configs/query.ts";
import { type Ctx, ctxOf } from "../ctx.ts";
import type { CallResult } from "../flow/cause.ts";
import type { HttpCall } from "../flow/effects.ts";
import type { Json } from "../flow/json.ts";
import { allowsPrivate, type ProviderEnv, providerOfIntegration } from "../integrations/provider-of.ts";
import { keyRing } from "../secrets/key-ring.ts";
import { SecretError } from "../secrets/seal.ts";
import type { Caller } from "./calls.ts";

const texts = automationTexts.failures;
/** SQLite's JSON reads 1,000 levels; a deeper answer is a text. */
const MOST_LEVELS = 100;

const failed = (code: string, sentence: string, retryable = false): CallResult => ({
  ok: false,
  code,
  sentence,
  retryable,
});

const actor = { userId: "system", name: "", address: "", requestId: "journey" };

/** Makes the calls of HTTP nodes: of the enterprise's own systems, and of its language models. */
export const callingHttp =
  (db: TenantDb, env: ProviderEnv, resolve: Resolve): Caller =>
  async (effect, { enterpriseId }) => {
    if (effect.kind !== "http") throw new Error(`a ${effect.kind} is no call of HTTP`);
    const { call, timeoutMs, mostBytes, idempotencyKey } = effect;
    const ctx = ctxOf(db, enterpriseId, actor);
    if (call.authType === 5) return askModel(ctx, env, call, timeoutMs);
    const allowPrivate = allowsPrivate(env);
    const options = { resolve, allowPrivate, mostMs: timeoutMs, mostBytes, idempotencyKey };
    try {
      if (call.authType === 4)
        return rowsIn(await queryConfigured(ctx, keyRing(env.DATA_KEY), plainly(call), options));
      const { status, text } = await callConfigured(ctx, keyRing(env.DATA_KEY), call, options);
      return { ok: true, status, data: dataIn(text) };
    } catch (error) {
      // Nobody was called: the call is made again.
      if (error instanceof NotRead) throw error;
      return failureOf(error);
    }
  };

/** Lists and maps go as their JSON: a database takes single values alone. */
const plainly = ({ configId, statement, values }: Extract<HttpCall, { authType: 4 }>) => ({
  configId,
  statement,
  values: values.map((value) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : value,
  ),
});

/** A server's status has its port, as that of any call; what a database says of a statement is an error that stays. */
function rowsIn({ status, answer }: Asked): CallResult {
  if (status >= 300) return { ok: true, status, data: null };
  if (!answer) return failed("notLibSql", authConfigsTexts.notLibSql);
  if (!answer.ok) return failed("database", authConfigsTexts.databaseSaid(answer.message));
  const { rows, affected } = answer;
  return { ok: true, status, data: { rows, count: rows.length, affected } };
}

function failureOf(error: unknown): CallResult {
  if (error instanceof NotByHttp) return failed("notByHttp", texts.noDatabase);
  if (error instanceof NoConfig) return failed("noConfig", texts.noConfig);
  if (error instanceof SignInRefused) return failed("signInRefused", authConfigsTexts.refusedLogin);
  if (error instanceof SecretError) return failed("secretBroken", authConfigsTexts.secretBroken);
  if (error instanceof AnswersTooMuch) return failed("answerTooLarge", texts.answerTooLarge);
  if (error instanceof RefusedAddress) return failed("addressRefused", texts.addressRefused);
  // A redirect is an answer; what was sent along does not follow it.
  if (error instanceof Redirected) return { ok: true, status: error.status, data: null };
  if (error instanceof DOMException && error.name === "TimeoutError")
    return failed("timeout", texts.noAnswer, true);
  return failed("notReached", authConfigsTexts.notReached, true);
}

/** An answer as JSON where it is some; else its text, and null for none. */
function dataIn(text: string): Json {
  if (text === "") return null;
  try {
    const data = JSON.parse(text) as Json;
    return isDeep(data) ? text : data;
  } catch {
    return text;
  }
}

const isDeep = (value: Json, left = MOST_LEVELS): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((each) => isDeep(each, left - 1)));

const PASSING: ReadonlySet<ProviderFailure> = new Set(["rateLimited", "unavailable", "timeout"]);

async function askModel(
  ctx: Ctx,
  env: ProviderEnv,
  { configId, prompt }: Extract<HttpCall, { authType: 5 }>,
  timeoutMs: number,
): Promise<CallResult> {
  const limits = { overallMs: timeoutMs, silenceMs: timeoutMs, attempts: 1 };
  const provider = await providerOfIntegration(ctx, env, configId, limits);
  if (!provider) return failed("noConfig", texts.noConfig);
  try {
    const text = await provider.chat([{ role: "user", content: prompt }]);
    return { ok: true, status: 200, data: { text } };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return failed(error.failure, error.message, PASSING.has(error.failure));
  }
}
