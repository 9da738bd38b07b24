// Runs the layers of tests one after the other and ends with one line that counts them all.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./lib/chromium.ts";
import { run } from "./lib/run.ts";
import {
  add,
  type Counts,
  crashed,
  finalLine,
  none,
  ofPlaywright,
  ofVitest,
  readReport,
  slowest,
} from "./lib/test-counts.ts";
import { ROOT } from "./lib/topology.ts";

const LAYERS = ["unit", "integration", "e2e"] as const;
type Layer = (typeof LAYERS)[number];

const named = process.argv
  .slice(2)
  .filter((arg): arg is Layer => (LAYERS as readonly string[]).includes(arg));
// Anything else goes to the runner: a file, or -t "name".
const rest = process.argv.slice(2).filter((arg) => !(LAYERS as readonly string[]).includes(arg));
const layers = named.length > 0 ? named : LAYERS;
const reports = join(ROOT, "test-results");

async function runLayer(layer: Layer): Promise<Counts> {
  const report = join(reports, `${layer}.json`);
  rmSync(report, { force: true });
  // Tests are not production: libraries check NODE_ENV.
  const env = { NODE_ENV: "test", CHATBIRD_E2E_REPORT: report };
  let ended = true;
  try {
    if (layer === "e2e") {
      await ensureChromium();
      await run("playwright", ["test", ...rest], { env });
    } else {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      await run("vitest", ["run", "--project", layer, ...reporters, ...rest], { env });
    }
  } catch (error) {
    ended = false;
    console.error(error instanceof Error ? error.message : error);
  }
  const counts = layer === "e2e" ? readReport(report, ofPlaywright) : readReport(report, ofVitest);
  // A runner may fail without a failed test: an unhandled rejection, a suite that does not load, a crash.
  return !ended && counts.failed === 0
    ? add(counts, crashed(`${layer}: the runner failed outside of any test; it says why above.`))
    : counts;
}

mkdirSync(reports, { recursive: true });
let total = none;
const taken: string[] = [];
for (const layer of layers) {
  console.log(`\n== ${layer} ==`);
  const began = Date.now();
  const counts = await runLayer(layer);
  total = add(total, counts);
  console.log(`\n${layer}, the slowest: ${slowest(counts, 15)}`);
  taken.push(`${layer} ${Math.round((Date.now() - began) / 1_000)} s`);
}
for (const failure of total.failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${taken.join(", ")}\n${finalLine(total)}`);
// Set instead of calling exit(): the line above may still be on its way through a pipe.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
