import type { Hono } from "hono";
import * as systemApi from "#workers/contract/endpoints/system.ts";
import { DomainError } from "#workers/domain/error.ts";
import { clientErrorWait } from "../client-error-limit.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { readiness } from "../readiness.ts";
import { release } from "../version.ts";

export function systemRoutes(app: Hono<AppEnv>): void {
  mount(app, systemApi.healthz, async () => release);

  mount(app, systemApi.readyz, async (_, { c: { env } }) => ({ parts: await readiness(env) }));

  mount(app, systemApi.clientError, async ({ body }, { c }) => {
    const wait = clientErrorWait(c.get("address"));
    if (wait > 0) throw new DomainError("tooOften", { retryAfterSeconds: wait });
    console.log(JSON.stringify({ level: "error", source: "console", via: c.get("requestId"), ...body }));
    return null;
  });
}
