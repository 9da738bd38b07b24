// R-02: imports during which the whole process group is killed at random instants, with nobody doing anything but
// starting it again. At the end nothing is lost, nothing doubled, and the error lists are those of runs that nobody
// disturbed. `--seed S`, and one of:
//   (nothing)        --kills 100 --rows 50000: kills soon after every start (`--within MS`), over as many imports as that takes
//   --fresh 100      --rows 5000: so many fresh imports, each killed once, anywhere between accepted and done; `--workers 3`
//                    systems side by side, since most of the time is a lease running out
//   --one            --kills 100 --rows 500000: all kills within one import, every other one while it is at work for sure
import { setTimeout as pause } from "node:timers/promises";
import { loadavg } from "node:os";
import { type Load, loadOf, randomOf } from "#tests/support/import-load.ts";
import {
  accept,
  type Accepted,
  errorsOf,
  powered,
  said,
  statusOf,
  storedIn,
  until,
} from "#tests/support/import-power.ts";
import type { Power } from "#tests/support/power.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import { buildStale } from "../../scripts/build.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const FRESH = option("fresh", 0);
const ONE = process.argv.includes("--one");
const KILLS = option("kills", 100);
const ROWS = option("rows", FRESH > 0 ? 5_000 : ONE ? 500_000 : 50_000);
const SEED = option("seed", Date.now() % 1_000_000);
const WITHIN_MS = option("within", 250);
const WORKERS = option("workers", FRESH > 0 ? 3 : 1);
const RECOVERY_MS = 60_000;

const failures: string[] = [];
const check = (right: boolean, sentence: string): void => {
  if (!right) failures.push(sentence);
};
const isOver = ({ state }: CustomerImport): boolean => state === "COMPLETED";
const random = randomOf(SEED);
const fileOf = (file: number): Load =>
  loadOf(ROWS, { wrong: 0.02, repeats: 0.01, seed: SEED + file, first: file * ROWS });

interface Disturbed {
  load: Load;
  done: CustomerImport;
  errors: string;
}
const result = async (power: Power, accepted: Accepted, load: Load): Promise<Disturbed> => {
  const done = await until(power, accepted, isOver, { limit: RECOVERY_MS + ROWS / 2 });
  return { load, done, errors: await errorsOf(power, accepted) };
};

/** Imports one file under repeated power cuts; returns how many there were before the import was done. */
async function disturb(
  power: Power,
  load: Load,
  kills: number,
): Promise<{ used: number; disturbed: Disturbed }> {
  const accepted = await accept(power, load.csv);
  let [used, gotOn, atWork, rows] = [0, 0, 0, 0];
  while (used < kills) {
    if (ONE && used % 2 === 1) {
      // The killed worker's lease has to run out first; then another works, and is killed in the middle of it.
      const seen = await until(power, accepted, (each) => isOver(each) || each.totalLines > rows, {
        limit: RECOVERY_MS,
        every: 10,
      });
      if (isOver(seen)) break;
      atWork++;
    }
    await pause(random() * WITHIN_MS);
    await power.cut();
    used++;
    const upload = await statusOf(power, accepted);
    if (upload.totalLines > rows) gotOn++;
    rows = upload.totalLines;
    if (isOver(upload)) break;
    if (used % 10 === 0) console.log(`  after ${used} kills: ${rows} rows are done`);
  }
  const restarted = Date.now();
  const disturbed = await result(power, accepted, load);
  const seconds = ((Date.now() - restarted) / 1_000).toFixed(1);
  console.log(
    `${used} kills${ONE ? `, ${atWork} of them while it was seen at work` : ""}, between which it got on ${gotOn} times;` +
      ` ${disturbed.done.state} ${seconds} s after the last restart`,
  );
  return { used, disturbed };
}

/** Kills once, at any point of the time that such an import takes undisturbed. */
async function killOnce(power: Power, load: Load, usual: number): Promise<Disturbed & { hit: boolean }> {
  const accepted = await accept(power, load.csv);
  await pause(random() * usual);
  await power.cut();
  const hit = !isOver(await statusOf(power, accepted));
  return { ...(await result(power, accepted, load)), hit };
}

async function runFresh(workers: readonly Power[]): Promise<Disturbed[]> {
  const [first] = workers;
  if (!first) return [];
  // Phone numbers far from those of the other loads.
  const began = Date.now();
  const calm = await accept(first, loadOf(ROWS, { seed: SEED, first: 50_000_000 }).csv);
  const accepted = Date.now();
  await until(first, calm, isOver, { limit: RECOVERY_MS, every: 10 });
  const usual = Date.now() - accepted;
  console.log(`undisturbed: sent in ${accepted - began} ms, imported in ${usual} ms`);
  const results: (Disturbed & { hit: boolean })[] = [];
  let next = 0;
  await Promise.all(
    workers.map(async (power) => {
      for (let file = next++; file < FRESH; file = next++) {
        results.push(await killOnce(power, fileOf(file), usual));
        if (results.length % 10 === 0) console.log(`  ${results.length} imports were killed and are done`);
      }
    }),
  );
  console.log(
    `${FRESH} imports, one kill each: ${results.filter(({ hit }) => hit).length} of the kills came before the import was done`,
  );
  return results;
}

async function runKills(power: Power): Promise<Disturbed[]> {
  const results: Disturbed[] = [];
  for (let kills = 0; kills < KILLS;) {
    const { used, disturbed } = await disturb(power, fileOf(results.length), KILLS - kills);
    kills += used;
    results.push(disturbed);
    if (ONE && kills < KILLS) console.log(`the import was over after ${kills} kills, not ${KILLS}`);
    if (ONE) break;
  }
  return results;
}

/** Compares with imports of the same files, one by one and without power cuts. */
async function compare(results: readonly Disturbed[]): Promise<void> {
  const calm = await powered();
  try {
    for (const { load, done, errors } of results) {
      const accepted = await accept(calm, load.csv);
      const reference = await until(calm, accepted, isOver, { limit: 900_000 });
      check(done.state === "COMPLETED", `an import is ${done.state}`);
      check(done.acceptedLines + done.errorLines === ROWS, `${done.acceptedLines} + ${done.errorLines} rows`);
      check(
        JSON.stringify(done.counts) === JSON.stringify(reference.counts),
        `counts ${JSON.stringify(done.counts)} are not the undisturbed run's, ${JSON.stringify(reference.counts)}`,
      );
      check(errors === (await errorsOf(calm, accepted)), "an error list is another one");
    }
  } finally {
    await calm.end();
  }
}

async function countCustomers(states: readonly string[], results: readonly Disturbed[]): Promise<void> {
  const expected = new Map(results.flatMap(({ load }) => [...said(load)]));
  const stored = await Promise.all(states.map(storedIn));
  // Leaves out the customers of the import that measured the usual time.
  const rows = stored.flatMap(({ customers }) => customers).filter(({ phone }) => phone < "+919860000000");
  const found = new Map(rows.map(({ phone, name, amount }) => [phone, `${name} ${amount}`]));
  const lost = [...expected].filter(([phone, values]) => found.get(phone) !== values).length;
  const doubled = rows.length - found.size;
  const strange = [...found.keys()].filter((phone) => !expected.has(phone)).length;
  const open = stored.reduce((total, { openJobs }) => total + openJobs, 0);
  const sum = (of: (done: CustomerImport) => number): number =>
    results.reduce((total, { done }) => total + of(done), 0);
  console.log(
    `${results.length} imports, ${sum((done) => done.totalLines)} rows: ${sum((done) => done.acceptedLines)} accepted, ${sum((done) => done.errorLines)} rejected, ${rows.length} customers;` +
      ` ${lost} lost or with other values, ${doubled} doubled, ${strange} that nobody sent`,
  );
  check(lost === 0 && doubled === 0 && strange === 0, "customers are not those of the files");
  check(open === 0, `${open} jobs are still open`);
}

await buildStale();
console.log(
  FRESH > 0
    ? `seed ${SEED}: ${FRESH} fresh imports of ${ROWS} rows, one kill each at a random instant, ${WORKERS} systems side by side`
    : `seed ${SEED}: ${KILLS} kills over ${ONE ? "one import" : "imports"} of ${ROWS} rows, each up to ${WITHIN_MS} ms after a start${ONE ? " or after it was seen at work" : ""}`,
);
const began = Date.now();
const workers = await Promise.all(Array.from({ length: WORKERS }, powered));
const states = workers.map(({ state }) => state);
try {
  const [first] = workers;
  const results = FRESH > 0 ? await runFresh(workers) : first ? await runKills(first) : [];
  for (const { served } of workers) await served.kill("SIGTERM");
  await compare(results);
  await countCustomers(states, results);
} finally {
  for (const power of workers) await power.end();
}
console.log(
  `${((Date.now() - began) / 60_000).toFixed(1)} minutes; ${loadavg()[0]?.toFixed(1)} programs at work`,
);
for (const failure of failures) console.error(`FLOOR: ${failure}`);
if (failures.length === 0) console.log("counts and error lists are those of runs that nobody disturbed");
process.exitCode = failures.length > 0 ? 1 : 0;
