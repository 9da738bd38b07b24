import type { Hono } from "hono";
import { trashTexts as texts } from "#texts/trash.ts";
import * as trashApi from "#workers/contract/endpoints/trash.ts";
import { type TrashKind, trashNeeds } from "#workers/contract/endpoints/trash.ts";
import { DomainError } from "#workers/domain/error.ts";
import { type KindOfTrash, kindsOfTrash } from "#workers/domain/trash/kinds.ts";
import type { AppEnv } from "../context.ts";
import { requireFeature } from "../features.ts";
import { type HandlerContext, mount, Reply, requirePermission } from "../mount.ts";

export function trashRoutes(app: Hono<AppEnv>): void {
  mount(app, trashApi.listTrash, async ({ query: { kind, ...paging } }, context) => {
    const { items, ...rest } = await kindFor(context, kind).list(context.ctx, paging);
    return { items: items.map((item) => ({ ...item, kind })), ...rest };
  });

  mount(app, trashApi.restoreFromTrash, async ({ params: { kind, id } }, context) => {
    await changing(context, kind).restore(context.ctx, id);
    return new Reply(null, texts.restoredPlain);
  });

  mount(app, trashApi.deleteForGood, async ({ params: { kind, id } }, context) => {
    const { purged } = await changing(context, kind).purge(context.ctx, { ids: [id] });
    if (purged === 0) throw new DomainError("notFound");
    return new Reply(null, texts.removedPlain);
  });

  mount(app, trashApi.emptyTrash, async ({ body: { kind } }, context) => {
    return changing(context, kind).purge(context.ctx, "all");
  });
}

/** Without the feature there is no trash; without the kind's own permission nothing of it. */
function kindFor(context: HandlerContext, kind: TrashKind): KindOfTrash {
  requireFeature(context, "trash");
  requirePermission(context, trashNeeds[kind].seeing);
  return kindsOfTrash[kind];
}

function changing(context: HandlerContext, kind: TrashKind): KindOfTrash {
  const found = kindFor(context, kind);
  requirePermission(context, trashNeeds[kind].changing);
  return found;
}
