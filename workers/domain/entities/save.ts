import { entities } from "#db/tenant/entities.ts";
import type { Entity, saveEntity as contract } from "#workers/contract/endpoints/entities.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { agentRow, contentChanged } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import { refusing } from "../error.ts";
import { nextRevision, refuseStale, stillAt, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { refuseBadPatterns } from "./check-patterns.ts";
import { entityOnWire, entityRow, refuseSystem, thisEntity, type EntityRow } from "./entity.ts";

const taken = { "entities.name_key": "entityNameTaken" } as const;

/** Creates a custom entity, or replaces the name and values of the one that `id` names. */
export async function saveEntity(
  scope: Scope,
  { id, agentId, name, values, revision }: InputOf<typeof contract>["body"],
): Promise<{ entity: Entity; created: boolean }> {
  const { db, enterpriseId } = scope;
  await agentRow(scope, agentId);
  if (id) refuseSystem(id);
  refuseBadPatterns(values);
  const at = scope.now();
  const before = id ? await entityRow(scope, agentId, id) : null;
  if (before) refuseStale(before, revision);
  const edit = nextRevision(scope, before);
  const row: EntityRow = {
    id: id ?? scope.newId(),
    enterpriseId,
    agentId,
    name,
    nameKey: nameKey(name),
    values,
    createdAt: before?.createdAt ?? at,
    ...edit,
  };
  const work = refusing(
    db.batch([
      stillAt(scope, entities, row.id, before?.revision ?? 0),
      before
        ? db
            .update(entities)
            .set({ name, nameKey: row.nameKey, values, ...edit })
            .where(thisEntity(scope, agentId, row.id))
        : db.insert(entities).values(row),
      contentChanged(scope, agentId),
      audited(scope, {
        action: before ? "update" : "create",
        kind: "entity",
        object: row,
        before: before && { name: before.name, values: before.values },
        after: { name, values },
      }),
    ]),
    taken,
  );
  await unlessStale(work, () => entityRow(scope, agentId, row.id));
  return { entity: entityOnWire(row), created: !before };
}
