import { and, eq } from "drizzle-orm";
import { invitations } from "#db/directory/users.ts";
import type { Invitation } from "#workers/contract/endpoints/invitations.ts";
import { DomainError } from "../error.ts";
import { digest, randomCode } from "../identity/digest.ts";
import { type DirectoryCtx, iso } from "../ctx.ts";

export type InvitationRow = typeof invitations.$inferSelect;

/** Validity of an invitation, and its wording in the mail. */
export const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

/** An invitation of this enterprise that nobody has accepted or revoked. */
export const openInvitation = ({ enterpriseId }: DirectoryCtx, id: string) =>
  and(eq(invitations.enterpriseId, enterpriseId), eq(invitations.id, id), eq(invitations.state, "open"));

/** A statement that reads one. */
export const readingInvitation = (directoryCtx: DirectoryCtx, id: string) =>
  directoryCtx.db.select().from(invitations).where(openInvitation(directoryCtx, id)).limit(1);

/** The row that it has read, or notFound. */
export function invitationIn([row]: readonly InvitationRow[]): InvitationRow {
  if (!row) throw new DomainError("notFound");
  return row;
}

/** A new code of 256 bits, with the hash to store and its expiry. */
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

/** An invitation in wire format: never with its code, nor the hash of it. */
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
