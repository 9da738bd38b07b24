import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import type { TrashKind } from "#workers/contract/endpoints/trash.ts";
import { DomainError } from "#workers/domain/error.ts";
import { type KindOfTrash, kindsOfTrash } from "#workers/domain/trash/kinds.ts";
import type { AppEnv } from "../context.ts";
import { type Handling, mount, Said } from "../mount.ts";
import { wakeWorker } from "../wake.ts";

const { trash } = endpoints;
const texts = messages.trash;

export function trashRoutes(app: Hono<AppEnv>): void {
  mount(app, trash.list, async ({ query: { kind, ...paging } }, handling) => {
    const { items, more } = await kindFor(handling, kind).list(handling.scope, paging);
    return { items: items.map((item) => ({ ...item, kind })), more };
  });

  mount(app, trash.restore, async ({ params: { kind, id } }, handling) => {
    const { jobIds } = await kindFor(handling, kind).restore(handling.scope, id);
    await wakeAll(handling, jobIds);
    return new Said(null, texts.restoredPlain);
  });

  mount(app, trash.remove, async ({ params: { kind, id } }, handling) => {
    const { purged, jobIds } = await kindFor(handling, kind).purge(handling.scope, { ids: [id] });
    if (purged === 0) throw new DomainError("notFound");
    await wakeAll(handling, jobIds);
    return new Said(null, texts.removedPlain);
  });

  mount(app, trash.empty, async ({ body: { kind } }, handling) => {
    const { purged, more, jobIds } = await kindFor(handling, kind).purge(handling.scope, "all");
    await wakeAll(handling, jobIds);
    return { purged, more };
  });
}

/** Without the feature there is no trash; without the kind's own permission nothing of it. */
function kindFor({ session }: Handling, kind: TrashKind): KindOfTrash {
  if (!session.enterprise.features.trash) throw new DomainError("notFound");
  const found = kindsOfTrash[kind];
  if (!session.permissions.includes(found.permission)) throw new DomainError("forbidden");
  return found;
}

async function wakeAll({ c, scope }: Handling, jobIds: readonly string[]): Promise<void> {
  for (const jobId of jobIds) await wakeWorker(c.env, scope.enterpriseId, jobId);
}
