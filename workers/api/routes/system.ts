import type { Hono } from "hono";
import * as systemApi from "#workers/contract/endpoints/system.ts";
import { clientErrorWait } from "../client-error-limit.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { readiness } from "../readiness.ts";
import { release } from "../version.ts";

export function systemRoutes(app: Hono<AppEnv>): void {
  mount(app, systemApi.healthz, async () => release);

  mount(app, systemApi.readyz, async (_, { c: { env } }) => ({ parts: await readiness(env) }));

  mount(app, systemApi.clientError, async ({ body }, { c }) => {
    // Nobody reads the answer, and a refusal would be one more error on a page that has too many: the line is left out.
    if (clientErrorWait(c.get("address")) > 0) return null;
    console.log(JSON.stringify({ level: "error", source: "console", via: c.get("requestId"), ...body }));
    return null;
  });
}
