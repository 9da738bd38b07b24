import { sql } from "drizzle-orm";
import type { Confirmation, Recovery } from "#workers/contract/endpoints/two-factor.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { type DirectoryCtx } from "../ctx.ts";
import {
  confirmed,
  type ConfirmSecrets,
  guardRoom,
  ownRowIn,
  readingOwnRow,
  readOwn,
  whileConfirmed,
} from "./confirm.ts";
import { countedIn, countingRecoveryCodes, hasRecoveryCodes, makingRecoveryCodes } from "./recovery-codes.ts";
import { type Acting, entryOf, toldBy } from "./two-factor.ts";

/** Returns one's recovery codes: created and shown when there are none yet, only counted afterwards. */
export async function getRecoveryCodes(
  directoryCtx: DirectoryCtx,
  { twoFactorRequired }: Pick<Acting, "twoFactorRequired">,
): Promise<Recovery> {
  const counting = countingRecoveryCodes(directoryCtx, directoryCtx.actor.userId);
  const [rows, counts] = await directoryCtx.db.batch([readingOwnRow(directoryCtx), counting]);
  const user = ownRowIn(rows);
  if (user.twoFactor === "off" && !twoFactorRequired) throw new DomainError("noFactor");
  const counted = countedIn(counts);
  if (counted.total > 0) return { codes: [], ...counted };
  const { codes, statements } = makingRecoveryCodes(directoryCtx, user.id);
  try {
    await directoryCtx.db.batch([
      guard(directoryCtx, sql`NOT ${hasRecoveryCodes(user.id)}`),
      ...statements,
      auditedInDirectory(directoryCtx, entryOf("create", user, { recoveryCodes: codes.length })),
    ]);
  } catch (error) {
    // A concurrent request created and showed them; these were never stored.
    if (guardFailed(error)) return { codes: [], ...countedIn(await counting) };
    throw error;
  }
  return { codes, left: codes.length, total: codes.length };
}

/** Replaces the recovery codes by ten new ones. */
export async function makeRecoveryCodes(
  directoryCtx: DirectoryCtx,
  acting: Acting,
  confirmation: Confirmation,
  secrets: ConfirmSecrets,
): Promise<Recovery> {
  const [own] = await readOwn(directoryCtx, acting.sessionId);
  const { user } = own;
  if (user.twoFactor === "off" && !acting.twoFactorRequired) throw new DomainError("noFactor");
  const proof = await confirmed(directoryCtx, own, confirmation, secrets);
  const { codes, statements } = makingRecoveryCodes(directoryCtx, user.id);
  await whileConfirmed(
    directoryCtx,
    proof,
    directoryCtx.db.batch([
      guard(directoryCtx, proof.condition),
      guardRoom(directoryCtx, proof),
      // The proof may consume one of the old codes, so it comes first; the others are deleted after it.
      ...proof.statements,
      ...statements,
      auditedInDirectory(directoryCtx, entryOf("create", user, { recoveryCodes: codes.length })),
      (await toldBy(directoryCtx, secrets.ring, user, (said) => said.newCodes)).statement,
    ]),
    new DomainError("wrongCode"),
  );
  return { codes, left: codes.length, total: codes.length };
}
