import { randomUUID } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { directory, type TenantDatabase, tenantDatabase } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { MoveStep } from "#workers/contract/moving.ts";
import { operatorOf } from "#workers/domain/backups/nights.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { LEASE_MS } from "#workers/domain/jobs/lease.ts";
import { type JobHandlers, type RunEnd, runJob } from "#workers/domain/jobs/run-pages.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { keptAddressHash } from "#workers/domain/messaging/address-hash.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { eventsOf } from "#workers/domain/messaging/events-of.ts";
import { clockOf, laneOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { askMove } from "#workers/domain/moving/ask.ts";
import type { MoveDeps } from "#workers/domain/moving/deps.ts";
import { enterpriseMovePages } from "#workers/domain/moving/move.ts";
import { openMoves } from "#workers/domain/moving/open.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { Harness } from "./harness.ts";
import { idleDeps } from "./jobs.ts";

const YEAR_MS = 366 * 86_400_000;
const asked = () => "";

/** A move in the hands of the test, which is its only worker and whose clock goes on by itself. */
export interface Mover {
  moveId: string;
  jobId: string;
  /** Dies so often before the next change of the move's row is written, with only its answer lost, or as something kept was played. */
  dies: { before: number; after: number; deletes: number };
  step(): Promise<MoveStep>;
  /** One page; a time of waiting passes by itself. */
  page(): Promise<RunEnd>;
  /** Pages until the move is at a step. */
  until(step: MoveStep, each?: (at: MoveStep) => void): Promise<void>;
}

/** Asks for a move, as an operator does, and keeps the sweeper from it. */
export async function mover(
  harness: Harness,
  enterpriseId: string,
  to: TenantDatabase = "TENANT_2",
  from: TenantDatabase = "TENANT_1",
): Promise<Mover> {
  const { env } = harness;
  const moveId = randomUUID();
  const real = env.DIRECTORY;
  await askMove(real as never, { id: moveId, enterpriseId, to, now: Date.now(), regionOf: asked });
  const tenant = (name: string) => tenantDatabase(env, name);
  // Given back, the job would be anybody's: it is kept until a year from now, in which the test's own clock is already.
  const held = (of: "INSERT" | "UPDATE OF lease_until") =>
    `CREATE TRIGGER "held_${moveId}_${of.slice(0, 6)}" AFTER ${of} ON jobs
     WHEN new.subject = '${moveId}' AND new.lease_until < ${Date.now() + YEAR_MS}
     BEGIN UPDATE jobs SET lease_until = ${Date.now() + YEAR_MS} WHERE id = new.id; END`;
  await env[from].batch(
    [held("INSERT"), held("UPDATE OF lease_until")].map((text) => env[from].prepare(text)),
  );
  onTestFinished(async () => {
    await env[from].batch(
      ["INSERT", "UPDATE"].map((of) => env[from].prepare(`DROP TRIGGER "held_${moveId}_${of}"`)),
    );
    // A test that failed half-way holds up nobody behind it.
    await real
      .prepare("UPDATE enterprise_moves SET ended_at = coalesce(ended_at, 1) WHERE id = ?")
      .bind(moveId)
      .run();
  });
  await openMoves(directory(env), tenant, Date.now());
  const jobId = `move-${moveId}`;
  const dies = { before: 0, after: 0, deletes: 0 };
  const usual = depsOf(harness);
  const deps: MoveDeps = {
    ...usual,
    directory: directory({ DIRECTORY: dying(real, dies) }),
    files: {
      put: (...all) => usual.files.put(...all),
      list: (options) => usual.files.list(options),
      get: (...all: [never]) => usual.files.get(...all),
      async delete(key) {
        if (dies.deletes-- > 0) throw new Error("killed before it was gone");
        dies.deletes = 0;
        return usual.files.delete(key);
      },
    } as MoveDeps["files"],
  };
  let ahead = 2 * YEAR_MS;
  const now = () => Date.now() + ahead;
  const actor = { userId: "system", name: "", address: "", requestId: "" };
  const ctx = ctxOf(tenant(from), operatorOf(from), actor, { now });
  const handlers = {
    "enterprise.move": {
      pages: (own, holding, payload) => enterpriseMovePages(own, holding, payload, deps),
      failure: "failed",
    },
  } as Partial<JobHandlers> as JobHandlers;
  const stepNow = async () =>
    (await real
      .prepare("SELECT step FROM enterprise_moves WHERE id = ?")
      .bind(moveId)
      .first<MoveStep>("step")) as MoveStep;
  const page = async () => {
    const end = await runJob(ctx, jobId, handlers, { ...idleDeps, slice: { calls: 1 } });
    ahead += end === "later" ? 30_000 : LEASE_MS + 1;
    return end;
  };
  return {
    moveId,
    jobId,
    dies,
    step: stepNow,
    page,
    async until(step, each = () => undefined) {
      for (let pages = 0, at = await stepNow(); at !== step; pages++, at = await stepNow()) {
        if (pages > 600) throw new Error(`the move stays at ${at}`);
        each(at);
        const end = await page();
        expect(["more", "later", "tried", "lost", "done"], "a page of a move").toContain(end);
      }
    },
  };
}

function depsOf({ env, secrets }: Harness): MoveDeps {
  const ring = keyRing(secrets.DATA_KEY);
  return {
    directory: directory(env),
    tenant: (name) => tenantDatabase(env, name),
    files: env.FILES as never,
    async eventsOf(database, channelId, body) {
      const channel = await openChannel(tenantDatabase(env, database), ring, channelId);
      const adapter = channel && adapterOf(channel.vendor);
      return adapter && eventsOf(adapter, body, () => Promise.reject(new Error("no file is held here")));
    },
    hashing: (ctx) => keptAddressHash(ctx, ring),
    objects: (enterpriseId) => ({
      forgetHub: () => hubOf(env, enterpriseId).forgetAll(),
      async moveChannel(channelId, database) {
        await laneOf(env, { channelId }).moveTo(database);
        await senderOf(env, { channelId, sender: 0 }).moveTo(database);
      },
      async wake(database, channelIds) {
        for (const channelId of channelIds) {
          await laneOf(env, { channelId }).wake({ database, enterpriseId, channelId });
          await senderOf(env, { channelId }).wake({ database, enterpriseId, channelId });
        }
        await clockOf(env, database).arm(database, Date.now());
      },
    }),
  };
}

/** A directory whose worker dies at a change of a move's row. */
function dying(real: D1Database, dies: Mover["dies"]): D1Database {
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dies.before > 0) {
      dies.before--;
      throw new Error("killed before it was written");
    }
    const done = await work();
    if (dies.after > 0) {
      dies.after--;
      throw new Error("killed before it was heard");
    }
    return done;
  };
  const isMove = (sql: string) => /^update "enterprise_moves"/i.test(sql);
  const moving = new WeakSet<D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, key) {
        if (key === "bind")
          return (...values: unknown[]) => {
            const bound = target.bind(...values);
            const outer = wrap(bound);
            inner.set(outer, bound);
            return outer;
          };
        const value = Reflect.get(target, key) as unknown;
        if (typeof value !== "function") return value;
        return (...all: unknown[]) =>
          around(() => (value as (...given: unknown[]) => Promise<unknown>).apply(target, all));
      },
    });
    inner.set(wrapped, statement);
    moving.add(wrapped);
    return wrapped;
  };
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  return new Proxy(real, {
    get(target, key) {
      if (key === "prepare")
        return (sql: string) => (isMove(sql) ? wrap(target.prepare(sql)) : target.prepare(sql));
      if (key === "batch")
        return (statements: D1PreparedStatement[]) => {
          const plain = statements.map((each) => inner.get(each) ?? each);
          return statements.some((each) => moving.has(each))
            ? around(() => target.batch(plain))
            : target.batch(plain);
        };
      const value = Reflect.get(target, key) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
