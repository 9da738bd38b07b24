import { eq } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import type { Confirmation, SignInRules } from "#workers/contract/endpoints/two-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { confirmed, ownRow, type ConfirmSecrets } from "./confirm.ts";

const columns = {
  twoFactorRequired: enterprises.twoFactorRequired,
  singleSession: enterprises.singleSession,
};

/** Returns the enterprise's rules for signing in. */
export async function getSignInRules({ db, enterpriseId }: DirectoryCtx): Promise<SignInRules> {
  const [rules] = await db.select(columns).from(enterprises).where(eq(enterprises.id, enterpriseId)).limit(1);
  if (!rules) throw new DomainError("notFound");
  return rules;
}

/** Changes the given rules; they apply from the next sign-in on. */
export async function saveSignInRules(
  directoryCtx: DirectoryCtx,
  sessionId: string,
  { password, code, ...given }: Partial<SignInRules> & Confirmation,
  secrets: ConfirmSecrets,
): Promise<SignInRules> {
  const { db, enterpriseId, now } = directoryCtx;
  const proof = await confirmed(
    directoryCtx,
    await ownRow(directoryCtx),
    sessionId,
    { password, code },
    secrets,
  );
  const before = await getSignInRules(directoryCtx);
  const after = { ...before, ...given };
  try {
    await db.batch([
      guard(directoryCtx, proof.condition),
      ...proof.statements,
      db
        .update(enterprises)
        .set({ ...after, updatedAt: now() })
        .where(eq(enterprises.id, enterpriseId)),
      auditedInDirectory(directoryCtx, {
        action: "configure",
        kind: "enterprise",
        object: { id: enterpriseId, name: "sign-in rules" },
        before,
        after,
      }),
    ]);
  } catch (error) {
    throw guardFailed(error) ? new DomainError("wrongCode") : error;
  }
  return after;
}
