// npm run bench repeats [--times 50]: the browser tests that depend most on time, so many times each, while every core is busy.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { toolEnv } from "../../scripts/lib/run.ts";
import { ROOT } from "../../scripts/lib/topology.ts";
import { option } from "./options.ts";

/** File and the beginning of the title: held answers, answers that come late, sockets, timers, dragging, keys in a row. */
const TESTS = [
  ["customer-fields", "what is typed while a save is being answered"],
  ["customer-fields", "because somebody was faster, it says who"],
  ["customer-fields", "changes by drag and drop"],
  ["users-and-roles", "a user's panel loses nothing typed"],
  ["data-cache", "a late answer does not undo what was saved"],
  ["data-cache", "pointing at a link asks for its screen"],
  ["data-cache", "an answer that was on its way behind another tab"],
  ["data-cache", "a toast covers no control"],
  ["chats", "who writes appears at once"],
  ["chats", "who writes after the list was read"],
  ["chats", "a list that is about to be pressed keeps still"],
  ["chats", "no key leads back to a chat that was just closed"],
  ["chats", "and is there once, whether its answer or its event comes first"],
  ["history", "of a long chat only what is near is there"],
  ["bots", "what is known of a training is not overtaken"],
  ["bots", "progress comes over the socket"],
  ["menu-and-palette", "the palette answers the last text only"],
  ["bot-builder", "the slower save of an intent is refused"],
  ["sign-in", "is said in time, can be put off"],
  ["failed-parts", "a dialog whose file failed once opens"],
] as const;

const times = option("times", 50);
const report = join(ROOT, "test-results/repeats.json");
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const files = [...new Set(TESTS.map(([file]) => `tests/e2e/${file}.spec.ts`))];
for (const [file, title] of TESTS) {
  const path = join(ROOT, `tests/e2e/${file}.spec.ts`);
  if (!existsSync(path) || !readFileSync(path, "utf8").includes(title))
    throw new Error(`${file}.spec.ts has no test that begins with "${title}"`);
}

// A thread of its own for each core: one in this process would stop with it, and cost no more than one core.
const loops = Array.from({ length: availableParallelism() }, () => new Worker("for (;;);", { eval: true }));
const args = [
  ...["playwright", "test", ...files, `--repeat-each=${times}`],
  ...["-g", TESTS.map(([, title]) => escaped(title)).join("|")],
];
const child = spawn("npx", args, {
  cwd: ROOT,
  env: toolEnv({ CHATBIRD_E2E_REPORT: report }),
  stdio: ["ignore", "inherit", "inherit"],
});
await new Promise((resolve) => child.once("exit", resolve));
await Promise.all(loops.map((loop) => loop.terminate()));

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { results: { status: string }[] }[] }[];
}
const { suites } = JSON.parse(readFileSync(report, "utf8")) as { suites: Suite[] };
const specsOf = ({ suites: inner = [], specs = [] }: Suite): NonNullable<Suite["specs"]> => [
  ...specs,
  ...inner.flatMap(specsOf),
];
const counted = new Map<string, { runs: number; failures: number }>();
for (const { title, file, tests } of suites.flatMap(specsOf)) {
  const name = `${file}: ${title}`;
  const count = counted.get(name) ?? { runs: 0, failures: 0 };
  for (const { results } of tests) {
    count.runs++;
    if (results.at(-1)?.status !== "passed") count.failures++;
  }
  counted.set(name, count);
}
console.log("runs  failures  test");
for (const [name, { runs, failures }] of counted)
  console.log(`${String(runs).padStart(4)}  ${String(failures).padStart(8)}  ${name}`);
const all = [...counted.values()];
const failures = all.reduce((sum, each) => sum + each.failures, 0);
console.log(
  `${all.reduce((sum, each) => sum + each.runs, 0)} runs of ${counted.size} tests, ${failures} failures`,
);
// A test that was not run at all is a failure, too.
if (failures > 0 || all.length < TESTS.length || all.some(({ runs }) => runs < times)) process.exit(1);
