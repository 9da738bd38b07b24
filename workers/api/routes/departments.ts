import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getDepartment, listDepartments } from "#workers/domain/departments/department.ts";
import { addUsers, mappedUsers, removeUsers } from "#workers/domain/departments/mapped-users.ts";
import { createDepartment, removeDepartment, updateDepartment } from "#workers/domain/departments/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { departments } = endpoints;
const texts = messages.departments;

export function departmentRoutes(app: Hono<AppEnv>): void {
  mount(app, departments.list, ({ query }, { scope, office }) => listDepartments(scope, office, query));
  mount(app, departments.get, ({ params }, { scope, office }) => getDepartment(scope, office, params.id));
  mount(
    app,
    departments.create,
    async ({ body }, { scope, office }) => new Said(await createDepartment(scope, office, body), texts.saved),
  );
  mount(
    app,
    departments.update,
    async ({ params, body }, { scope, office }) =>
      new Said(await updateDepartment(scope, office, params.id, body), texts.saved),
  );
  mount(app, departments.remove, async ({ params }, { scope }) => {
    const { name } = await removeDepartment(scope, params.id);
    return new Said(null, texts.removed(name));
  });

  mount(app, departments.mappedUsers, ({ params, query }, { scope, office }) =>
    mappedUsers(scope, office, params.id, query),
  );
  mount(app, departments.addUsers, async ({ params, body }, { scope, office }) => {
    const done = await addUsers(scope, office, params.id, body.users);
    return new Said(done, texts.added(done.changed));
  });
  mount(app, departments.removeUsers, async ({ params, body }, { scope }) => {
    const done = await removeUsers(scope, params.id, body.users);
    return new Said(done, texts.takenOut(done.changed));
  });
}
