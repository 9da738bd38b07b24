import { join } from "node:path";
import { createTestHarness } from "wrangler";
import { applyMigrations, readMigrations } from "../../scripts/lib/migrations.ts";
import { guardChildren } from "../../scripts/lib/process.ts";
import { ROOT } from "../../scripts/lib/topology.ts";
import { remoteDatabase } from "./inside/remote.ts";

const NAME = "chatbird-test-fresh";

/** Real databases that nobody has used, with the migrations, in a workerd of their own. */
export async function freshDatabases(most: number) {
  const names = Array.from({ length: most }, (_, at) => `FRESH_${at}`);
  const raw = createTestHarness({
    root: ROOT,
    workers: [
      {
        config: {
          name: NAME,
          main: join(ROOT, "tests/support/inside/worker.ts"),
          compatibility_date: "2026-11-01",
          compatibility_flags: ["nodejs_compat"],
          d1_databases: names.map((binding, at) => ({
            binding,
            database_name: binding.toLowerCase(),
            database_id: `00000000-0000-4000-8000-00000000000${at}`,
          })),
        },
      },
    ],
  });
  await raw.listen();
  const callOff = guardChildren();
  const within = (path: string, init: RequestInit) =>
    raw.getWorker(NAME).fetch(`http://fresh${path}`, init as never) as unknown as Promise<Response>;
  return {
    async take(of: "directory" | "tenant"): Promise<D1Database> {
      const name = names.shift();
      if (name === undefined) throw new Error("every fresh database is taken");
      const database = remoteDatabase(name, within);
      await applyMigrations(database, readMigrations(join(ROOT, "migrations", of)));
      return database;
    },
    async end(): Promise<void> {
      await raw.close();
      callOff();
    },
  };
}
