import { and, desc, eq, sql } from "drizzle-orm";
import { invitations, users } from "#db/directory/users.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Invitation, listInvitations as contract } from "#workers/contract/endpoints/invitations.ts";
import { page } from "../page.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { invitationOf } from "./invitation.ts";

/** Pending invitations, newest first, including expired ones, which can be sent again. */
export async function listInvitations(
  { db, enterpriseId, now }: DirectoryCtx,
  { name, ...paging }: InputOf<typeof contract>["query"],
): Promise<{ invitations: Invitation[]; more: boolean }> {
  const { limit, offset, cut } = page(paging);
  const found = await db
    .select({ row: invitations, invitedBy: users.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.enterpriseId, enterpriseId),
        eq(invitations.state, "open"),
        name ? sql`instr(${invitations.emailKey}, ${name.toLowerCase()}) > 0` : undefined,
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  const at = now();
  return { invitations: rows.map(({ row, invitedBy }) => invitationOf(row, invitedBy ?? "", at)), more };
}
