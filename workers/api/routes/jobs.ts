import type { Hono } from "hono";
import * as jobsApi from "#workers/contract/endpoints/jobs.ts";
import { getJob } from "#workers/domain/jobs/progress.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

export function jobRoutes(app: Hono<AppEnv>): void {
  mount(app, jobsApi.getJob, ({ params }, { ctx, session }) => getJob(ctx, params.id, session.permissions));
}
