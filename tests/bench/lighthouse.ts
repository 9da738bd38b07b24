// Measures speed and quality of the first screens: Lighthouse, desktop, median of three, on the served build with the
// demo data; and the compressed JavaScript that a first visit loads. Exits with 1 below the floors.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type BrowserContext } from "@playwright/test";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { freePort } from "#tests/support/free-port.ts";
import { compressedKilobytes } from "#tests/support/script-weight.ts";
import { startServed } from "#tests/support/served.ts";
import { buildStale } from "../../scripts/build.ts";
import { WINDOWED_CHROMIUM } from "../../scripts/lib/chromium.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** Fetched when it is measured with: with what it brings it is a seventh of all packages, which nothing else uses. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const FLOORS = { performance: 90, accessibility: 100 };
const MAX_SCRIPT_KB = 250;

interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  lcp: number;
  cls: number;
  tbt: number;
  scripts: string[];
}

/** Fields of a Lighthouse result that are used here. */
interface Result {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: object[] } }>;
}

async function measure(url: string, port: number): Promise<Figures> {
  const flags = [
    `--port=${port}`,
    "--output=json",
    "--quiet",
    "--preset=desktop",
    // The token is in local storage, so a signed-in page stays signed in.
    "--disable-storage-reset",
    "--only-categories=performance,accessibility,best-practices",
  ];
  const most = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, url, ...flags], most);
  const lhr = JSON.parse(stdout) as Result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}.`);
  const score = (category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const value = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    scripts: scriptsOf(lhr),
  };
}

function scriptsOf(lhr: Result): string[] {
  const items = lhr.audits["network-requests"]?.details?.items ?? [];
  return (items as { url: string; resourceType?: string }[])
    .filter(({ resourceType }) => resourceType === "Script")
    .map(({ url }) => url);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the figures of the page that are below their floors. */
async function judge(name: string, url: string, port: number): Promise<string[]> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(url, port));
  const of = (figure: Exclude<keyof Figures, "scripts">): number => median(runs.map((run) => run[figure]));
  // A script requested in only one run was not cached in the others: Lighthouse empties the cache before each run.
  const kilobytes = await compressedKilobytes(runs.flatMap(({ scripts }) => scripts));
  console.log(
    [
      name.padEnd(12),
      `performance ${of("performance")}`,
      `accessibility ${of("accessibility")}`,
      `best practices ${of("bestPractices")}`,
      `LCP ${(of("lcp") / 1000).toFixed(2)} s`,
      `CLS ${of("cls").toFixed(3)}`,
      `TBT ${of("tbt").toFixed(0)} ms`,
      `JavaScript ${kilobytes.toFixed(0)} kB`,
    ].join("  "),
  );
  return [
    ...Object.entries(FLOORS).flatMap(([figure, floor]) =>
      of(figure as keyof typeof FLOORS) >= floor ? [] : [`${name}: ${figure} is below ${floor}`],
    ),
    ...(kilobytes <= MAX_SCRIPT_KB ? [] : [`${name}: more than ${MAX_SCRIPT_KB} kB of JavaScript`]),
  ];
}

async function openBrowser(profile: string, port: number): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...(existsSync(WINDOWED_CHROMIUM) && { executablePath: WINDOWED_CHROMIUM }),
    args: [
      `--remote-debugging-port=${port}`,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
    ],
  });
}

await buildStale();
const served = await startServed({ seed: true });
const profile = mkdtempSync(join(tmpdir(), "chatbird-lighthouse-"));
const port = await freePort();
const browser = await openBrowser(profile, port);
try {
  const login = `${served.url}/login`;
  const below = await judge("sign-in", login, port);
  const { token } = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const page = await browser.newPage();
  await page.goto(login);
  await page.evaluate((value) => localStorage.setItem("authToken", value), token);
  await page.close();
  below.push(...(await judge("agents list", `${served.url}/bots`, port)));
  for (const line of below) console.error(line);
  process.exitCode = below.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await served.stop();
  rmSync(profile, { recursive: true, force: true });
}
