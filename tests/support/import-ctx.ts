import { tenantDatabase } from "#db/client.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { type Files, partKey } from "#workers/domain/imports/files.ts";
import { importGaveUp, importPages } from "#workers/domain/imports/run.ts";
import type { RunDeps } from "#workers/domain/jobs/held-job.ts";
import { type JobHandlers, type RunEnd, runJob } from "#workers/domain/jobs/run-pages.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import type { Harness } from "./harness.ts";
import { idleDeps } from "./jobs.ts";

/** Makes a platform call fail, either before it has taken effect, or after, so that only its answer is lost. */
export interface Faults {
  /** Counts every call; statements of a batch one by one in `statements`. */
  calls: number;
  statements: number;
  /** Rows that the batches have read. */
  rowsRead?: number;
  failAt?: number;
  mode?: "before" | "after";
  /** Whoever made the call that failed has died: no later one of theirs comes about either. */
  dies?: boolean;
  /** Instead of one call: the share that fails, before or after it took effect, by these numbers from 0 to 1. */
  rate?: number;
  random?: () => number;
  /** Runs before each batch that writes a page, with its statements' number. */
  beforeBatch?: (statements: number) => Promise<void>;
}

export const noFaults = (): Faults => ({ calls: 0, statements: 0 });

class Outage extends Error {
  override readonly message = "the platform is not there";
}

export async function through<T>(faults: Faults, statements: number, work: () => Promise<T>): Promise<T> {
  const mine = ++faults.calls;
  faults.statements += statements;
  if (mine === faults.failAt && faults.mode === "before") throw new Outage();
  if (faults.dies && mine > (faults.failAt ?? mine)) throw new Outage();
  const { rate = 0, random = Math.random } = faults;
  const fails = rate > 0 && random() < rate;
  const lostAnswer = fails && random() < 0.5;
  if (fails && !lostAnswer) throw new Outage();
  const answer = await work();
  if (lostAnswer || mine === faults.failAt) throw new Outage();
  return answer;
}

const inner = Symbol("the statement itself");
type Wrapped = D1PreparedStatement & { [inner]: D1PreparedStatement };

function faultyStatement(statement: D1PreparedStatement, faults: Faults): Wrapped {
  return new Proxy(statement as Wrapped, {
    get(target, key) {
      if (key === inner) return target;
      if (key === "bind") {
        return (...values: unknown[]) => faultyStatement(target.bind(...values), faults);
      }
      const value = Reflect.get(target, key) as unknown;
      if (typeof value !== "function") return value;
      return (...values: unknown[]) =>
        through(faults, 1, () => (value as (...all: unknown[]) => Promise<unknown>).apply(target, values));
    },
  });
}

function faultyDatabase(database: D1Database, faults: Faults): D1Database {
  return new Proxy(database, {
    get(target, key) {
      if (key === "prepare") return (sql: string) => faultyStatement(target.prepare(sql), faults);
      if (key === "batch") {
        return async (statements: Wrapped[]) => {
          await faults.beforeBatch?.(statements.length);
          const results = await through(faults, statements.length, () =>
            target.batch(statements.map((statement) => statement[inner])),
          );
          const read = results.reduce((total, { meta }) => total + meta.rows_read, 0);
          faults.rowsRead = (faults.rowsRead ?? 0) + read;
          return results;
        };
      }
      return Reflect.get(target, key) as unknown;
    },
  });
}

/** An enterprise of its own in the first tenant database, behind a platform that may fail. */
export function faultyCtx({ env }: Harness, faults: Faults, enterprise: string, now?: () => number): Ctx {
  const db = tenantDatabase({ ...env, TENANT_1: faultyDatabase(env.TENANT_1, faults) }, "TENANT_1");
  const actor = { userId: "test", name: "Test", address: "", requestId: "test" };
  return ctxOf(db, enterpriseId.parse(enterprise), actor, now ? { now } : {});
}

export function faultyFiles({ env }: Harness, faults: Faults): Files {
  const bucket = env.FILES;
  return {
    put: (key, value) =>
      through(faults, 1, async () =>
        bucket.put(key, value instanceof ArrayBuffer ? value : await new Response(value).arrayBuffer()),
      ),
    get: (key, options) => through(faults, 1, () => bucket.get(key, options) as ReturnType<Files["get"]>),
    list: (options) => through(faults, 1, () => bucket.list(options)),
    delete: (keys) => through(faults, 1, () => bucket.delete(keys)),
  };
}

/** Puts a whole small file where an upload would have put its only part. */
export async function placeFile({ env }: Harness, ctx: Ctx, csv: string, id: string): Promise<void> {
  const bytes = new TextEncoder().encode(csv);
  await env.FILES.put(partKey({ enterpriseId: ctx.enterpriseId, id }, 1), bytes);
  await env.TENANT_1.prepare(
    "INSERT INTO import_files (id, enterprise_id, name, bytes, created_at, updated_at) VALUES (?, ?, 'load.csv', ?, 1, 1)",
  )
    .bind(id, ctx.enterpriseId, bytes.byteLength)
    .run();
}

/** A woken worker of the jobs Worker, that handles imports with these files. */
export const workOnce = (
  ctx: Ctx,
  jobId: string,
  { files, ...deps }: { files: Files } & Partial<RunDeps>,
): Promise<RunEnd> =>
  runJob(
    ctx,
    jobId,
    {
      "customers.import": {
        pages: (own, held, payload) =>
          importPages(own, held, payload, {
            files,
            hashOf: () => Promise.reject(new Error("nobody opts in")),
          }),
        gaveUp: (own, { importId }) => importGaveUp(own, importId),
        failure: "failed",
      },
    } as Partial<JobHandlers> as JobHandlers,
    { ...idleDeps, ...deps },
  );
