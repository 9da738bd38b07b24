import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { applyMigrations, readMigrations } from "../../scripts/lib/migrations.ts";
import { guardChildren } from "../../scripts/lib/process.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

/** Real databases that nobody has used, with the migrations, in a workerd of their own. */
export async function freshDatabases(most: number) {
  const names = Array.from({ length: most }, (_, at) => `FRESH_${at}`);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default { fetch: () => new Response() }",
      compatibilityDate: "2026-11-01",
      d1Databases: names,
      cf: false,
      telemetry: { enabled: false },
    } as V4MiniflareOptions),
  );
  const callOff = guardChildren();
  return {
    async take(of: "directory" | "tenant"): Promise<D1Database> {
      const name = names.shift();
      if (name === undefined) throw new Error("every fresh database is taken");
      const database = (await miniflare.getD1Database(name)) as unknown as D1Database;
      await applyMigrations(database, readMigrations(join(ROOT, "migrations", of)));
      return database;
    },
    async end(): Promise<void> {
      await miniflare.dispose();
      callOff();
    },
  };
}
