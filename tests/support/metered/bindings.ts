import { aroundDatabase } from "../watched-database.ts";
import type { Meter } from "./meter.ts";

type Calls = Record<string | symbol, (...args: unknown[]) => unknown>;

/** Every call of an object passes through the meter; what is no call stays as it is. */
function meteredCalls<Target extends object>(target: Target, name: string, meter: Meter): Target {
  return new Proxy(target, {
    get(_, key) {
      // Asked by `await` of anything.
      if (key === "then") return undefined;
      return (...args: unknown[]) =>
        meter.through(`${name}.${String(key)}`, async () => (target as Calls)[key]?.(...args));
    },
  });
}

/** Looking an object up is free; calling it is not. */
function meteredObjects(objects: DurableObjectNamespace, name: string, meter: Meter): DurableObjectNamespace {
  return new Proxy(objects, {
    get(target, key) {
      if (key === "get") return (id: DurableObjectId) => meteredCalls(target.get(id), name, meter);
      const value = Reflect.get(target, key) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The api Worker's bindings, with every call counted. */
export function metered(env: ApiEnv, meter: Meter): ApiEnv {
  const database = (of: D1Database, name: string) =>
    aroundDatabase(of, {
      around: (statements, run) => meter.through(`${name} ${statements.map(summary).join("; ")}`, run),
      read: (statement, rows) => meter.read(statement, rows),
    });
  return {
    ...env,
    DIRECTORY: database(env.DIRECTORY, "directory"),
    TENANT_1: database(env.TENANT_1, "tenant"),
    TENANT_2: database(env.TENANT_2, "tenant"),
    FILES: meteredCalls(env.FILES, "files", meter),
    JOBS: meteredCalls(env.JOBS, "queue", meter),
    HUB: meteredObjects(env.HUB, "hub", meter) as ApiEnv["HUB"],
    CLOCK: meteredObjects(env.CLOCK, "clock", meter) as ApiEnv["CLOCK"],
    SIMULATOR: meteredObjects(env.SIMULATOR, "simulator", meter) as ApiEnv["SIMULATOR"],
    SWEEPER: meteredObjects(env.SWEEPER, "sweeper", meter) as ApiEnv["SWEEPER"],
  };
}

/** "select customers", "insert audit_trail": the table that a statement is about, not those of its parts. */
function summary(sql: string): string {
  const verb = /\b(?:select|insert|update|delete)\b/i.exec(sql)?.[0].toLowerCase() ?? "";
  let whole = sql;
  for (let before = ""; before !== whole;) [before, whole] = [whole, whole.replace(/\([^()]*\)/g, " ")];
  const table = /\b(?:into|update|from)\s+"?(\w+)"?/i.exec(whole)?.[1];
  return `${verb} ${table ?? "guard"}`;
}
