// The restore drill (docs/run-book.md): exports a local system by its own nightly job, restores that into a fresh one, compares
// both, and starts it. Prints its figures; exits with 1 where anything differs. With --state, on a copy of a local state.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type ApiClient, signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { FILES } from "#workers/domain/backups/copies.ts";
import { exportedDatabases, nightOf } from "#workers/domain/backups/nights.ts";
import { buildStale } from "./build.ts";
import { deletionsSince, notesSince } from "./lib/restore/erase-again.ts";
import { openExport } from "./lib/restore/files.ts";
import { reportObjects, restoreObjects } from "./lib/restore/objects.ts";
import { report } from "./lib/restore/report.ts";
import { restore } from "./lib/restore/restore.ts";
import { freshState, localState } from "./lib/restore/states.ts";
import { openSqlite, tenantFiles } from "./lib/sqlite-file.ts";
import { ROOT } from "./lib/topology.ts";
import { serve, type Served } from "./serve.ts";

/** An export that takes longer than this locally has stopped. */
const MOST_MS = 10 * 60_000;
/** A minute of the hour in which exports begin, today. */
const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 60_000;
const seconds = (began: number) => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

async function served<T>(state: string, work: (running: Served) => Promise<T>): Promise<T> {
  process.env.CHATBIRD_STATE = state;
  const running = await serve();
  try {
    return await work(running);
  } finally {
    await running.stop();
  }
}

/** The sum of what a query counts in every tenant database. */
async function countIn(state: string, sql: string): Promise<number> {
  let sum = 0;
  for (const path of tenantFiles(state)) {
    const file = openSqlite(path);
    const { results } = await file.prepare(sql).all<{ n: number }>();
    sum += results[0]?.n ?? 0;
    file.close();
  }
  return sum;
}

const OPEN =
  "SELECT count(*) AS n FROM jobs WHERE kind = 'database.export' AND state IN ('waiting', 'running')";
async function exported({ cloud, state }: Served): Promise<void> {
  const began = performance.now();
  await cloud.fireCron(midnight);
  while ((await countIn(state, OPEN)) > 0) {
    if (performance.now() - began > MOST_MS) throw new Error("The export does not end; see server.log.");
    await wait(250);
  }
  console.log(`exported ${[...exportedDatabases, FILES].join(", ")} in ${seconds(began)}`);
}

/** The customers that an administrator of the demo sees: the newest, and those that a search finds. */
async function seen({ url }: Served): Promise<string> {
  const client: ApiClient = await signIn((path, init) => fetch(url + path, init), DEMO);
  const newest = await client.call(customersApi.listCustomers, { query: {} as never });
  const search = newest.customers.customers[0]?.name.slice(0, 4) ?? "";
  const found = await client.call(customersApi.listCustomers, { query: { search } as never });
  if (found.customers.customers.length === 0) throw new Error(`a search for ${search} finds nobody`);
  return JSON.stringify([newest, found]);
}

/** Messages that were called for, whatever came of it. */
const CALLED = "SELECT count(*) AS n FROM messages WHERE direction = 'out' AND attempts > 0";

async function drill(from: string | undefined, folder: string): Promise<boolean> {
  await buildStale();
  const [old, fresh] = [join(folder, "old"), join(folder, "fresh")];
  if (from !== undefined) cpSync(resolve(ROOT, from), old, { recursive: true });
  const before = await served(old, async (running) => {
    if (from === undefined) {
      const { seed } = await import("#db/seed/index.ts");
      await seed(running.url, console.log);
    }
    await exported(running);
    return seen(running);
  });

  const began = performance.now();
  await freshState(fresh, old);
  console.log(`made fresh databases in ${seconds(began)}`);
  const storage = await localState(old).openStorage();
  const target = await localState(fresh).openStorage();
  let isEqual = true;
  for (const database of exportedDatabases) {
    const found = await openExport(storage.backups, nightOf(midnight), database);
    const since = Date.parse(found.manifest.begunAt);
    const notes = await notesSince(storage.backups, since);
    const deletions = await deletionsSince(storage.backups, since);
    const restored = await restore(
      target.databases[database] as D1Database,
      found,
      notes,
      Date.now,
      deletions,
    );
    for (const line of report(restored)) console.log(line);
    isEqual &&= restored.differences.length === 0;
  }
  const stored = await openExport(storage.backups, nightOf(midnight), FILES);
  const objects = await restoreObjects(stored, storage.backups, target.files);
  for (const line of reportObjects(objects)) console.log(line);
  isEqual &&= objects.wrong.length === 0 && objects.files > 0;
  await storage.close();
  await target.close();

  const called = await countIn(fresh, CALLED);
  const after = await served(fresh, async (running) => {
    const found = await seen(running);
    console.log(`back after ${seconds(began)}: somebody has signed in and searched`);
    await running.cloud.fireCron();
    return found;
  });
  const again = (await countIn(fresh, CALLED)) - called;
  console.log(`sent again by the restored system: ${again}`);
  if (after !== before) console.log("DIFFERS: what an administrator sees");
  return isEqual && after === before && again === 0;
}

const { values } = parseArgs({ options: { state: { type: "string" } } });
const folder = mkdtempSync(join(tmpdir(), "chatbird-drill-"));
try {
  const isEqual = await drill(values.state, folder);
  console.log(isEqual ? "The drill is passed." : "The drill is not passed.");
  process.exitCode = isEqual ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
