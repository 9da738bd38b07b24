// Failed work of the deployed account or a local folder (--state): jobs and timers that were given up, and events of vendors that could
// not be used. Lists it, shows one whole, has it tried again, or discards it; the last two stand in the enterprise's audit trail.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import {
  discardFailed,
  failedKinds,
  failedRow,
  FailedRefused,
  listFailed,
  onTheirWay,
  retryFailed,
} from "#workers/domain/jobs/failed.ts";
import type { Counted } from "#workers/domain/counted.ts";
import { accountDatabase } from "./lib/account-database.ts";
import { openSqlite, tenantFiles } from "./lib/sqlite-file.ts";
import { DATABASES } from "./lib/topology.ts";

const USE = `node scripts/failed.ts [--enterprise ID]                     lists jobs, timers and events
node scripts/failed.ts --inspect job:ID                     shows one whole: it may hold what customers wrote
node scripts/failed.ts --retry timer:ID --reason "…"        has it tried again, within a minute
node scripts/failed.ts --discard event:ID --reason "…"      has it never tried again
Each with --state FOLDER for a local system.`;

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { state: text, enterprise: text, inspect: text, retry: text, discard: text, reason: text },
});
const { state, enterprise, inspect, retry, discard, reason = "" } = values;
const databases: { name: string; tenant: Counted }[] =
  state === undefined
    ? DATABASES.filter(({ migrations }) => migrations === "tenant").map(({ name }) => ({
        name,
        tenant: accountDatabase(name),
      }))
    : tenantFiles(state).map((path) => ({ name: path, tenant: openSqlite(path) }));

/** "job:ID" as its two parts. */
function namedBy(words: string) {
  const [, kind, id = ""] = /^(\w+):(.+)$/.exec(words) ?? [];
  const what = failedKinds.find((each) => each === kind);
  if (!what) throw new FailedRefused(USE);
  return { what, id };
}

const leftOut = (enterprises: readonly string[]): string[] =>
  enterprises.length === 0
    ? []
    : [
        `Enterprises on their way into another database are left out until they are there: ${[...new Set(enterprises)].join(", ")}.`,
      ];

/** The database that holds it. */
async function holderOf(words: string) {
  const named = namedBy(words);
  for (const { tenant } of databases) if (await failedRow(tenant, named)) return { tenant, ...named };
  const away = (await Promise.all(databases.map(({ tenant }) => onTheirWay(tenant)))).flat();
  throw new FailedRefused([`There is no ${named.what} ${named.id} that failed.`, ...leftOut(away)].join(" "));
}

async function main(): Promise<void> {
  const chosen = inspect ?? retry ?? discard;
  if (chosen === undefined) {
    for (const { name, tenant } of databases) {
      const found = await listFailed(tenant, enterprise);
      console.log(`${name}: ${found.length === 0 ? "nothing failed" : `${found.length} failed`}`);
      for (const { what, id, enterpriseId, kind, subject, attempts, failure, at } of found)
        console.log(
          `  ${what}:${id}  ${kind} of ${subject}, enterprise ${enterpriseId}, ${attempts} tries${at > 0 ? `, ${new Date(at).toISOString()}` : ""}: ${failure}`,
        );
      for (const line of leftOut(await onTheirWay(tenant))) console.log(`  ${line}`);
    }
    return;
  }
  const { tenant, what, id } = await holderOf(chosen);
  if (inspect !== undefined)
    return console.log(JSON.stringify(await failedRow(tenant, { what, id }), null, 2));
  const wish = { what, id, reason, now: Date.now(), newId: randomUUID };
  await (retry === undefined ? discardFailed : retryFailed)(tenant, wish);
  console.log(retry === undefined ? "It is not tried again." : "It is tried again within a minute.");
}

try {
  await main();
} catch (error) {
  console.error(error instanceof FailedRefused ? error.message : error);
  process.exitCode = 1;
}
