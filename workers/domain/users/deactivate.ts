import { and, eq, isNull, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import { invitations, users } from "#db/directory/users.ts";
import { type StandsInTheWay, USER_STATE, type User } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { departmentsLedBy, leaveDepartments } from "../departments/leave.ts";
import { DomainError } from "../error.ts";
import { leavingErrand, type LeftErrand } from "../errands/leave.ts";
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

/** The effects of deactivating a user, and whether it would be refused. */
export async function standsInTheWay(
  office: DirectoryScope,
  scope: Scope,
  by: Rights,
  id: string,
): Promise<StandsInTheWay> {
  const row = await userRow(office, id);
  const [managed, [open], [remains]] = await Promise.all([
    departmentsLedBy(scope, id),
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
 * Deactivates a user: nothing of theirs is deleted, but every session ends, and every link sent to them and every
 * invitation they sent is void. Answers the sessions that ended, and the errand to take the lead of departments from
 * them, as those are in the other database. Until it runs nothing shows, since an inactive person is nobody's manager
 * wherever departments are read.
 */
export async function deactivateUser(
  office: DirectoryScope,
  scope: Scope,
  by: Rights,
  id: string,
): Promise<{ done: StandsInTheWay; ended: string[]; errand: LeftErrand }> {
  const { db, actor, now } = office;
  if (id === actor.userId) throw new DomainError("notYourself");
  const before = await userRow(office, id);
  refuseAbove(by, before.roles);
  const led = await departmentsLedBy(scope, id);
  const { errand, statement } = leavingErrand(office, { kind: "leaveDepartments", userId: id, by: actor });
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
      statement,
    ]),
    new DomainError("lastAdministrator"),
  );
  return {
    done: {
      openChats: 0,
      managerOf: led.map(({ name }) => name),
      openInvitations: revoked.length,
      refusal: "",
    },
    ended: ended.map((session) => session.id),
    errand,
  };
}

/** Lets a deactivated user in again, unchanged except for what was ended. */
export async function activateUser(
  office: DirectoryScope,
  scope: Scope,
  by: Rights,
  id: string,
): Promise<User> {
  const before = await userRow(office, id);
  refuseAbove(by, before.roles);
  // Somebody who never verified an address is not let in by this.
  if (before.state === USER_STATE.unverified) throw new DomainError("notFound");
  if (before.state === USER_STATE.active) return userOf(before);
  // The errand of the deactivation may still be waiting: it must not take what they lead from now on.
  await leaveDepartments(scope, id);
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
