import { and, desc, eq, sql } from "drizzle-orm";
import { invitations, users } from "#db/directory/users.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { listInvitations as contract } from "#workers/contract/endpoints/invitations.ts";
import { counting, page } from "../page.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { invitationOf } from "./invitation.ts";

/** Pending invitations, newest first, including expired ones, which can be sent again. */
export async function listInvitations(
  { db, enterpriseId, now }: DirectoryCtx,
  { name, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const which = and(
    eq(invitations.enterpriseId, enterpriseId),
    eq(invitations.state, "open"),
    name ? sql`instr(${invitations.emailKey}, ${name.toLowerCase()}) > 0` : undefined,
  );
  const [found, [counted]] = await db.batch([
    db
      .select({ row: invitations, invitedBy: users.name })
      .from(invitations)
      .leftJoin(users, eq(users.id, invitations.invitedBy))
      .where(which)
      .orderBy(desc(invitations.id))
      .limit(limit)
      .offset(offset),
    counting({ db }, invitations, which),
  ]);
  const { rows, more } = cut(found);
  const at = now();
  return {
    invitations: rows.map(({ row, invitedBy }) => invitationOf(row, invitedBy ?? "", at)),
    more,
    total: counted?.total ?? 0,
  };
}
