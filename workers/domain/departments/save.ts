import { departments } from "#db/tenant/departments.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type {
  createDepartment as createContract,
  Department,
  updateDepartment as updateContract,
} from "#workers/contract/endpoints/departments.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { refusing } from "../error.ts";
import { nextRevision, refuseStale, stillAt, unlessStale } from "../revision.ts";
import type { DirectoryScope, Scope } from "../scope.ts";
import { refuseOthers } from "./active-users.ts";
import { departmentRow, describedOne, thisDepartment } from "./department.ts";

const taken = { "departments.name_key": "departmentNameTaken" } as const;

/** Creates a department; departmentNameTaken for a name that exists, notFound for a manager who does not. */
export async function createDepartment(
  scope: Scope,
  office: DirectoryScope,
  { name, desc, manager }: InputOf<typeof createContract>["body"],
): Promise<Department> {
  if (manager) await refuseOthers(office, [manager]);
  const { db, enterpriseId, now, newId } = scope;
  const row = {
    id: newId(),
    enterpriseId,
    name,
    nameKey: nameKey(name),
    description: desc,
    managerId: manager || null,
    createdAt: now(),
    ...nextRevision(scope, null),
  };
  await refusing(
    db.batch([
      db.insert(departments).values(row),
      audited(scope, {
        action: "create",
        kind: "department",
        object: row,
        after: { name, desc, manager: row.managerId },
      }),
    ]),
    taken,
  );
  return describedOne(scope, office, row);
}

/** Changes one. Nobody overwrites another person's concurrent edit. */
export async function updateDepartment(
  scope: Scope,
  office: DirectoryScope,
  id: string,
  { name, desc, manager, revision }: InputOf<typeof updateContract>["body"],
): Promise<Department> {
  const { db } = scope;
  const before = await departmentRow(scope, id);
  refuseStale(before, revision);
  if (manager && manager !== before.managerId) await refuseOthers(office, [manager]);
  const next = {
    name,
    nameKey: nameKey(name),
    description: desc,
    managerId: manager || null,
    ...nextRevision(scope, before),
  };
  await unlessStale(
    refusing(
      db.batch([
        stillAt(scope, departments, id, before.revision),
        db.update(departments).set(next).where(thisDepartment(scope, id)),
        audited(scope, {
          action: "update",
          kind: "department",
          object: { id, name },
          before: { name: before.name, desc: before.description, manager: before.managerId },
          after: { name, desc, manager: next.managerId },
        }),
      ]),
      taken,
    ),
    () => departmentRow(scope, id),
  );
  return describedOne(scope, office, { ...before, ...next });
}

/** Deletes one; its members keep their accounts. */
export async function removeDepartment(scope: Scope, id: string): Promise<{ name: string }> {
  const { db } = scope;
  const before = await departmentRow(scope, id);
  await unlessStale(
    db.batch([
      stillAt(scope, departments, id, before.revision),
      db.delete(departments).where(thisDepartment(scope, id)),
      audited(scope, {
        action: "delete",
        kind: "department",
        object: before,
        before: { name: before.name, desc: before.description, manager: before.managerId },
      }),
    ]),
    () => departmentRow(scope, id),
  );
  return before;
}
