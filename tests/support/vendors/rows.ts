import { readdirSync } from "node:fs";
import type { Row } from "./row.ts";

/** Every vendor of the contract test: the files of rows/, read as a folder, so that a new vendor is a new file. */
const folder = new URL("rows/", import.meta.url);
const files = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map(
      async (name) => (await import(/* @vite-ignore */ new URL(name, folder).href)) as { row: Row | Row[] },
    ),
);
export const rows: Row[] = files.flatMap(({ row }) => row);

/** The row whose name begins so. */
export function rowOf(name: string): Row {
  const row = rows.find((each) => each.name.startsWith(name));
  if (!row) throw new Error(`no row of ${name}`);
  return row;
}
