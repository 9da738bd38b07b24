import { sql } from "drizzle-orm";
import { invitations } from "#db/directory/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { invitationIn, openInvitation, readingInvitation } from "./invitation.ts";

/** Revokes an invitation: its link stops working. notFound when it was accepted or revoked before. */
export async function revokeInvitation(directoryCtx: DirectoryCtx, id: string): Promise<{ emailId: string }> {
  const { db, now } = directoryCtx;
  const before = invitationIn(await readingInvitation(directoryCtx, id));
  try {
    await db.batch([
      guard(
        directoryCtx,
        sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${openInvitation(directoryCtx, id)})`,
      ),
      db
        .update(invitations)
        .set({ state: "revoked", passwordHash: null, updatedAt: now() })
        .where(openInvitation(directoryCtx, id)),
      auditedInDirectory(directoryCtx, {
        action: "revoke",
        kind: "invitation",
        object: { id, name: before.email },
        before: { emailId: before.email, roles: before.roles },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("notFound");
    throw error;
  }
  return { emailId: before.email };
}
