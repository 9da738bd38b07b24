import type { Hono } from "hono";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import { getEntity } from "#workers/domain/entities/entity.ts";
import { listEntities } from "#workers/domain/entities/list.ts";
import { removeEntity } from "#workers/domain/entities/remove.ts";
import { entityUsage } from "#workers/domain/entities/usage.ts";
import { saveEntity } from "#workers/domain/entities/save.ts";
import { tryEntityValue } from "#workers/domain/entities/try-value.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function entityRoutes(app: Hono<AppEnv>): void {
  mount(app, entitiesApi.listEntities, ({ params, query }, { ctx }) => listEntities(ctx, params.id, query));

  mount(app, entitiesApi.getEntity, ({ params }, { ctx }) => getEntity(ctx, params.id, params.entityId));

  mount(app, entitiesApi.saveEntity, async ({ body }, { ctx }) => {
    const { entity, created } = await saveEntity(ctx, body);
    return new Reply(entity, created ? botsAnswersTexts.entityCreated : botsAnswersTexts.entityUpdated);
  });

  mount(app, entitiesApi.deleteEntity, async ({ params }, { ctx }) => {
    await removeEntity(ctx, params.agentId, params.entityId);
    return new Reply(null, botsAnswersTexts.entityDeleted);
  });

  mount(app, entitiesApi.tryEntityValue, ({ params, body }, { ctx }) => tryEntityValue(ctx, params.id, body));

  mount(app, entitiesApi.entityUsage, ({ params }, { ctx }) => entityUsage(ctx, params.id, params.entityId));
}
