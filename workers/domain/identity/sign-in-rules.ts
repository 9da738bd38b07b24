import { eq } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import type { Confirmation, SignInRules } from "#workers/contract/endpoints/two-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { confirmed, type ConfirmSecrets, guardRoom, readOwn, whileConfirmed } from "./confirm.ts";

const columns = {
  twoFactorRequired: enterprises.twoFactorRequired,
  singleSession: enterprises.singleSession,
};

const readingRules = ({ db, enterpriseId }: DirectoryCtx) =>
  db.select(columns).from(enterprises).where(eq(enterprises.id, enterpriseId)).limit(1);

function rulesIn([rules]: readonly SignInRules[]): SignInRules {
  if (!rules) throw new DomainError("notFound");
  return rules;
}

/** Returns the enterprise's rules for signing in. */
export const getSignInRules = async (directoryCtx: DirectoryCtx): Promise<SignInRules> =>
  rulesIn(await readingRules(directoryCtx));

/** Changes the given rules; they apply from the next sign-in on. */
export async function saveSignInRules(
  directoryCtx: DirectoryCtx,
  sessionId: string,
  { password, code, ...given }: Partial<SignInRules> & Confirmation,
  secrets: ConfirmSecrets,
): Promise<SignInRules> {
  const { db, enterpriseId, now } = directoryCtx;
  const [own, rules] = await readOwn(directoryCtx, sessionId, readingRules(directoryCtx));
  const proof = await confirmed(directoryCtx, own, { password, code }, secrets);
  const before = rulesIn(rules);
  const after = { ...before, ...given };
  await whileConfirmed(
    directoryCtx,
    proof,
    db.batch([
      guard(directoryCtx, proof.condition),
      guardRoom(directoryCtx, proof),
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
    ]),
    new DomainError("wrongCode"),
  );
  return after;
}
