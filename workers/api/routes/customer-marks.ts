import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { mapMarks } from "#workers/domain/customers/map.ts";
import { listMarks, removeMark, saveMark } from "#workers/domain/customers/marks.ts";
import { listViews, removeView, saveView } from "#workers/domain/customers/views.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { customers } = endpoints;
const texts = messages.customers;

/** Groups, labels and saved views of the customers' list. */
export function customerMarkRoutes(app: Hono<AppEnv>): void {
  mount(app, customers.groups, async ({ query }, { scope }) => {
    const { marks, more } = await listMarks(scope, "group", query);
    return { groups: marks, hasMore: more };
  });
  mount(
    app,
    customers.saveGroup,
    async ({ body }, { scope }) => new Said(await saveMark(scope, "group", body), texts.groupSaved),
  );
  mount(app, customers.removeGroup, async ({ params }, { scope }) => {
    await removeMark(scope, "group", params.id);
    return new Said(null, texts.groupDeleted);
  });

  mount(app, customers.labels, async ({ query }, { scope }) => {
    const { marks, more } = await listMarks(scope, "label", query);
    return { tags: marks, hasMore: more };
  });
  mount(
    app,
    customers.saveLabel,
    async ({ body }, { scope }) => new Said(await saveMark(scope, "label", body), texts.labelSaved),
  );
  mount(app, customers.removeLabel, async ({ params }, { scope }) => {
    await removeMark(scope, "label", params.id);
    return new Said(null, texts.labelDeleted);
  });

  mount(app, customers.mapToGroups, async ({ body: { groupIds, ...body } }, { scope }) => {
    const done = await mapMarks(scope, "group", { markIds: groupIds, ...body });
    return new Said(done, texts.mapped(done.changed));
  });
  mount(app, customers.mapToLabels, async ({ body: { tagIds, ...body } }, { scope }) => {
    const done = await mapMarks(scope, "label", { markIds: tagIds, ...body });
    return new Said(done, texts.mapped(done.changed));
  });

  mount(app, customers.views, (_, { scope }) => listViews(scope));
  mount(
    app,
    customers.saveView,
    async ({ body }, { scope }) => new Said(await saveView(scope, body), texts.viewSaved(body.name)),
  );
  mount(app, customers.removeView, async ({ params }, { scope }) => {
    await removeView(scope, params.id);
    return null;
  });
}
