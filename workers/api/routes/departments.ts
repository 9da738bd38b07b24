import type { Hono } from "hono";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getDepartment, listDepartments } from "#workers/domain/departments/department.ts";
import { addUsers, mappedUsers, removeUsers } from "#workers/domain/departments/mapped-users.ts";
import { createDepartment, removeDepartment, updateDepartment } from "#workers/domain/departments/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const { departments } = endpoints;

export function departmentRoutes(app: Hono<AppEnv>): void {
  mount(app, departments.list, ({ query }, { ctx, directoryCtx }) =>
    listDepartments(ctx, directoryCtx, query),
  );
  mount(app, departments.get, ({ params }, { ctx, directoryCtx }) =>
    getDepartment(ctx, directoryCtx, params.id),
  );
  mount(
    app,
    departments.create,
    async ({ body }, { ctx, directoryCtx }) =>
      new Reply(await createDepartment(ctx, directoryCtx, body), texts.saved),
  );
  mount(
    app,
    departments.update,
    async ({ params, body }, { ctx, directoryCtx }) =>
      new Reply(await updateDepartment(ctx, directoryCtx, params.id, body), texts.saved),
  );
  mount(app, departments.remove, async ({ params }, { ctx }) => {
    const { name } = await removeDepartment(ctx, params.id);
    return new Reply(null, texts.removed(name));
  });

  mount(app, departments.mappedUsers, ({ params, query }, { ctx, directoryCtx }) =>
    mappedUsers(ctx, directoryCtx, params.id, query),
  );
  mount(app, departments.addUsers, async ({ params, body }, { ctx, directoryCtx }) => {
    const done = await addUsers(ctx, directoryCtx, params.id, body.users);
    return new Reply(done, texts.added(done.changed));
  });
  mount(app, departments.removeUsers, async ({ params, body }, { ctx }) => {
    const done = await removeUsers(ctx, params.id, body.users);
    return new Reply(done, texts.takenOut(done.changed));
  });
}
