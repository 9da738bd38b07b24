import type { Hono } from "hono";
import { botsTexts } from "#texts/bots.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getEntity } from "#workers/domain/entities/entity.ts";
import { listEntities } from "#workers/domain/entities/list.ts";
import { removeEntity } from "#workers/domain/entities/remove.ts";
import { entityUsage } from "#workers/domain/entities/usage.ts";
import { saveEntity } from "#workers/domain/entities/save.ts";
import { tryEntityValue } from "#workers/domain/entities/try-value.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const { entities } = endpoints;

export function entityRoutes(app: Hono<AppEnv>): void {
  mount(app, entities.list, ({ params, query }, { ctx }) => listEntities(ctx, params.id, query));

  mount(app, entities.get, ({ params }, { ctx }) => getEntity(ctx, params.id, params.entityId));

  mount(app, entities.save, async ({ body }, { ctx }) => {
    const { entity, created } = await saveEntity(ctx, body);
    return new Reply(entity, created ? botsTexts.entityCreated : botsTexts.entityUpdated);
  });

  mount(app, entities.remove, async ({ params }, { ctx }) => {
    await removeEntity(ctx, params.agentId, params.entityId);
    return new Reply(null, botsTexts.entityDeleted);
  });

  mount(app, entities.tryValue, ({ params, body }, { ctx }) => tryEntityValue(ctx, params.id, body));

  mount(app, entities.usage, ({ params }, { ctx }) => entityUsage(ctx, params.id, params.entityId));
}
