import { eq } from "drizzle-orm";
import { paymentsTexts as texts } from "#texts/payments.ts";
import { paymentAccounts } from "#db/tenant/payments.ts";
import { GatewayError } from "#workers/providers/payment-gateway.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { SecretError } from "../secrets/seal.ts";
import { useSecret } from "../secrets/secret.ts";
import { sentenceOf } from "./ask.ts";
import { type GatewayDeps, gatewayBy } from "./gateway-of.ts";
import { secretOwner } from "./secrets.ts";

/** Whether the gateway takes the stored keys. Throws notFound where there is no account. */
export async function checkPaymentAccount(
  ctx: Ctx,
  deps: GatewayDeps,
): Promise<{ ok: boolean; message: string }> {
  const [row] = await ctx.db
    .select({ id: paymentAccounts.id, keyId: paymentAccounts.keyId })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.enterpriseId, ctx.enterpriseId))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  try {
    const keySecret = await useSecret(ctx, deps.ring, secretOwner(row.id, "keySecret"));
    if (keySecret === undefined) return { ok: false, message: texts.failures.secretBroken };
    await gatewayBy({ keyId: row.keyId, keySecret }, deps).check();
    return { ok: true, message: texts.checked };
  } catch (error) {
    if (error instanceof SecretError) return { ok: false, message: texts.failures.secretBroken };
    if (!(error instanceof GatewayError)) throw error;
    return { ok: false, message: sentenceOf(error) };
  }
}
