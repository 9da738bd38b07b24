import { tenantDatabases } from "#db/client.ts";
import type { Hono } from "hono";
import * as systemApi from "#workers/contract/endpoints/system.ts";
import { DomainError } from "#workers/domain/error.ts";
import { problemsOfConfiguration } from "../check-configuration.ts";
import { clientErrorWait } from "../client-error-limit.ts";
import type { AppEnv } from "../context.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { mount } from "../mount.ts";
import { sweeperOf } from "../finish-work.ts";
import { release } from "../version.ts";

const PART_TIMEOUT_MS = 2_000;

export function systemRoutes(app: Hono<AppEnv>): void {
  mount(app, systemApi.healthz, async () => release);

  mount(app, systemApi.readyz, async (_, { c: { env } }) => {
    const parts = {
      directory: env.DIRECTORY.prepare("SELECT 1").run(),
      ...Object.fromEntries(
        tenantDatabases.map((name) => [
          name.toLowerCase().replace("_", ""),
          env[name].prepare("SELECT 1").run(),
        ]),
      ),
      files: env.FILES.head("readyz"),
      hub: hubOf(env, "readyz").ping(),
      sweeper: sweeperOf(env).ping(),
    };
    const wrong = problemsOfConfiguration(env);
    if (wrong.length > 0)
      throw new DomainError("unavailable", { errors: { configuration: wrong.join(", ") } });
    const answers = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => [name, await answersInTime(part)] as const),
    );
    if (answers.some(([, ok]) => !ok)) {
      const silent = answers.filter(([, ok]) => !ok).map(([name]) => name);
      throw new DomainError("unavailable", { errors: { parts: silent.join(", ") } });
    }
    return { parts: Object.fromEntries(answers) };
  });

  mount(app, systemApi.clientError, async ({ body }, { c }) => {
    const wait = clientErrorWait(c.get("address"));
    if (wait > 0) throw new DomainError("tooOften", { retryAfterSeconds: wait });
    console.log(JSON.stringify({ level: "error", source: "console", via: c.get("requestId"), ...body }));
    return null;
  });
}

const answersInTime = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), PART_TIMEOUT_MS)),
  ]);
