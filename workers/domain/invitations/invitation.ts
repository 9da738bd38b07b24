import { and, eq } from "drizzle-orm";
import { invitations } from "#db/directory/users.ts";
import type { Invitation } from "#workers/contract/endpoints/invitations.ts";
import { DomainError } from "../error.ts";
import { digest, randomCode } from "../identity/digest.ts";
import { type DirectoryScope, iso } from "../scope.ts";

export type InvitationRow = typeof invitations.$inferSelect;

/** How long an invitation is good, and as its mail says it. */
export const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

/** An invitation of this enterprise that nobody has accepted or revoked. */
export const openInvitation = ({ enterpriseId }: DirectoryScope, id: string) =>
  and(eq(invitations.enterpriseId, enterpriseId), eq(invitations.id, id), eq(invitations.state, "open"));

/** Reads one, or notFound. */
export async function invitationRow(office: DirectoryScope, id: string): Promise<InvitationRow> {
  const [row] = await office.db.select().from(invitations).where(openInvitation(office, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** A new code of 256 bits, with what of it is kept and for how long it is good. */
export function newInvitationCode(at: number) {
  const code = randomCode();
  return {
    code,
    kept: {
      codeHash: digest("invitation", code),
      expiresAt: at + INVITATION_DAYS * DAY_MS,
      sentAt: at,
      updatedAt: at,
    },
  };
}

/** An invitation as the wire has it: never its code, nor the hash of it. */
export const invitationOf = (
  row: Pick<InvitationRow, "id" | "email" | "roles" | "sentAt" | "expiresAt">,
  invitedBy: string,
  at: number,
): Invitation => ({
  id: row.id,
  emailId: row.email,
  roles: row.roles,
  invitedBy,
  sentAt: iso(row.sentAt),
  expiresAt: iso(row.expiresAt),
  expired: row.expiresAt <= at,
});
