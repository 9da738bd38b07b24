import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { applyMigrations, readMigrations } from "../../scripts/lib/migrations.ts";
import { guardChildren } from "../../scripts/lib/process.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

/** Databases of a system that nobody has used: real ones, with the migrations, in a workerd of their own. */
export interface FreshDatabases {
  directory: D1Database;
  tenant: D1Database;
  end(): Promise<void>;
}

export async function freshDatabases(): Promise<FreshDatabases> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default { fetch: () => new Response() }",
      compatibilityDate: "2026-11-01",
      d1Databases: ["DIRECTORY", "TENANT"],
      cf: false,
      telemetry: { enabled: false },
    } as V4MiniflareOptions),
  );
  const callOff = guardChildren();
  const open = async (binding: string, of: "directory" | "tenant"): Promise<D1Database> => {
    const database = (await miniflare.getD1Database(binding)) as unknown as D1Database;
    await applyMigrations(database, readMigrations(join(ROOT, "migrations", of)));
    return database;
  };
  return {
    directory: await open("DIRECTORY", "directory"),
    tenant: await open("TENANT", "tenant"),
    async end() {
      await miniflare.dispose();
      callOff();
    },
  };
}
