import { and, asc, eq, isNull, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import { invitations, users } from "#db/directory/users.ts";
import { departments } from "#db/tenant/departments.ts";
import { type StandsInTheWay, USER_STATE, type User } from "#workers/contract/endpoints/users.ts";
import { audited, auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only } from "../guard.ts";
import { endSessionsOf } from "../identity/session.ts";
import { nextRevision } from "../revision.ts";
import type { DirectoryScope, Scope } from "../scope.ts";
import { covers, refuseAbove, type Rights } from "./rights.ts";
import {
  administratorRemains,
  stillThe,
  thisUser,
  unlessRefused,
  userOf,
  type UserRow,
  userRow,
} from "./user.ts";

/** What the deactivation of a user would mean, and whether it would be refused. */
export async function standsInTheWay(
  office: DirectoryScope,
  scope: Scope,
  by: Rights,
  id: string,
): Promise<StandsInTheWay> {
  const row = await userRow(office, id);
  const [managed, [open], [remains]] = await Promise.all([
    departmentsOf(scope, id),
    office.db
      .select({ count: sql<number>`count(*)` })
      .from(invitations)
      .where(sentBy(office, id)),
    office.db.select({ one: sql<number>`${administratorRemains(office, row)}` }).from(sql`(SELECT 1)`),
  ]);
  return {
    // Live chats come with a later part of the product; nobody has one yet.
    openChats: 0,
    managerOf: managed.map(({ name }) => name),
    openInvitations: open?.count ?? 0,
    refusal: refusalOf(office, by, row, remains?.one === 1),
  };
}

function refusalOf({ actor }: DirectoryScope, by: Rights, row: UserRow, remains: boolean): string {
  const texts = messages.users;
  if (row.id === actor.userId) return texts.notYourself;
  if (!covers(by, row.roles)) return texts.aboveYou;
  return remains ? "" : texts.lastAdministrator;
}

/**
 * Deactivates a user: nothing of theirs is deleted, but every session ends, every link that was sent to them and every
 * invitation that they sent is dead, and no department has them for its manager. Answers the sessions that ended.
 */
export async function deactivateUser(
  office: DirectoryScope,
  scope: Scope,
  by: Rights,
  id: string,
): Promise<{ done: StandsInTheWay; ended: string[] }> {
  const { db, actor, now } = office;
  if (id === actor.userId) throw new DomainError("notYourself");
  const before = await userRow(office, id);
  refuseAbove(by, before.roles);
  const at = now();
  const [, , ended, revoked] = await unlessRefused(
    office,
    before,
    db.batch([
      only(office, sql`${stillThe(office, before)} AND ${administratorRemains(office, before)}`),
      db
        .update(users)
        .set({ state: USER_STATE.deactivated, agentStatus: "offline", ...nextRevision(office, before) })
        .where(thisUser(office, id)),
      endSessionsOf(db, id, at),
      db
        .update(invitations)
        .set({ state: "revoked", updatedAt: at })
        .where(sentBy(office, id))
        .returning({ id: invitations.id }),
      db
        .update(oneTimeCodes)
        .set({ usedAt: at })
        .where(and(eq(oneTimeCodes.userId, id), isNull(oneTimeCodes.usedAt))),
      auditedInDirectory(office, {
        action: "deactivate",
        kind: "user",
        object: { id, name: before.name },
        before: { state: before.state },
        after: { state: USER_STATE.deactivated },
      }),
    ]),
    new DomainError("lastAdministrator"),
  );
  const managerOf = await takeFromDepartments(scope, id);
  return {
    done: { openChats: 0, managerOf, openInvitations: revoked.length, refusal: "" },
    ended: ended.map((session) => session.id),
  };
}

/** Lets a deactivated user in again, as they were but for what was ended. */
export async function activateUser(office: DirectoryScope, by: Rights, id: string): Promise<User> {
  const before = await userRow(office, id);
  refuseAbove(by, before.roles);
  // Who never verified an address is not let in by this.
  if (before.state === USER_STATE.unverified) throw new DomainError("notFound");
  if (before.state === USER_STATE.active) return userOf(before);
  const [, [saved]] = await unlessRefused(
    office,
    before,
    office.db.batch([
      only(office, stillThe(office, before)),
      office.db
        .update(users)
        .set({ state: USER_STATE.active, ...nextRevision(office, before) })
        .where(thisUser(office, id))
        .returning(),
      auditedInDirectory(office, {
        action: "activate",
        kind: "user",
        object: { id, name: before.name },
        before: { state: before.state },
        after: { state: USER_STATE.active },
      }),
    ]),
    new DomainError("notFound"),
  );
  if (!saved) throw new DomainError("notFound");
  return userOf(saved);
}

const sentBy = ({ enterpriseId }: DirectoryScope, userId: string) =>
  and(
    eq(invitations.enterpriseId, enterpriseId),
    eq(invitations.invitedBy, userId),
    eq(invitations.state, "open"),
  );

const ledBy = ({ enterpriseId }: Scope, userId: string) =>
  and(eq(departments.enterpriseId, enterpriseId), eq(departments.managerId, userId));

const departmentsOf = (scope: Scope, userId: string) =>
  scope.db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(ledBy(scope, userId))
    .orderBy(asc(departments.nameKey))
    .limit(1_000);

/**
 * Departments are in the other database, so this is no part of the deactivation's transaction. Were it cut off here,
 * nothing would show: who is not active is nobody's manager wherever departments are read.
 */
async function takeFromDepartments(scope: Scope, userId: string): Promise<string[]> {
  const managed = await departmentsOf(scope, userId);
  if (managed.length === 0) return [];
  await scope.db.batch([
    scope.db
      .update(departments)
      .set({
        managerId: null,
        revision: sql`${departments.revision} + 1`,
        updatedBy: scope.actor.name,
        updatedAt: scope.now(),
      })
      .where(ledBy(scope, userId)),
    ...managed.map((object) =>
      audited(scope, {
        action: "update",
        kind: "department",
        object,
        before: { manager: userId },
        after: { manager: null },
      }),
    ),
  ]);
  return managed.map(({ name }) => name);
}
