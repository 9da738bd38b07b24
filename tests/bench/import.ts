// 100,000 customers with 7 columns, 2 % of them wrong, through the served system: from the accepted call to COMPLETED, in
// workerd with a Worker's heap. Beside it, in the same run, what sqlite3 itself needs to import the same file into the same
// schema, indexes and triggers. Then a file of 100 MB: how much workerd grows by it. Floors fail the run, each by itself.
// `--rows 2000000 --megabytes 0 --once`: a very large file alone, without the second round.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { makeLoadFields } from "#tests/support/load-fields.ts";
import { loadOf } from "#tests/support/import-load.ts";
import { startServed } from "#tests/support/served.ts";
import { forgetPeak, memoryOf, processorOf, workerdOf } from "#tests/support/processes.ts";
import { importOf } from "#tests/support/timed-import.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { buildStale } from "../../scripts/build.ts";
import { splitStatements } from "../../scripts/lib/migrations.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const ROWS = option("rows", 100_000);
const LARGE_BYTES = option("megabytes", 100) * 1_000_000;
const ONCE = process.argv.includes("--once");
const FLOOR_ROWS = 10_000;
const MOST_RATIO = 3.5;
const MOST_GROWTH_MB = 64;
/** The triggers by which journeys hear of customers, and what they read. */
const HEARING =
  /^CREATE (?:TABLE|TRIGGER) `(?:automation_triggers|entry_news|customers_field|customers_new)`/;
const failures: string[] = [];
/** Reports whether a floor is met; a missed one fails the run. */
function floor(sentence: string, met: boolean): void {
  console.log(`${met ? "met" : "MISSED"}: ${sentence}`);
  if (!met) failures.push(sentence);
}

/** The sqlite3 program's own import, then one statement that makes customers of the rows. No check of a value, no undo. */
function bySqlite(csv: string): { rows: number; seconds: number } {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  const file = join(folder, "load.csv");
  writeFileSync(file, csv);
  const schema = readdirSync(join(ROOT, "migrations/tenant"))
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .flatMap((name) =>
      splitStatements(readFileSync(join(ROOT, "migrations/tenant", name), "utf8")).filter(
        // An insert also pays for the triggers by which later sections hear of new customers.
        (text) => name.endsWith("customers.sql") || HEARING.test(text),
      ),
    );
  const run = (script: string): string =>
    execFileSync("sqlite3", [join(folder, "load.db")], { input: script, encoding: "utf8" });
  run(`PRAGMA journal_mode = WAL;\n${schema.map((each) => each.replace(/;?\s*$/, ";")).join("\n")}\n`);
  const began = performance.now();
  const out = run(`PRAGMA synchronous = NORMAL;
CREATE TEMP TABLE load (name, phone, whatsapp, email, city, plan, amount);
.import --csv --skip 1 ${file} load
INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, whatsapp, data, search, updated_by, created_at, updated_at)
  SELECT lower(hex(randomblob(16))), 'e', name, lower(name), phone, phone, whatsapp,
    json_object('email', email, 'city', city, 'plan', plan, 'amount', amount),
    lower(name) || char(10) || phone || char(10) || email, 'x', 1, 1
  FROM load WHERE phone LIKE '+%' AND amount GLOB '[0-9]*'
  ON CONFLICT (enterprise_id, phone) WHERE deleted_at IS NULL DO UPDATE SET name = excluded.name, data = excluded.data;
SELECT count(*) FROM customers;
`);
  const seconds = (performance.now() - began) / 1_000;
  rmSync(folder, { recursive: true });
  return { rows: Number(out.trim().split("\n").at(-1)), seconds };
}

await buildStale();
process.env.MINIFLARE_WORKERD_V8_FLAGS = "--max-heap-size=128";
const served = await startServed({ env: { MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=128" } });
try {
  const send = (path: string, init: RequestInit) => fetch(served.url + path, init);
  const client = await signIn(send, DEMO);
  await makeLoadFields(client);

  const load = loadOf(ROWS, { wrong: 0.02 });
  const { count: before } = await client.call(customersApi.countCustomers, {});
  const pid = workerdOf(served.pid);
  const used = processorOf(pid);
  forgetPeak(pid);
  const { done, seconds } = await importOf(client, send, load.csv);
  const processor = processorOf(pid) - used;
  const rate = Math.round(ROWS / seconds);
  if (done.totalLines !== ROWS || done.errorLines !== load.wrong) {
    failures.push(`${done.totalLines} rows and ${done.errorLines} wrong, not ${ROWS} and ${load.wrong}`);
  }
  const { peak } = memoryOf(pid);
  const { count } = await client.call(customersApi.countCustomers, {});
  floor(
    `all ${ROWS} rows are accounted for: ${done.acceptedLines} accepted, ${done.errorLines} rejected, ${count} customers`,
    done.acceptedLines + done.errorLines === ROWS && count === done.acceptedLines + before,
  );
  const again = ONCE ? undefined : await importOf(client, send, load.csv);
  const sqlite = bySqlite(load.csv);
  const reference = Math.round(ROWS / sqlite.seconds);
  if (sqlite.rows !== done.acceptedLines) failures.push(`sqlite3 has ${sqlite.rows} customers`);
  console.log(
    `${ROWS} rows of 7 columns, ${done.errorLines} wrong: accepted to COMPLETED in ${seconds.toFixed(1)} s, ${rate} rows/s,` +
      ` ${Math.round((processor * 1e6) / ROWS)} µs of workerd's processor time a row; ${loadavg()[0]?.toFixed(1)} programs at work on ${cpus().length} cores` +
      `; workerd's resident memory peaked at ${peak.toFixed(0)} MB` +
      (again
        ? ` (the same file again, all of them there already: ${Math.round(ROWS / again.seconds)} rows/s)`
        : ""),
  );
  console.log(
    `${execFileSync("sqlite3", ["--version"], { encoding: "utf8" }).split(" ")[0]} of sqlite3, its own .import and one INSERT … SELECT, the same schema, indexes and triggers:` +
      ` ${sqlite.seconds.toFixed(1)} s, ${reference} rows/s; ratio ${(reference / rate).toFixed(1)}`,
  );
  // On a shared machine the first floor is harder to meet; sqlite3 slows down as much there.
  floor(`${rate} rows/s, at least ${FLOOR_ROWS}`, rate >= FLOOR_ROWS);
  floor(
    `sqlite3 is ${(reference / rate).toFixed(1)} times as fast, at most ${MOST_RATIO}`,
    reference / rate <= MOST_RATIO,
  );

  if (LARGE_BYTES > 0) {
    // Memory after two imports is the baseline of any import; the growth is what a file a dozen times as large adds.
    const padding = "x".repeat(900);
    const large = loadOf(Math.ceil(LARGE_BYTES / 1_000), { wrong: 0.02, seed: 2, padding });
    const warm = memoryOf(pid);
    forgetPeak(pid);
    const { done: big, seconds: took } = await importOf(client, send, large.csv);
    const after = memoryOf(pid);
    const growth = Math.max(after.peak - Math.max(warm.peak, warm.now), 0);
    console.log(
      `a file of ${(Buffer.byteLength(large.csv) / 1e6).toFixed(0)} MB, ${big.totalLines} rows: ${took.toFixed(1)} s;` +
        ` workerd's resident memory ${warm.now.toFixed(0)} MB before (peak of the imports before it ${warm.peak.toFixed(0)}), peak ${after.peak.toFixed(0)} MB during: grown by ${growth.toFixed(0)} MB`,
    );
    floor(`memory grew by ${growth.toFixed(0)} MB, at most ${MOST_GROWTH_MB}`, growth <= MOST_GROWTH_MB);
  }
} finally {
  await served.stop();
}
process.exitCode = failures.length > 0 ? 1 : 0;
