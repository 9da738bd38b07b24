import { type SQL, and, asc, eq } from "drizzle-orm";
import { chatLabels } from "#db/tenant/chat-labels.ts";
import { departments } from "#db/tenant/departments.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type {
  createDepartment as createContract,
  Department,
  updateDepartment as updateContract,
} from "#workers/contract/endpoints/departments.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { keepingMembers } from "../live-events/keep-members.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { departmentAndMembers, departmentRow, described, peopleOf, thisDepartment } from "./department.ts";

const taken = { "departments.name_key": "departmentNameTaken" } as const;

/** Creates a department; departmentNameTaken for a name that exists, notFound for a manager who does not. */
export async function createDepartment(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  { name, desc, manager }: InputOf<typeof createContract>["body"],
): Promise<Department> {
  const people = await peopleOf(directoryCtx, [manager]);
  if (manager && !people.has(manager)) throw new DomainError("notFound");
  const { db, enterpriseId, now, newId } = ctx;
  const row = {
    id: newId(),
    enterpriseId,
    name,
    nameKey: nameKey(name),
    description: desc,
    managerId: manager || null,
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  await mapConflicts(
    db.batch([
      db.insert(departments).values(row),
      audited(ctx, {
        action: "create",
        kind: "department",
        object: row,
        after: { name, desc, manager: row.managerId },
      }),
    ]),
    taken,
  );
  return described(row, [], people);
}

/** Changes one. Nobody overwrites another person's concurrent edit. */
export async function updateDepartment(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  id: string,
  { name, desc, manager, revision }: InputOf<typeof updateContract>["body"],
): Promise<Department> {
  const { db } = ctx;
  const [before, members] = await departmentAndMembers(ctx, id);
  refuseStale(before, revision);
  const people = await peopleOf(directoryCtx, [manager, ...members]);
  if (manager && manager !== before.managerId && !people.has(manager)) throw new DomainError("notFound");
  const next = {
    name,
    nameKey: nameKey(name),
    description: desc,
    managerId: manager || null,
    ...nextRevision(ctx, before),
  };
  await unlessStale(
    mapConflicts(
      db.batch([
        guardRevision(ctx, departments, id, before.revision),
        db.update(departments).set(next).where(thisDepartment(ctx, id)),
        audited(ctx, {
          action: "update",
          kind: "department",
          object: { id, name },
          before: { name: before.name, desc: before.description, manager: before.managerId },
          after: { name, desc, manager: next.managerId },
        }),
      ]),
      taken,
    ),
    () => departmentRow(ctx, id),
  );
  return described({ ...before, ...next }, members, people);
}

/** Deletes one; its members keep their accounts. */
export async function removeDepartment(ctx: Ctx, id: string): Promise<{ name: string }> {
  const { db } = ctx;
  const theirs = and(eq(chatLabels.enterpriseId, ctx.enterpriseId), eq(chatLabels.departmentId, id));
  const [before, labels] = await Promise.all([departmentRow(ctx, id), namesOfLabels(ctx, theirs)]);
  await unlessStale(
    db.batch([
      guardRevision(ctx, departments, id, before.revision),
      keepingMembers(ctx, id),
      db.delete(departments).where(thisDepartment(ctx, id)),
      db.delete(chatLabels).where(theirs),
      audited(ctx, {
        action: "delete",
        kind: "department",
        object: before,
        before: { name: before.name, desc: before.description, manager: before.managerId, labels },
      }),
    ]),
    () => departmentRow(ctx, id),
  );
  return before;
}

/** For the trail, where they go with their department. */
async function namesOfLabels({ db }: Ctx, theirs: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ name: chatLabels.name })
    .from(chatLabels)
    .where(theirs)
    .orderBy(asc(chatLabels.position));
  return rows.map(({ name }) => name);
}
