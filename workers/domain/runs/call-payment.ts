import type { TenantDb } from "#db/client.ts";
import { minorOf } from "#workers/contract/payments/amount.ts";
import { automationTexts } from "#texts/automation.ts";
import { type AskDeps, askForLink } from "../payments/ask.ts";
import type { Caller } from "./calls.ts";

/** Makes the payment link that a run asks for; made again, after a kill or another try, it is the same one. */
export const callingPayment =
  (db: Pick<TenantDb, "$client">, deps: AskDeps): Caller =>
  async (effect, { enterpriseId, runId }) => {
    if (effect.kind !== "payment") throw new Error(`a ${effect.kind} is no payment`);
    const { key, idempotencyKey, amount, currency, description, until } = effect;
    const minor = minorOf(amount, currency);
    if (!minor.ok)
      return { ok: false, code: "noAmount", sentence: automationTexts.failures.noAmount, retryable: false };
    const asked = await askForLink(db, deps, {
      enterpriseId,
      askedAs: idempotencyKey,
      key,
      runId,
      amount: minor.minor,
      currency,
      description,
      until,
    });
    if (!asked.ok) return asked;
    return { ok: true, data: { url: asked.url, reference: asked.reference } };
  };
