import { and, eq, isNull, sql } from "drizzle-orm";
import { usersTexts } from "#texts/users.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import { invitations, users } from "#db/directory/users.ts";
import { type StandsInTheWay, USER_STATE, type User } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { openChatsOf } from "../chats/release.ts";
import { departmentsLedBy, leaveDepartments } from "./leave-departments.ts";
import { DomainError } from "../error.ts";
import { leavingTask } from "../after-commit/leave.ts";
import { guard } from "../guard.ts";
import { endingSessionsOf, noteEnded } from "../identity/session.ts";
import { nextRevision } from "../revision.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { covers, type Rights } from "../roles/rights.ts";
import {
  administratorRemains,
  userUnchanged,
  thisUser,
  unlessGuardFailed,
  userBelow,
  userOf,
  type UserRow,
  userRow,
} from "./user.ts";

/** The effects of deactivating a user, and whether it would be refused. */
export async function standsInTheWay(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  by: Rights,
  id: string,
): Promise<StandsInTheWay> {
  const row = await userRow(directoryCtx, id);
  const [managed, openChats, [open], [remains]] = await Promise.all([
    departmentsLedBy(ctx, id),
    openChatsOf(ctx, id),
    directoryCtx.db
      .select({ count: sql<number>`count(*)` })
      .from(invitations)
      .where(sentBy(directoryCtx, id)),
    directoryCtx.db
      .select({ one: sql<number>`${administratorRemains(directoryCtx, row)}` })
      .from(sql`(SELECT 1)`),
  ]);
  return {
    openChats,
    managerOf: managed.map(({ name }) => name),
    openInvitations: open?.count ?? 0,
    refusal: refusalOf(directoryCtx, by, row, remains?.one === 1),
  };
}

function refusalOf({ actor }: DirectoryCtx, by: Rights, row: UserRow, remains: boolean): string {
  const texts = usersTexts;
  if (row.id === actor.userId) return texts.notYourself;
  if (!covers(by, row.roles)) return texts.aboveYou;
  return remains ? "" : texts.lastAdministrator;
}

/**
 * Deactivates a user; nothing is deleted, but sessions, links to them and invitations by them end. A task takes the
 * lead of departments, in the other database; until it runs, readers take an inactive manager for none.
 */
export async function deactivateUser(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  roles: readonly number[],
  id: string,
): Promise<StandsInTheWay & { name: string }> {
  const { db, actor, now } = directoryCtx;
  if (id === actor.userId) throw new DomainError("notYourself");
  const [before, led, openChats] = await Promise.all([
    userBelow(directoryCtx, roles, id),
    departmentsLedBy(ctx, id),
    openChatsOf(ctx, id),
  ]);
  const at = now();
  const [, , ended, revoked] = await unlessGuardFailed(
    directoryCtx,
    before,
    db.batch([
      guard(
        directoryCtx,
        sql`${userUnchanged(directoryCtx, before)} AND ${administratorRemains(directoryCtx, before)}`,
      ),
      db
        .update(users)
        .set({ state: USER_STATE.deactivated, agentStatus: "offline", ...nextRevision(directoryCtx, before) })
        .where(thisUser(directoryCtx, id)),
      endingSessionsOf(db, id, at),
      db
        .update(invitations)
        .set({ state: "revoked", updatedAt: at })
        .where(sentBy(directoryCtx, id))
        .returning({ id: invitations.id }),
      db
        .update(oneTimeCodes)
        .set({ usedAt: at })
        .where(and(eq(oneTimeCodes.userId, id), isNull(oneTimeCodes.usedAt))),
      auditedInDirectory(directoryCtx, {
        action: "deactivate",
        kind: "user",
        object: { id, name: before.name },
        before: { state: before.state },
        after: { state: USER_STATE.deactivated },
      }),
      leavingTask(directoryCtx, { kind: "leaveDepartments", userId: id, by: actor }),
      leavingTask(directoryCtx, { kind: "agentStatusChanged", userId: id }),
    ]),
    new DomainError("lastAdministrator"),
  );
  noteEnded(directoryCtx, ended);
  return {
    name: before.name,
    openChats,
    managerOf: led.map(({ name }) => name),
    openInvitations: revoked.length,
    refusal: "",
  };
}

/** Lets a deactivated user in again, unchanged except for what was ended. */
export async function activateUser(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  roles: readonly number[],
  id: string,
): Promise<User> {
  const [before, led] = await Promise.all([userBelow(directoryCtx, roles, id), departmentsLedBy(ctx, id)]);
  // Somebody who never verified an address is not let in by this.
  if (before.state === USER_STATE.unverified) throw new DomainError("notFound");
  if (before.state === USER_STATE.active) return userOf(before);
  // The task of the deactivation may still be waiting: it must not take what they lead from now on.
  if (led.length > 0) await leaveDepartments(ctx, id);
  const [, [saved]] = await unlessGuardFailed(
    directoryCtx,
    before,
    directoryCtx.db.batch([
      guard(directoryCtx, userUnchanged(directoryCtx, before)),
      directoryCtx.db
        .update(users)
        .set({ state: USER_STATE.active, ...nextRevision(directoryCtx, before) })
        .where(thisUser(directoryCtx, id))
        .returning(),
      auditedInDirectory(directoryCtx, {
        action: "activate",
        kind: "user",
        object: { id, name: before.name },
        before: { state: before.state },
        after: { state: USER_STATE.active },
      }),
      leavingTask(directoryCtx, { kind: "userChanged", userId: id }),
    ]),
    new DomainError("notFound"),
  );
  if (!saved) throw new DomainError("notFound");
  return userOf(saved);
}

const sentBy = ({ enterpriseId }: DirectoryCtx, userId: string) =>
  and(
    eq(invitations.enterpriseId, enterpriseId),
    eq(invitations.invitedBy, userId),
    eq(invitations.state, "open"),
  );
