import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getEntity } from "#workers/domain/entities/entity.ts";
import { listEntities } from "#workers/domain/entities/list.ts";
import { removeEntity } from "#workers/domain/entities/remove.ts";
import { entityUsage } from "#workers/domain/entities/usage.ts";
import { saveEntity } from "#workers/domain/entities/save.ts";
import { tryEntityValue } from "#workers/domain/entities/try-value.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { entities } = endpoints;

export function entityRoutes(app: Hono<AppEnv>): void {
  mount(app, entities.list, ({ params, query }, { scope }) => listEntities(scope, params.id, query));

  mount(app, entities.get, ({ params }, { scope }) => getEntity(scope, params.id, params.entityId));

  mount(app, entities.save, async ({ body }, { scope }) => {
    const { entity, created } = await saveEntity(scope, body);
    return new Said(entity, created ? messages.bots.entityCreated : messages.bots.entityUpdated);
  });

  mount(app, entities.remove, async ({ params }, { scope }) => {
    await removeEntity(scope, params.agentId, params.entityId);
    return new Said(null, messages.bots.entityDeleted);
  });

  mount(app, entities.tryValue, ({ params, body }, { scope }) => tryEntityValue(scope, params.id, body));

  mount(app, entities.usage, ({ params }, { scope }) => entityUsage(scope, params.id, params.entityId));
}
