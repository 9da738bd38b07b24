import type { Hono } from "hono";
import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { triggersTexts as texts } from "#texts/triggers.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { MOST_EVENT_BYTES } from "#workers/contract/automation/triggers.ts";
import { sendEvent, triggerDoors } from "#workers/contract/endpoints/automation-triggers.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { listEvaluations } from "#workers/domain/entries/evaluations.ts";
import { isAwaited, takeEvent } from "#workers/domain/entries/events.ts";
import { hookAt, instanceHook, takeCall } from "#workers/domain/entries/hook.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Json } from "#workers/domain/flow/json.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { mount, Reply } from "../mount.ts";
import { orKept } from "../or-kept.ts";
import { webhookAddress } from "../public-url.ts";

/** Calls of one webhook in a minute, and of all. */
const callLimit = minuteLimit({ one: 600, all: 60_000 });

export function automationTriggerRoutes(app: Hono<AppEnv>): void {
  mount(app, sendEvent, async ({ body }, { c, ctx }) => {
    const call = { kind: "event" as const, body, at: ctx.now() };
    const taken = await orKept(c, ctx.enterpriseId, call, () => takeEvent(ctx, body));
    return new Reply(taken ?? { awaited: await isAwaited(ctx, body) }, texts.events.taken);
  });
  for (const kind of automationKinds) {
    const api = triggerDoors[kind];
    mount(app, api.evaluations, ({ params, query }, { ctx }) => listEvaluations(ctx, kind, params, query));
    const addressIn = (c: AppContext) => (path: string) => webhookAddress(c.env, path);
    mount(app, api.hook, ({ params }, { c, ctx }) =>
      instanceHook(ctx, kind, params, { addressOf: addressIn(c) }),
    );
    mount(app, api.renewHook, async ({ params }, { c, ctx }) => {
      const hook = await instanceHook(ctx, kind, params, { anew: true, addressOf: addressIn(c) });
      return new Reply(hook, texts.hook.anew);
    });
  }

  // Other systems call it without a session: the address alone says which journey, as vendors' webhooks do.
  app.post("/api/hooks/:instanceId/:secret", async (c) => {
    const { instanceId, secret } = c.req.param();
    const wait = callLimit(instanceId);
    if (wait > 0) throw new DomainError("slowDown", { retryAfterSeconds: wait });
    if (Number(c.req.header("content-length") ?? Infinity) > MOST_EVENT_BYTES)
      throw new DomainError("tooLarge");
    const found = await hookIn(c.env, instanceId, secret);
    if (!found) throw new DomainError("notFound", { message: texts.hook.notThere });
    const { hook, database, db } = found;
    const ctx = ctxOf(db, hook.enterpriseId, HOOK);
    const body = await jsonOf(c);
    const id = (c.req.header("idempotency-key") ?? c.req.header("webhook-id") ?? "").slice(0, 100);
    const call = { kind: "hook" as const, instanceId, secret, id: id || ctx.newId(), body, at: ctx.now() };
    await orKept(c, hook.enterpriseId, call, () => takeCall(ctx, instanceId, hook, call));
    // The sweeper sees to it otherwise.
    c.executionCtx.waitUntil(
      clockOf(c.env, database)
        .arm(database, Date.now())
        .catch(() => {}),
    );
    const message = hook.isStarted ? texts.events.taken : texts.hook.notStarted;
    return c.json({ status: true, message, response: { awaited: hook.isStarted } });
  });
}

const HOOK = { userId: "webhook", name: "", address: "", requestId: "webhook" };

/** The address names only the instance, so every tenant database is asked. */
async function hookIn(env: ApiEnv, instanceId: string, secret: string) {
  for (const database of tenantDatabases) {
    const db = tenantDatabase(env, database);
    const hook = await hookAt(db, instanceId, secret);
    if (hook) return { hook, database, db };
  }
  return undefined;
}

async function jsonOf(c: AppContext): Promise<Record<string, Json>> {
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > MOST_EVENT_BYTES) throw new DomainError("tooLarge");
  try {
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof body === "object" && body !== null && !Array.isArray(body))
      return body as Record<string, Json>;
  } catch {
    // Said below.
  }
  throw new DomainError("invalid", { message: texts.hook.json });
}
