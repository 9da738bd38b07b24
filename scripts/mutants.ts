/**
 * npm run mutants [-- --only TEXT] [--table core,guards] [--jobs 2] [--fresh] [--through COMMAND]: breaks a line at a time
 * in a copy, runs its tests and names the survivors. Seen breaks are kept (tests/mutants/seen.txt) until the code of the
 * line's file or of its tests changes, so that the whole table can be gone through in several sittings.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { allMutants, broken, keysOf, type Mutant, titleOf } from "./lib/mutants.ts";
import { toolEnv } from "./lib/run.ts";
import { ROOT } from "./lib/topology.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [""] },
    table: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    fresh: { type: "boolean", default: false },
    through: { type: "string", default: "" },
  },
});
const MOST_MS = 10 * 60_000;
const results = join(ROOT, "tests/mutants/seen.txt");

/** `seen` by a test that fails; `survived` a run without a failure; `broken`: the tests do not even load. */
type Outcome = "seen" | "survived" | "broken";
interface Result {
  outcome: Outcome;
  seconds: number;
  by: string;
}
const known = new Map<string, Outcome>();
const all = keysOf(allMutants());
const keys = new Map([...all].map(([key, mutant]) => [mutant, key]));
const keyOf = (mutant: Mutant): string => keys.get(mutant) ?? "";
/** A line each: the key of a break and of the files that it is about, and its promise. */
const seenBefore = (): string[] =>
  existsSync(results)
    ? readFileSync(results, "utf8")
        .split("\n")
        .map((line) => line.split(" ")[0] ?? "")
    : [];
if (!options.fresh) for (const key of seenBefore()) if (all.has(key)) known.set(key, "seen");

const tables = options.table.split(",").filter(Boolean);
const mutants = [...all.values()].filter(
  (each) =>
    (tables.length === 0 || tables.includes(each.table)) &&
    [each.file, each.promise, ...each.tests].some((text) => options.only.some((only) => text.includes(only))),
);
const unknown = tables.filter((table) => ![...all.values()].some((each) => each.table === table));
if (unknown.length > 0) {
  console.error(`There are no breaks in ${unknown.join(", ")}.`);
  process.exit(1);
}
const groupOf = ({ tests, named = "" }: Mutant): string => [...tests, named].join(" ");

/** A copy to break things in: the tracked and the new files, and the same node_modules. */
function copyTo(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of stdout.split("\n")) {
    if (file === "" || file.startsWith("node_modules") || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
}

interface Report {
  /** vitest */
  numTotalTests?: number;
  testResults?: { assertionResults: { status: string; fullName: string }[] }[];
  /** Playwright */
  stats?: { expected: number; unexpected: number };
}

async function runTests(folder: string, { tests, named }: Mutant): Promise<Result> {
  const report = join(folder, "test-results/mutant.json");
  rmSync(report, { force: true });
  const e2e = tests.some((file) => file.startsWith("tests/e2e/"));
  const narrowed = named === undefined ? [] : [e2e ? "-g" : "-t", named];
  const command = e2e
    ? ["playwright", "test", ...tests, ...narrowed, "--max-failures=1"]
    : ["vitest", "run", ...tests, ...narrowed, "--bail=1", "--reporter=json", `--outputFile=${report}`];
  const [first = "", ...args] = [...options.through.split(" ").filter(Boolean), ...command];
  const began = Date.now();
  const child = spawn(first, args, {
    cwd: folder,
    env: { ...toolEnv({ NODE_ENV: "test", CHATBIRD_E2E_REPORT: report }) },
    stdio: "ignore",
    detached: true,
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, MOST_MS);
  const code = await new Promise<number>((resolve) => child.on("close", (exit) => resolve(exit ?? 1)));
  clearTimeout(timer);
  const seconds = Math.round((Date.now() - began) / 100) / 10;
  if (late) return { outcome: "seen", seconds, by: "a test that never ended" };
  if (!existsSync(report)) return { outcome: "broken", seconds, by: "no report" };
  const read = JSON.parse(readFileSync(report, "utf8")) as Report;
  if (code === 0) {
    const ran = read.stats?.expected ?? read.testResults?.flatMap(passed).length ?? 0;
    return { outcome: ran > 0 ? "survived" : "broken", seconds, by: ran > 0 ? "" : "no test ran" };
  }
  const failure = read.testResults
    ?.flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === "failed");
  if (failure === undefined && !read.stats?.unexpected) {
    return { outcome: "broken", seconds, by: "the tests do not load" };
  }
  return { outcome: "seen", seconds, by: failure?.fullName ?? "a browser test" };
}

const passed = ({ assertionResults }: NonNullable<Report["testResults"]>[number]) =>
  assertionResults.filter(({ status }) => status === "passed");

/** Adds to what others have seen meanwhile, and forgets breaks that are no longer there. */
function save(key: string, { outcome }: Result): void {
  known.set(key, outcome);
  const seen = new Set([...seenBefore(), key].filter((each) => known.get(each) !== "survived"));
  if (outcome !== "seen") seen.delete(key);
  const lines = [...seen].flatMap((each) => {
    const promise = all.get(each)?.promise;
    return promise === undefined ? [] : [`${each} ${promise}`];
  });
  writeFileSync(results, `${lines.toSorted().join("\n")}\n`);
}

// Breaks of the same tests follow each other: their tests must first pass without any.
const waiting = mutants
  .filter((each) => known.get(keyOf(each)) !== "seen")
  .toSorted((a, b) => groupOf(a).localeCompare(groupOf(b)));
const sound = new Map<string, Promise<boolean>>();
const unsound = new Set<string>();

async function work(index: number): Promise<void> {
  const folder = join(tmpdir(), `chatbird-mutants-${process.pid}-${index}`);
  copyTo(folder);
  try {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const group = groupOf(mutant);
      const one = mutant;
      if (!sound.has(group)) {
        sound.set(
          group,
          runTests(folder, one).then(({ outcome, by }) => {
            if (outcome !== "survived") unsound.add(`${group}: fails without a break (${by})`);
            return outcome === "survived";
          }),
        );
      }
      if (!(await sound.get(group))) continue;
      const original = readFileSync(join(folder, one.file));
      writeFileSync(join(folder, one.file), broken(one));
      const result = await runTests(folder, one);
      writeFileSync(join(folder, one.file), original);
      save(keyOf(one), result);
      console.log(`${result.outcome.padEnd(8)} ${String(result.seconds).padStart(6)} s  ${titleOf(one)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const misfits = mutants.flatMap((each) => {
  try {
    broken(each);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
});
if (misfits.length > 0) {
  console.error(misfits.join("\n"));
  process.exit(1);
}
console.log(`${mutants.length} breaks, ${mutants.length - waiting.length} seen before`);
await Promise.all(Array.from({ length: Number(options.jobs) }, (_, index) => work(index)));

const outcomeOf = (mutant: Mutant): Outcome | undefined => known.get(keyOf(mutant));
const seen = mutants.filter((each) => outcomeOf(each) === "seen");
for (const each of mutants.filter((one) => outcomeOf(one) !== "seen")) {
  console.log(`${outcomeOf(each) ?? "not run"}: ${titleOf(each)}\n    ${each.tests.join(" ")}`);
}
for (const each of unsound) console.log(each);
console.log(`\n${seen.length} of ${mutants.length} breaks seen`);
process.exitCode = seen.length === mutants.length && unsound.size === 0 ? 0 : 1;
