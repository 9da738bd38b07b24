import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { ROOT } from "./topology.ts";

/** One line broken on purpose, and the tests that must see it. */
export interface Mutant {
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  tests: string[];
  /** Narrows the tests down to those whose name matches. */
  named?: string;
  promise: string;
}

const FOLDER = join(ROOT, "tests/mutants");

/** The whole table: every file of tests/mutants. */
export const allMutants = (): Mutant[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Mutant[]);

/** The file's text with the break in it. Throws when it no longer fits the file. */
export function broken({ file, find, replace }: Mutant): string {
  const code = readFileSync(join(ROOT, file), "utf8");
  const parts = code.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
  const text = parts.join(replace);
  if (/\.tsx?$/.test(file)) {
    const { errors } = parseSync(file, text, { lang: file.endsWith("x") ? "tsx" : "ts" });
    if (errors.length > 0) throw new Error(`${file} does not parse with: ${replace}`);
  }
  return text;
}

/** Says where a break stands, for people. */
export const titleOf = ({ file, promise }: Mutant): string => `${promise} (${file})`;
