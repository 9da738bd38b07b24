import { tenantDatabases, type DirectoryDb, type TenantDb } from "#db/client.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { type Ctx, iso } from "../ctx.ts";
import { openOnce } from "../jobs/open-once.ts";
import { FENCE } from "../bare/fenced.ts";
import { FILES } from "./copies.ts";
import type { ExportPlan } from "./export-pages.ts";
import { writeManifest } from "./manifest.ts";
import { exportedDatabases, type ExportedDatabase, exportPrefix, nightOf, operatorOf } from "./nights.ts";
import { tableSource } from "./page.ts";
import type { ExportBucket } from "./parts.ts";
import { NEWEST, readShape } from "./shape.ts";

type Database = TenantDb | DirectoryDb;

/** Opens the job of a night for each database and for the files, once a night however often it is called. */
export async function openExports(
  directory: DirectoryDb,
  tenant: (name: string) => TenantDb,
  now: number,
): Promise<void> {
  for (const database of [...exportedDatabases, FILES] as const) {
    // A job lies in a tenant's database; the directory has none, nor have the files.
    const name = tenantDatabases.find((each) => each === database) ?? tenantDatabases[0];
    const exported = database === "DIRECTORY" || database === FILES ? directory : tenant(database);
    const schema = await exported.$client.prepare(NEWEST).first<string>("name");
    const payload = payloadOf(database, schema ?? "", now);
    await openOnce(tenant(name), {
      id: `backup-${nightOf(now)}-${database}`,
      owner: operatorOf(name),
      kind: "database.export",
      subject: database,
      payload,
      // Not over a migration.
      goesOnIf: ["$.schema", payload.schema],
      now,
    });
  }
}

const payloadOf = (
  database: ExportedDatabase | typeof FILES,
  schema: string,
  now: number,
): JobPayload<"database.export"> => ({
  database,
  prefix: exportPrefix(nightOf(now), database),
  schema,
  begunAt: now,
  source: "",
  part: 0,
  after: "[]",
});

/** Without those that hold an enterprise back while it moves: a restored database has none. */
const TRIGGERS = `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name NOT GLOB '${FENCE}*' ORDER BY name`;
const SEQUENCES = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations'";

/** The plan of a whole database's export: sources and end. Throws where the schema has changed since it began. */
export async function databasePlan(
  ctx: Pick<Ctx, "now">,
  db: Database,
  { database, prefix, schema, begunAt }: JobPayload<"database.export">,
  bucket: ExportBucket,
): Promise<ExportPlan> {
  const shape = await readShape(db);
  if (schema !== shape.schema) throw new Error(`a migration came in between: ${shape.schema}`);
  const sources = shape.tables.map((table) => tableSource(db, table));
  return {
    prefix,
    sources,
    async finish() {
      const [triggers, sequences] = await db.$client.batch<{ name: string; seq: number }>(
        [TRIGGERS, SEQUENCES].map((text) => db.$client.prepare(text)),
      );
      await writeManifest(bucket, prefix, sources, {
        database,
        schema: shape.schema,
        begunAt: iso(begunAt),
        endedAt: iso(ctx.now()),
        triggers: (triggers?.results ?? []).map(({ name }) => name),
        sequences: Object.fromEntries((sequences?.results ?? []).map(({ name, seq }) => [name, seq])),
      });
    },
  };
}
