import type { Hono } from "hono";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getJob } from "#workers/domain/jobs/progress.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

export function jobRoutes(app: Hono<AppEnv>): void {
  mount(app, endpoints.jobs.get, ({ params }, { ctx, session }) =>
    getJob(ctx, params.id, session.permissions),
  );
}
