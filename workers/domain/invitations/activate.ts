import { and, eq, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { confirmMadeUser, madeUserByCode } from "./accept.ts";
import { endingCodes, provenByCode } from "../identity/code-proof.ts";
import { ctxOfUser } from "../identity/enter.ts";
import type { Visit } from "../identity/session.ts";

/** Tells whether a verification link would work; checking changes nothing. */
export async function activationWorks(db: DirectoryDb, code: string): Promise<boolean> {
  if (await madeUserByCode(db, code)) return true;
  try {
    await provenByCode(db, "activate", code);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Verifies an address by the code that was mailed to it, once. Throws linkOver or invitationOver, and accountThere. */
export async function activate(db: DirectoryDb, code: string, visit: Visit): Promise<void> {
  const made = await madeUserByCode(db, code);
  if (made) return confirmMadeUser(db, code, made, visit);
  const proof = await provenByCode(db, "activate", code);
  const waits = and(eq(users.id, proof.userId), eq(users.state, USER_STATE.unverified));
  const [user] = await db.select().from(users).where(waits).limit(1);
  if (!user) throw new DomainError("linkOver");
  const directoryCtx = ctxOfUser(db, user, visit);
  const at = directoryCtx.now();
  try {
    await db.batch([
      guard(directoryCtx, sql`${proof.condition} AND EXISTS (SELECT 1 FROM ${users} WHERE ${waits})`),
      db.update(users).set({ state: USER_STATE.active, updatedAt: at }).where(waits),
      endingCodes(db, user.id, "activate", at),
      auditedInDirectory(directoryCtx, {
        action: "activate",
        kind: "user",
        object: { id: user.id, name: user.name },
        before: { state: USER_STATE.unverified },
        after: { state: USER_STATE.active },
      }),
    ]);
  } catch (error) {
    throw guardFailed(error) ? new DomainError("linkOver") : error;
  }
}
