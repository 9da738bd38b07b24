import { and, eq, sql } from "drizzle-orm";
import { paymentsTexts as texts } from "#texts/payments.ts";
import { paymentAccounts, paymentLinks } from "#db/tenant/payments.ts";
import { secrets } from "#db/tenant/secrets.ts";
import type { accountFields, PaymentAccount } from "#workers/contract/endpoints/payments.ts";
import { openStates, PAYMENT_HOOK_PATH } from "#workers/contract/payments/states.ts";
import type { z } from "zod";
import { audited } from "../audit.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { dropSecretsOf, keepSecret, sealSecret } from "../secrets/secret.ts";
import { openedSecret, type SealedRow, type SecretField, secretOwner } from "./secrets.ts";

type Row = typeof paymentAccounts.$inferSelect;
type Fields = z.infer<typeof accountFields>;

/** The gateway repeats what it could not deliver for 24 hours, signed with the secret of then. */
const BOTH_MS = 24 * 3_600_000;

const ofEnterprise = ({ enterpriseId }: Pick<Ctx, "enterpriseId">) =>
  eq(paymentAccounts.enterpriseId, enterpriseId);

const onWire = (row: Row): PaymentAccount => ({
  id: row.id,
  gateway: row.gateway,
  keyId: row.keyId,
  hints: row.hints,
  webhookPath: `${PAYMENT_HOOK_PATH}${row.gateway}/${row.id}`,
  lastEventAt: isoOrNull(row.lastEventAt),
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

async function rowOf(ctx: Pick<Ctx, "db" | "enterpriseId">): Promise<Row | undefined> {
  const [row] = await ctx.db.select().from(paymentAccounts).where(ofEnterprise(ctx)).limit(1);
  return row;
}

export async function paymentAccount(ctx: Ctx): Promise<PaymentAccount | null> {
  const row = await rowOf(ctx);
  return row ? onWire(row) : null;
}

/** Keeps the account, or replaces its keys. A secret that is left out stays, unless the key id is another one. */
export async function savePaymentAccount(ctx: Ctx, ring: KeyRing, given: Fields): Promise<PaymentAccount> {
  const { db, enterpriseId, now, newId } = ctx;
  const [[before], stored] = await db.batch([
    db.select().from(paymentAccounts).where(ofEnterprise(ctx)).limit(1),
    db
      .select()
      .from(secrets)
      .where(and(eq(secrets.enterpriseId, enterpriseId), eq(secrets.ownerKind, "payments"))),
  ]);
  if (before) refuseStale(before, given.revision);
  const { keyId, keySecret = "", webhookSecret = "" } = given;
  refuseMissing(before, { keyId, keySecret, webhookSecret });
  const id = before?.id ?? newId();
  const former =
    webhookSecret === ""
      ? undefined
      : await openedSecret(ring, { enterpriseId, accountId: id }, stored as SealedRow[], "webhookSecret");
  const row = {
    gateway: "razorpay" as const,
    keyId,
    hints: {
      keySecret: keySecret === "" ? (before?.hints.keySecret ?? "") : hintOf(keySecret),
      webhookSecret: webhookSecret === "" ? (before?.hints.webhookSecret ?? "") : hintOf(webhookSecret),
    },
    ...(former !== undefined && { bothUntil: now() + BOTH_MS }),
    ...nextRevision(ctx, before ?? null),
  };
  const kept = {
    ...(keySecret !== "" && { keySecret }),
    ...(webhookSecret !== "" && { webhookSecret }),
    ...(former !== undefined && { formerSecret: former }),
  };
  const sealed = await Promise.all(
    Object.entries(kept).map(async ([field, text]) => {
      const owner = secretOwner(id, field as SecretField);
      return { owner, sealed: await sealSecret(ctx, ring, owner, text) };
    }),
  );
  const replaced = Object.keys(kept).filter((field) => field !== "formerSecret");
  const [, [saved]] = await unlessStale(
    db.batch([
      guard(
        ctx,
        sql`coalesce((SELECT revision FROM ${paymentAccounts} WHERE ${ofEnterprise(ctx)}), 0) = ${before?.revision ?? 0}`,
      ),
      before
        ? db.update(paymentAccounts).set(row).where(ofEnterprise(ctx)).returning()
        : db
            .insert(paymentAccounts)
            .values({ ...row, id, enterpriseId, createdAt: now() })
            .returning(),
      ...sealed.map((each) => keepSecret(ctx, each.owner, each.sealed)),
      audited(ctx, {
        action: before ? "update" : "create",
        kind: "paymentAccount",
        object: { id, name: texts.gateways.razorpay },
        before: before && { keyId: before.keyId },
        after: { keyId, ...(before && replaced.length > 0 && { replaced }) },
      }),
    ]),
    async () => (await rowOf(ctx)) ?? { revision: 0, updatedBy: "", updatedAt: now() },
  );
  if (!saved) throw new DomainError("notFound");
  return onWire(saved);
}

/** Another key id is another account's: the secret of the one before is of no use to it. */
function refuseMissing(
  before: Row | undefined,
  { keyId, keySecret, webhookSecret }: Required<Pick<Fields, "keyId" | "keySecret" | "webhookSecret">>,
): void {
  const isOther = before?.keyId !== keyId;
  const errors = {
    ...(isOther && keySecret === "" && { keySecret: before ? texts.secretForNewKey : texts.keySecretEmpty }),
    ...(!before && webhookSecret === "" && { webhookSecret: texts.webhookSecretEmpty }),
  };
  const [message] = Object.values(errors);
  if (message !== undefined) throw new DomainError("invalid", { message, errors });
}

/** None of a short secret, of which it would say too much. */
const hintOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : "");

/**
 * Removes the account with its secrets. Nobody can ask any more about links that are open: they have failed, and stay
 * payable at the gateway until they end there. Throws notFound.
 */
export async function removePaymentAccount(ctx: Ctx): Promise<void> {
  const { db, enterpriseId, now } = ctx;
  const row = await rowOf(ctx);
  if (!row) throw new DomainError("notFound");
  try {
    await db.batch([
      guard(
        ctx,
        sql`EXISTS (SELECT 1 FROM ${paymentAccounts} WHERE ${ofEnterprise(ctx)} AND ${paymentAccounts.id} = ${row.id})`,
      ),
      db
        .update(paymentLinks)
        .set({
          state: "failed",
          problem: texts.problems.accountRemoved,
          dueAt: null,
          endedAt: now(),
          updatedAt: now(),
        })
        .where(
          and(
            eq(paymentLinks.enterpriseId, enterpriseId),
            sql`${paymentLinks.state} IN (SELECT value FROM json_each(${JSON.stringify(openStates)}))`,
          ),
        ),
      dropSecretsOf(ctx, { kind: "payments", id: row.id }),
      db.delete(paymentAccounts).where(and(ofEnterprise(ctx), eq(paymentAccounts.id, row.id))),
      audited(ctx, {
        action: "delete",
        kind: "paymentAccount",
        object: { id: row.id, name: texts.gateways.razorpay },
        before: { keyId: row.keyId },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("notFound");
    throw error;
  }
}
