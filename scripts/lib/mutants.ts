import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
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
  /** The file of breaks that it is written in; `guards` for those that are found by reading the code. */
  table: string;
  /** Where the break is, if it was found by reading the code. */
  at?: { start: number; end: number };
}

const FOLDER = join(ROOT, "tests/mutants/breaks");

/** The breaks in tests/mutants/breaks, and every guard against a race. */
export const allMutants = (): Mutant[] => [
  ...readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) =>
      (JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Omit<Mutant, "table">[]).map((each) => ({
        ...each,
        table: name.slice(0, -".json".length),
      })),
    ),
  ...guardUses().map(({ file, start, end, alwaysTrue, tests, named }) => {
    const code = readFileSync(join(ROOT, "workers/domain", file), "utf8");
    return {
      file: `workers/domain/${file}`,
      find: code.slice(start, end),
      replace: alwaysTrue,
      tests,
      ...(named !== undefined && { named }),
      promise: `nobody gets ahead of the guard in line ${code.slice(0, start).split("\n").length}`,
      table: "guards",
      at: { start, end },
    };
  }),
];

const LOADERS = { ts: "ts", tsx: "tsx", js: "js", mjs: "js" } as const;
const known = new Map<string, string>();

/** A file's text as far as a test can tell: of code without comments, blank lines, line breaks and types. */
export function codeOf(file: string, text: string): string {
  const loader = LOADERS[/\.(\w+)$/.exec(file)?.[1] as keyof typeof LOADERS];
  if (loader === undefined) return text;
  return transformSync(text, { loader, jsx: "preserve", minifyWhitespace: true, legalComments: "none" }).code;
}

function codeIn(file: string): string {
  const code = known.get(file) ?? codeOf(file, readFileSync(join(ROOT, file), "utf8"));
  known.set(file, code);
  return code;
}

/**
 * A break by what it does and the code that it is about: words about it, and where it stands, may change. Of two that are
 * the same, in one file, the first comes first.
 */
export function keysOf(mutants: readonly Mutant[]): Map<string, Mutant> {
  const keys = new Map<string, Mutant>();
  const same = new Map<string, number>();
  for (const mutant of mutants) {
    const { file, find, replace, tests, named = "" } = mutant;
    const change = JSON.stringify([file, find, replace, tests, named]);
    const before = same.get(change) ?? 0;
    same.set(change, before + 1);
    const hash = createHash("sha256").update(`${change}${before}`);
    for (const each of [file, ...tests]) hash.update(codeIn(each));
    keys.set(hash.digest("hex").slice(0, 16), mutant);
  }
  return keys;
}

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
