import type { TenantDb } from "#db/client.ts";
import { authConfigsTexts } from "#texts/auth-configs.ts";
import { automationTexts } from "#texts/automation.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { AnswersTooMuch, Redirected } from "#workers/outbound/call-public.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";
import { ProviderError, type ProviderFailure } from "#workers/providers/provider.ts";
import { callConfigured, NoConfig, SignInRefused } from "../auth-configs/call.ts";
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
    if (call.authType === 4) return failed("notAvailable", texts.noDatabase);
    try {
      const { status, text } = await callConfigured(ctx, keyRing(env.DATA_KEY), call, {
        resolve,
        allowPrivate: allowsPrivate(env),
        mostMs: timeoutMs,
        mostBytes,
        idempotencyKey,
      });
      return { ok: true, status, data: dataIn(text) };
    } catch (error) {
      return failureOf(error);
    }
  };

function failureOf(error: unknown): CallResult {
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
