import { tenantDatabases, type DirectoryDb, type TenantDb } from "#db/client.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { type Ctx, iso } from "../ctx.ts";
import type { ExportPlan } from "./export-pages.ts";
import { writeManifest } from "./manifest.ts";
import { exportedDatabases, type ExportedDatabase, exportPrefix, nightOf, operatorOf } from "./nights.ts";
import { tableSource } from "./page.ts";
import type { ExportBucket } from "./parts.ts";
import { NEWEST, readShape } from "./shape.ts";

type Database = TenantDb | DirectoryDb;

/** Opens the job of a night for each database, once a night however often it is called. */
export async function openExports(
  directory: DirectoryDb,
  tenant: (name: string) => TenantDb,
  now: number,
): Promise<void> {
  for (const database of exportedDatabases) {
    // A job lies in a tenant's database; the directory has none.
    const name = tenantDatabases.find((each) => each === database) ?? tenantDatabases[0];
    const exported = database === "DIRECTORY" ? directory : tenant(database);
    const schema = await exported.$client.prepare(NEWEST).first<string>("name");
    const payload = payloadOf(database, schema ?? "", now);
    const { $client } = tenant(name);
    const id = `backup-${nightOf(now)}-${database}`;
    await $client.batch([
      $client.prepare(OPEN).bind(id, operatorOf(name), database, JSON.stringify(payload), now),
      $client.prepare(GO_ON).bind(id, payload.schema, now),
    ]);
  }
}

/** The id is the night's and the database's: the same job is never written twice. */
const OPEN = `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
  VALUES (?1, ?2, 'database.export', ?3, ?4, 'waiting', 0, '', 0, 0, 0, ?5, ?5) ON CONFLICT DO NOTHING`;
/** One that was given up, as when R2 did not answer for a minute, goes on from where it was; not over a migration. */
const GO_ON = `UPDATE OR IGNORE jobs SET state = 'waiting', message = '', attempts = 0, lease_until = 0, woken_at = 0, updated_at = ?3
  WHERE id = ?1 AND state = 'failed' AND payload ->> '$.schema' = ?2`;

const payloadOf = (
  database: ExportedDatabase,
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

const TRIGGERS = "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";
const SEQUENCES = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations'";

/** What the export of a whole database reads, and how it ends. Throws where the schema is another one since it began. */
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
