// Restores the nightly export of one database into a fresh one, and compares it with its manifest:
//   npm run restore -- --list                                             what exports there are
//   npm run restore -- --night 2026-11-29 --database TENANT_1 --into NAME  into a new D1 database of the account
//   npm run restore -- --night 2026-11-29 --database FILES --into BUCKET   what was stored, into a bucket; nothing is written over
// With --state FOLDER, of a local state; --into is a folder then, too. docs/run-book.md says when, and what comes after.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FILES } from "#workers/domain/backups/copies.ts";
import { exportedDatabases } from "#workers/domain/backups/nights.ts";
import { buildStale } from "./build.ts";
import { applyMigrations, readMigrations } from "./lib/migrations.ts";
import { openAccount } from "./lib/restore/account-place.ts";
import { deletionsSince, notesSince } from "./lib/restore/erase-again.ts";
import { type ExportFiles, openExport } from "./lib/restore/files.ts";
import { reportObjects, restoreObjects } from "./lib/restore/objects.ts";
import { exportsIn, report } from "./lib/restore/report.ts";
import { restore } from "./lib/restore/restore.ts";
import { freshState, localState } from "./lib/restore/states.ts";
import { DATABASES, ROOT } from "./lib/topology.ts";

async function into(db: D1Database, files: ExportFiles, night: string, database: string): Promise<boolean> {
  const found = await openExport(files, night, database);
  const since = Date.parse(found.manifest.begunAt);
  const [notes, deletions] = [await notesSince(files, since), await deletionsSince(files, since)];
  const restored = await restore(db, found, notes, Date.now, deletions);
  for (const line of report(restored)) console.log(line);
  return restored.differences.length === 0;
}

async function objectsInto(files: R2Bucket, backups: ExportFiles, night: string): Promise<boolean> {
  const found = await openExport(backups, night, FILES);
  const deletions = await deletionsSince(backups, Date.parse(found.manifest.begunAt));
  const restored = await restoreObjects(found, backups, files, deletions);
  for (const line of reportObjects(restored)) console.log(line);
  return restored.wrong.length === 0;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean", default: false },
      state: { type: "string" },
      night: { type: "string" },
      database: { type: "string" },
      into: { type: "string" },
    },
  });
  const { list, state, night, database } = values;
  if (state !== undefined) await buildStale({ only: ["bindings", "migrations"] });
  const all = [...exportedDatabases, FILES];
  if (!list && (!night || !values.into || !all.some((name) => name === database)))
    throw new Error(`Say --night YYYY-MM-DD, --database (${all.join(", ")}) and --into, or --list.`);
  if (state === undefined) {
    const place = database === FILES ? { bucket: values.into } : { database: values.into };
    const { database: target, files, backups, close } = await openAccount(list ? {} : place);
    try {
      if (!list && files) return await objectsInto(files, backups, night ?? "");
      if (list || !target) return await listed(backups);
      const folder = DATABASES.find(({ binding }) => binding === database)?.migrations ?? "";
      await applyMigrations(target, readMigrations(join(ROOT, "migrations", folder)));
      return await into(target, backups, night ?? "", database ?? "");
    } finally {
      await close();
    }
  }
  const { backups, close } = await localState(state).openStorage();
  try {
    if (list) return await listed(backups);
    await freshState(values.into ?? "", state);
    const fresh = await localState(values.into ?? "").openStorage();
    try {
      if (database === FILES) return await objectsInto(fresh.files, backups, night ?? "");
      return await into(fresh.databases[database ?? ""] as D1Database, backups, night ?? "", database ?? "");
    } finally {
      await fresh.close();
    }
  } finally {
    await close();
  }
}

async function listed(files: ExportFiles): Promise<boolean> {
  for (const [name, isComplete] of await exportsIn(files))
    console.log(`${name}${isComplete ? "" : "  NOT COMPLETE"}`);
  return true;
}

if (import.meta.main) {
  try {
    process.exitCode = (await main()) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
