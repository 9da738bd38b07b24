// Brings the export of one enterprise into a local system that nobody has used, and compares it with its manifests:
//   npm run import-enterprise -- --from FOLDER --into STATE [--database TENANT_1] [--beside OLD-STATE]
// FOLDER has the archives of the export, unpacked. Beside the state that it came from, what is sealed opens, and people who were
// erased since are erased again.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { tenantDatabases } from "#db/client.ts";
import type { ErasedNote } from "#workers/domain/backups/erased-notes.ts";
import { buildStale } from "./build.ts";
import { exportFolder, importEnterprise, type ObjectBucket } from "./lib/restore/enterprise.ts";
import { notesSince } from "./lib/restore/erase-again.ts";
import { report } from "./lib/restore/report.ts";
import { freshState, localState } from "./lib/restore/states.ts";
import { ROOT } from "./lib/topology.ts";

async function notesOf(state: string): Promise<ErasedNote[]> {
  const { backups, close } = await localState(state).openStorage();
  try {
    return await notesSince(backups, 0);
  } finally {
    await close();
  }
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      from: { type: "string" },
      into: { type: "string" },
      database: { type: "string", default: tenantDatabases[0] },
      beside: { type: "string" },
    },
  });
  const { from, into, database, beside } = values;
  if (!from || !into || !tenantDatabases.some((name) => name === database))
    throw new Error(`Say --from FOLDER, --into FOLDER, and --database (${tenantDatabases.join(", ")}).`);
  await buildStale({ only: ["bindings", "migrations"] });
  const notes = beside === undefined ? [] : await notesOf(beside);
  await freshState(into, beside);
  const { databases, files, close } = await localState(into).openStorage();
  try {
    const target = {
      directory: databases["DIRECTORY"] as D1Database,
      tenant: databases[database] as D1Database,
      database,
      files: files as unknown as ObjectBucket,
    };
    const folder = exportFolder(resolve(ROOT, from));
    const imported = await importEnterprise(folder, target, notes, Date.now);
    for (const restored of imported.databases) for (const line of report(restored)) console.log(line);
    console.log(`${imported.enterprise.name}: ${imported.files} files`);
    for (const key of imported.wrong) console.log(`  DIFFERS: the file ${key}`);
    return imported.wrong.length === 0 && imported.databases.every((each) => each.differences.length === 0);
  } finally {
    await close();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
