import { entities } from "#db/tenant/entities.ts";
import type { Entity, saveEntity as contract } from "#workers/contract/endpoints/entities.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { agentRow, contentChanged } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { mapConflicts } from "../error.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { refuseBadPatterns } from "./check-patterns.ts";
import { entityOnWire, entityRow, refuseSystem, thisEntity, type EntityRow } from "./entity.ts";

const taken = { "entities.name_key": "entityNameTaken" } as const;

/** Creates a custom entity, or replaces the name and values of the one that `id` names. */
export async function saveEntity(
  ctx: Ctx,
  { id, agentId, name, values, revision }: InputOf<typeof contract>["body"],
): Promise<{ entity: Entity; created: boolean }> {
  const { db, enterpriseId } = ctx;
  await agentRow(ctx, agentId);
  if (id) refuseSystem(id);
  refuseBadPatterns(values);
  const at = ctx.now();
  const before = id ? await entityRow(ctx, agentId, id) : null;
  if (before) refuseStale(before, revision);
  const edit = nextRevision(ctx, before);
  const row: EntityRow = {
    id: id ?? ctx.newId(),
    enterpriseId,
    agentId,
    name,
    nameKey: nameKey(name),
    values,
    createdAt: before?.createdAt ?? at,
    ...edit,
  };
  const work = mapConflicts(
    db.batch([
      guardRevision(ctx, entities, row.id, before?.revision ?? 0),
      before
        ? db
            .update(entities)
            .set({ name, nameKey: row.nameKey, values, ...edit })
            .where(thisEntity(ctx, agentId, row.id))
        : db.insert(entities).values(row),
      contentChanged(ctx, agentId),
      audited(ctx, {
        action: before ? "update" : "create",
        kind: "entity",
        object: row,
        before: before && { name: before.name, values: before.values },
        after: { name, values },
      }),
    ]),
    taken,
  );
  await unlessStale(work, () => entityRow(ctx, agentId, row.id));
  return { entity: entityOnWire(row), created: !before };
}
