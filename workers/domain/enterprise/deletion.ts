import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import { type Deletion, DELETION_DAYS } from "#workers/contract/endpoints/enterprise-data.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { leavingTask } from "../after-commit/leave.ts";
import { type DirectoryCtx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import {
  confirmed,
  type ConfirmSecrets,
  guardRoom,
  ownRowIn,
  readingOwnRow,
  readOwn,
  refuseFull,
} from "../identity/confirm.ts";
import type { MailDeps } from "../identity/letters.ts";
import { noteEnded } from "../identity/session.ts";
import { writingMail } from "../mail/write.ts";
import { requireAdministrator } from "./export.ts";

const DAY_MS = 24 * 3_600_000;
/** Condition for a user who is an administrator. */
const isAdmin = sql`EXISTS (SELECT 1 FROM json_each(${users.roles}) r WHERE r.value = 1)`;

interface Row {
  name: string;
  deletesAt: number | null;
  deletionBegunAt: number | null;
  by: string | null;
}

function readingRow({ db, enterpriseId }: DirectoryCtx) {
  const { name, deletesAt, deletionBegunAt, deletionBy } = enterprises;
  return db
    .select({ name, deletesAt, deletionBegunAt, by: sql<string | null>`${users.name}`.as("by_name") })
    .from(enterprises)
    .leftJoin(users, eq(users.id, deletionBy))
    .where(eq(enterprises.id, enterpriseId));
}

function rowIn([row]: readonly Row[]): Row {
  if (!row) throw new DomainError("notFound");
  return row;
}

const rowOf = async (directoryCtx: DirectoryCtx): Promise<Row> => rowIn(await readingRow(directoryCtx));

const onWire = ({ deletesAt, deletionBegunAt, by }: Row): Deletion => ({
  pending: deletesAt === null ? null : { at: iso(deletesAt), by: by ?? "", begun: deletionBegunAt !== null },
});

/** Whether and when the enterprise is deleted. */
export const deletionState = async (directoryCtx: DirectoryCtx): Promise<Deletion> =>
  onWire(await rowOf(directoryCtx));

/**
 * Asks for the enterprise to be deleted: everybody but administrators is signed out, and what leaves is stopped by a task. Of
 * two who ask one has asked.
 */
export async function askDeletion(
  directoryCtx: DirectoryCtx,
  sessionId: string,
  { confirm, ...confirmation }: Confirmation & { confirm: string },
  secrets: ConfirmSecrets,
  mail: MailDeps,
): Promise<Deletion> {
  const { db, enterpriseId, now } = directoryCtx;
  const [own, rows, administrators] = await readOwn(
    directoryCtx,
    sessionId,
    readingRow(directoryCtx),
    readingAdministrators(directoryCtx),
  );
  requireAdministrator(own);
  const { user } = own;
  const before = rowIn(rows);
  // Both answers come before the confirmation: without a write to guard they would tell a right guess from a wrong one.
  if (confirm.trim() !== before.name)
    throw new DomainError("invalid", {
      message: texts.deleteMismatch,
      errors: { confirm: texts.deleteMismatch },
    });
  if (before.deletesAt !== null) return onWire(before);
  const proof = await confirmed(directoryCtx, own, confirmation, secrets);
  const deletesAt = now() + DELETION_DAYS * DAY_MS;
  const mine = eq(enterprises.id, enterpriseId);
  const stays = sql`EXISTS (SELECT 1 FROM ${enterprises} WHERE ${mine} AND ${isNull(enterprises.deletesAt)})`;
  const facts = [before.name, iso(deletesAt).slice(0, 10), user.name];
  const letters = await lettersTo(directoryCtx, administrators, mail, "enterpriseLeaves", facts);
  const write = db.batch([
    guard(directoryCtx, sql`${proof.condition} AND ${stays}`),
    guardRoom(directoryCtx, proof),
    db
      .update(loginSessions)
      .set({ endedAt: now() })
      .where(
        and(
          eq(loginSessions.enterpriseId, enterpriseId),
          isNull(loginSessions.endedAt),
          sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${loginSessions.userId} AND ${isAdmin})`,
        ),
      )
      .returning({ id: loginSessions.id }),
    db.update(enterprises).set({ deletesAt, deletionBy: user.id, deletionBegunAt: null }).where(mine),
    ...proof.statements,
    auditedInDirectory(directoryCtx, {
      action: "delete",
      kind: "enterprise",
      object: { id: enterpriseId, name: before.name },
      before: { deletesAt: null },
      after: { deletesAt: iso(deletesAt) },
    }),
    leavingTask(directoryCtx, { kind: "deletionChanged" }),
    ...letters,
  ]);
  try {
    const [, , ended] = await write;
    noteEnded(directoryCtx, ended as { id: string }[]);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    const found = await rowOf(directoryCtx);
    if (found.deletesAt !== null) return onWire(found);
    await refuseFull(directoryCtx, proof.at);
    throw new DomainError("wrongCode");
  }
  return onWire({ ...before, deletesAt, deletionBegunAt: null, by: user.name });
}

/** Keeps the enterprise, unless its deletion has begun: the condition is in the write. */
export async function takeDeletionBack(directoryCtx: DirectoryCtx, mail: MailDeps): Promise<Deletion> {
  const { db, enterpriseId } = directoryCtx;
  const [own, rows, administrators] = await db.batch([
    readingOwnRow(directoryCtx),
    readingRow(directoryCtx),
    readingAdministrators(directoryCtx),
  ]);
  const user = ownRowIn(own);
  requireAdministrator({ user });
  const before = rowIn(rows);
  if (before.deletesAt === null) return onWire(before);
  const mine = eq(enterprises.id, enterpriseId);
  const waits = and(mine, isNotNull(enterprises.deletesAt), isNull(enterprises.deletionBegunAt));
  const facts = [before.name, user.name];
  const letters = await lettersTo(directoryCtx, administrators, mail, "enterpriseStays", facts);
  try {
    await db.batch([
      guard(directoryCtx, sql`EXISTS (SELECT 1 FROM ${enterprises} WHERE ${waits})`),
      db.update(enterprises).set({ deletesAt: null, deletionBy: "" }).where(waits),
      auditedInDirectory(directoryCtx, {
        action: "restore",
        kind: "enterprise",
        object: { id: enterpriseId, name: before.name },
        before: { deletesAt: iso(before.deletesAt) },
        after: { deletesAt: null },
      }),
      leavingTask(directoryCtx, { kind: "deletionChanged" }),
      ...letters,
    ]);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    const found = await rowOf(directoryCtx);
    if (found.deletesAt !== null) throw new DomainError("deletionBegun");
    return onWire(found);
  }
  return onWire({ ...before, deletesAt: null });
}

/** A statement that reads the people who are told. */
const readingAdministrators = ({ db, enterpriseId }: DirectoryCtx) =>
  db
    .select({ name: users.name, address: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.state, USER_STATE.active), isAdmin as SQL));

/** The letter to each administrator, as statements for the batch that makes it necessary. */
async function lettersTo(
  directoryCtx: DirectoryCtx,
  administrators: Awaited<ReturnType<typeof readingAdministrators>>,
  { ring, link }: MailDeps,
  template: "enterpriseLeaves" | "enterpriseStays",
  facts: readonly string[],
) {
  const letters = await Promise.all(
    administrators.map((to) =>
      writingMail(directoryCtx, ring, { template, to, facts, link: link("/admin/details") }),
    ),
  );
  return letters.map(({ statement }) => statement);
}
