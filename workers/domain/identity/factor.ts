import { and, eq, isNull, sql } from "drizzle-orm";
import { recoveryCodes, users } from "#db/directory/users.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, type Owner } from "../secrets/seal.ts";
import type { Proof } from "./enter.ts";
import { looksLikeRecoveryCode, recoveryHash } from "./recovery-codes.ts";
import { totpStep } from "./totp.ts";

type User = typeof users.$inferSelect;

export const totpOwner = (userId: string): Owner => ({ kind: "totp", id: userId, field: "secret" });

/** Returns the proof that a recovery code is one of the person's unused codes; undefined when it is not. */
export async function provenByRecovery(
  { db, now }: DirectoryCtx,
  user: Pick<User, "id">,
  code: string,
): Promise<Proof | undefined> {
  if (!looksLikeRecoveryCode(code)) return undefined;
  const mine = and(
    eq(recoveryCodes.userId, user.id),
    eq(recoveryCodes.hash, recoveryHash(user.id, code)),
    isNull(recoveryCodes.usedAt),
  );
  const [row] = await db.select({ id: recoveryCodes.id }).from(recoveryCodes).where(mine).limit(1);
  return (
    row && {
      condition: sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${mine})`,
      statements: [db.update(recoveryCodes).set({ usedAt: now() }).where(mine)],
    }
  );
}

/** Returns the proof that an authenticator's code is right and newer than the last one; undefined when it is not. */
export async function provenByTotp(
  { db, now }: DirectoryCtx,
  ring: KeyRing,
  user: User,
  code: string,
): Promise<Proof | undefined> {
  if (user.twoFactor !== "totp" || user.totpSealed === null || user.totpKeyVersion === null) return undefined;
  const sealed = { sealed: user.totpSealed, keyVersion: user.totpKeyVersion };
  const step = totpStep(await open(ring, user.enterpriseId, totpOwner(user.id), sealed), code, now());
  if (step === undefined || step <= (user.totpLastStep ?? 0)) return undefined;
  // The secret is part of the condition: a code of an authenticator that was just removed proves nothing.
  const fresh = and(
    eq(users.id, user.id),
    eq(users.totpSealed, user.totpSealed),
    sql`coalesce(${users.totpLastStep}, 0) < ${step}`,
  );
  return {
    condition: sql`EXISTS (SELECT 1 FROM ${users} WHERE ${fresh})`,
    statements: [db.update(users).set({ totpLastStep: step }).where(fresh)],
  };
}
