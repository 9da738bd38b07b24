import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { guardUses } from "./guards.ts";
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
  /** Where the break is, if it was found by reading the code. */
  at?: { start: number; end: number };
}

const FOLDER = join(ROOT, "tests/mutants/breaks");

/** The breaks in tests/mutants/breaks, and every guard against a race. */
export const allMutants = (): Mutant[] => [
  ...readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Mutant[]),
  ...guardUses().map(({ file, start, end, alwaysTrue, tests, named }) => {
    const code = readFileSync(join(ROOT, "workers/domain", file), "utf8");
    return {
      file: `workers/domain/${file}`,
      find: code.slice(start, end),
      replace: alwaysTrue,
      tests,
      ...(named !== undefined && { named }),
      promise: `nobody gets ahead of the guard in line ${code.slice(0, start).split("\n").length}`,
      at: { start, end },
    };
  }),
];

/** The file's text with the break in it. Throws when it no longer fits the file. */
export function broken({ file, find, replace, at }: Mutant): string {
  const code = readFileSync(join(ROOT, file), "utf8");
  const parts = at ? [code.slice(0, at.start), code.slice(at.end)] : code.split(find);
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
