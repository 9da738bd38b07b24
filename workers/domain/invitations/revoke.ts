import { sql } from "drizzle-orm";
import { invitations } from "#db/directory/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import type { DirectoryScope } from "../scope.ts";
import { invitationRow, openInvitation } from "./invitation.ts";

/** Revokes an invitation: its link stops working. notFound when it was accepted or revoked before. */
export async function revokeInvitation(office: DirectoryScope, id: string): Promise<{ emailId: string }> {
  const { db, now } = office;
  const before = await invitationRow(office, id);
  try {
    await db.batch([
      only(office, sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${openInvitation(office, id)})`),
      db
        .update(invitations)
        .set({ state: "revoked", passwordHash: null, updatedAt: now() })
        .where(openInvitation(office, id)),
      auditedInDirectory(office, {
        action: "revoke",
        kind: "invitation",
        object: { id, name: before.email },
        before: { emailId: before.email, roles: before.roles },
      }),
    ]);
  } catch (error) {
    if (wasRefused(error)) throw new DomainError("notFound");
    throw error;
  }
  return { emailId: before.email };
}
