import { EXPORTS } from "#workers/domain/backups/nights.ts";
import { MANIFEST } from "#workers/domain/backups/manifest.ts";
import { type ExportFiles, keysOf } from "./files.ts";
import type { Restored } from "./restore.ts";

/** The exports that are there, as `night/database`, and whether each was completed. */
export async function exportsIn(files: ExportFiles): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const key of await keysOf(files, EXPORTS)) {
    const name = key.slice(EXPORTS.length).split("/").slice(0, 2).join("/");
    found.set(name, (found.get(name) ?? false) || key.endsWith(`/${MANIFEST}`));
  }
  return found;
}

/** The outcome of a restore, in lines for whoever has begun it. */
export function report(restored: Restored): string[] {
  const { database, tables, rows, changed, differences, indexes, unknown, erased, deleted, seconds } =
    restored;
  const words = Object.entries(indexes).map(([name, entries]) => `${name} ${entries}`);
  return [
    `${database}: ${rows} rows of ${tables} tables in ${seconds.toFixed(1)} s`,
    ...(words.length > 0 ? [`  indexes of words: ${words.join(", ")}`] : []),
    ...changed.map(
      ({ name, orphans, replaced }) =>
        `  ${name} changed meanwhile: ${orphans} rows without their parent left out, ${replaced} replaced by a later one`,
    ),
    `  not confirmed, and not sent again: ${unknown}; erased again: ${erased}; rows of deleted enterprises: ${deleted}`,
    ...differences.map(({ name, what }) => `  DIFFERS: ${name}: ${what}`),
    ...(differences.length === 0 ? ["  every table is what its manifest says"] : []),
  ];
}
