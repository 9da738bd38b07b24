import type { Hono } from "hono";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import { addToBlacklist } from "#workers/domain/blacklist/add.ts";
import { editBlacklisted, removeFromBlacklist, removeMatching } from "#workers/domain/blacklist/change.ts";
import { exportBlacklist } from "#workers/domain/blacklist/export.ts";
import { importBlacklist, latestBlacklistImport } from "#workers/domain/blacklist/import.ts";
import { listBlacklist } from "#workers/domain/blacklist/list.ts";
import { undoRemoval } from "#workers/domain/blacklist/undo.ts";
import { blacklistRejectsCsv } from "#workers/domain/blacklist/rejects-csv.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";
import { may, mount, Reply, FileReply, requirePermission } from "../mount.ts";

export function blacklistRoutes(app: Hono<AppEnv>): void {
  mount(app, blacklistApi.listBlacklist, ({ query }, context) =>
    listBlacklist(context.ctx, query, () => may(context, "CUSTOMER.VIEW")),
  );
  mount(app, blacklistApi.addToBlacklist, async ({ body }, { c, ctx }) => {
    const done = await addToBlacklist(ctx, body, keyRing(c.env.DATA_KEY));
    return new Reply(done, texts.added(done.added, done.known));
  });
  // Before the ones whose path would take "import" or "export" for an id.
  mount(app, blacklistApi.exportBlacklist, async ({ query }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { ctx } = context;
    const body = await inDownloadSlot(ctx, "blacklist", () => exportBlacklist(ctx, query.search));
    return new FileReply(body, texts.fileName);
  });
  mount(app, blacklistApi.importBlacklist, ({ body }, { c, ctx, files }) =>
    importBlacklist(ctx, c.env.FILES, files, body),
  );
  mount(app, blacklistApi.getBlacklistImport, (_, { ctx }) => latestBlacklistImport(ctx));
  mount(app, blacklistApi.blacklistRejectsCsv, async ({ params }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    return new FileReply(await blacklistRejectsCsv(context.ctx, params.id), texts.rejectsFile);
  });
  mount(app, blacklistApi.removeManyFromBlacklist, async ({ body }, context) => {
    const { ctx } = context;
    const { ids, matching } = body;
    const done = matching
      ? await removeMatching(ctx, matching, () => may(context, "CUSTOMER.VIEW"))
      : await removeFromBlacklist(ctx, ids);
    return new Reply(done, done.job ? texts.bulk.delete : texts.removed(done.removed));
  });
  mount(app, blacklistApi.undoRemoval, async ({ body }, { ctx }) => {
    const done = await undoRemoval(ctx, body.work);
    return new Reply(done, done.job ? texts.bulk.restore : texts.restored(done.restored));
  });
  mount(app, blacklistApi.editBlacklisted, async ({ params, body }, context) => {
    const entry = await editBlacklisted(context.ctx, params.id, body, may(context, "CUSTOMER.VIEW"));
    return new Reply(entry, texts.saved);
  });
  mount(app, blacklistApi.removeFromBlacklist, async ({ params }, { ctx }) => {
    await removeFromBlacklist(ctx, [params.id]);
    return new Reply(null, texts.removed(1));
  });
}
