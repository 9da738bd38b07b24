import type { Hono } from "hono";
import { customersTexts as texts } from "#texts/customers.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customerViewsApi from "#workers/contract/endpoints/customer-views.ts";
import { mapTaggings } from "#workers/domain/customers/map.ts";
import { listTaggings, removeTagging, saveTagging } from "#workers/domain/customers/taggings.ts";
import { listViews, removeView, saveView } from "#workers/domain/customers/views.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

/** Groups, labels and saved views of the customers' list. */
export function customerTaggingRoutes(app: Hono<AppEnv>): void {
  mount(app, customerTaggingsApi.listGroups, async ({ query }, { ctx }) => {
    const { taggings, more } = await listTaggings(ctx, "group", query);
    return { groups: taggings, hasMore: more };
  });
  mount(
    app,
    customerTaggingsApi.saveGroup,
    async ({ body }, { ctx }) => new Reply(await saveTagging(ctx, "group", body), texts.groupSaved),
  );
  mount(app, customerTaggingsApi.deleteGroup, async ({ params }, { ctx }) => {
    await removeTagging(ctx, "group", params.id);
    return new Reply(null, texts.groupDeleted);
  });

  mount(app, customerTaggingsApi.listLabels, async ({ query }, { ctx }) => {
    const { taggings, more } = await listTaggings(ctx, "label", query);
    return { tags: taggings, hasMore: more };
  });
  mount(
    app,
    customerTaggingsApi.saveLabel,
    async ({ body }, { ctx }) => new Reply(await saveTagging(ctx, "label", body), texts.labelSaved),
  );
  mount(app, customerTaggingsApi.deleteLabel, async ({ params }, { ctx }) => {
    await removeTagging(ctx, "label", params.id);
    return new Reply(null, texts.labelDeleted);
  });

  mount(app, customerTaggingsApi.mapToGroups, async ({ body: { groupIds, ...body } }, { ctx }) => {
    const done = await mapTaggings(ctx, "group", { markIds: groupIds, ...body });
    return new Reply(done, texts.mapped(done.changed));
  });
  mount(app, customerTaggingsApi.mapToLabels, async ({ body: { tagIds, ...body } }, { ctx }) => {
    const done = await mapTaggings(ctx, "label", { markIds: tagIds, ...body });
    return new Reply(done, texts.mapped(done.changed));
  });

  mount(app, customerViewsApi.listViews, (_, { ctx }) => listViews(ctx));
  mount(
    app,
    customerViewsApi.saveView,
    async ({ body }, { ctx }) => new Reply(await saveView(ctx, body), texts.viewSaved(body.name)),
  );
  mount(app, customerViewsApi.deleteView, async ({ params }, { ctx }) => {
    await removeView(ctx, params.id);
    return null;
  });
}
