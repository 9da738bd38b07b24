import type { Hono } from "hono";
import { departmentsTexts as texts } from "#texts/departments.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { getDepartment, listDepartments } from "#workers/domain/departments/department.ts";
import { addUsers, mappedUsers, removeUsers } from "#workers/domain/departments/mapped-users.ts";
import { createDepartment, removeDepartment, updateDepartment } from "#workers/domain/departments/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function departmentRoutes(app: Hono<AppEnv>): void {
  mount(app, departmentsApi.listDepartments, ({ query }, { ctx, directoryCtx }) =>
    listDepartments(ctx, directoryCtx, query),
  );
  mount(app, departmentsApi.getDepartment, ({ params }, { ctx, directoryCtx }) =>
    getDepartment(ctx, directoryCtx, params.id),
  );
  mount(
    app,
    departmentsApi.createDepartment,
    async ({ body }, { ctx, directoryCtx }) =>
      new Reply(await createDepartment(ctx, directoryCtx, body), texts.saved),
  );
  mount(
    app,
    departmentsApi.updateDepartment,
    async ({ params, body }, { ctx, directoryCtx }) =>
      new Reply(await updateDepartment(ctx, directoryCtx, params.id, body), texts.saved),
  );
  mount(app, departmentsApi.deleteDepartment, async ({ params }, { ctx }) => {
    const { name } = await removeDepartment(ctx, params.id);
    return new Reply(null, texts.removed(name));
  });

  mount(app, departmentsApi.mappedUsers, ({ params, query }, { ctx, directoryCtx }) =>
    mappedUsers(ctx, directoryCtx, params.id, query),
  );
  mount(app, departmentsApi.addUsers, async ({ params, body }, { ctx, directoryCtx }) => {
    const done = await addUsers(ctx, directoryCtx, params.id, body.users);
    return new Reply(done, texts.added(done.changed));
  });
  mount(app, departmentsApi.removeUsers, async ({ params, body }, { ctx }) => {
    const done = await removeUsers(ctx, params.id, body.users);
    return new Reply(done, texts.takenOut(done.changed));
  });
}
