// A year's conversation report with millions of turns: the four calls beside the same report computed from the turns as
// SQLite does it, on the same file in the same run; the CSV; the recount. `--turns N` for fewer.
import { readdirSync, mkdtempSync, rmSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { makeBot } from "#tests/support/bot.ts";
import { type Served, startServed } from "#tests/support/served.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as reportsApi from "#workers/contract/endpoints/reports.ts";
import type { Counted } from "#workers/domain/counted.ts";
import { recount } from "#workers/domain/reports/recount.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";

const { values } = parseArgs({
  options: { turns: { type: "string", default: "5000000" }, rounds: { type: "string", default: "40" } },
});
const TURNS = Number(values.turns);
const ROUNDS = Number(values.rounds);
const GOAL_MS = 100;
const CSV_ROWS = 500_000;
const INTENTS = 40;
const YEAR_MS = 365 * 86_400_000;
/** A conversation has four turns, a minute apart; a person comes back every few days. */
const TALK = 4;

const end = Date.UTC(2026, 10, 21);
const start = end - YEAR_MS;
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

function fill(file: string, agentId: string): string {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY");
  const enterprise = String(
    db.prepare("SELECT enterprise_id FROM agents WHERE id = ?").get(agentId)?.["enterprise_id"],
  );
  const talks = Math.floor(TURNS / TALK);
  const since = performance.now();
  // Numbers are written into the SQL text: bound ones would be floats, and so would results computed from them.
  db.exec(
    `WITH RECURSIVE n (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < ${talks - 1})
     INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns, scoped)
     SELECT printf('bench-talk-%09d', n), '${enterprise}', '${agentId}', 'web',
       'sender ' || ((n * 7919) % ${Math.floor(talks / 12) + 1}), ${start} + n * ${YEAR_MS - 600_000} / ${talks},
       ${start} + n * ${YEAR_MS - 600_000} / ${talks} + 180000, 4, 0 FROM n`,
  );
  // One in eleven messages is not understood; the intents are not equally frequent.
  db.exec(
    `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence,
       nearest_phrase, answer, others, model_version_id, channel, kind, emotion, weak)
     SELECT id || t, enterprise_id, agent_id, id, started_at + t * 60000,
       'what can you tell me about matter number ' || h, CASE WHEN h % 11 = 0 THEN NULL ELSE 'intent-' || (h % ${INTENTS} * (h % 7) / 7) END,
       CASE WHEN h % 11 = 0 THEN NULL ELSE 'Intent ' || (h % ${INTENTS} * (h % 7) / 7) END, 0.7, 'tell me about it',
       'Here is what I know.', '[]', 'v', 'web', CASE WHEN h % 11 = 0 THEN 'outOfScope' ELSE 'answer' END,
       CASE h % 5 WHEN 0 THEN 'joy' WHEN 1 THEN 'anger' WHEN 2 THEN 'curiosity' ELSE 'neutral' END, h % 9 = 0
     FROM (SELECT c.*, value AS t, (c.rowid * 2654435761 + value * 40503) % 1000003 AS h
           FROM conversations c, json_each('[0,1,2,3]') WHERE c.agent_id = '${agentId}')`,
  );
  console.log(
    `${TURNS.toLocaleString("en")} turns in ${talks.toLocaleString("en")} conversations written in ${seconds(since)}`,
  );
  db.exec("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return enterprise;
}

/** Counts the turns as a recount does, and times its statements: D1 allows each at most 30 s. */
async function count(path: string, enterpriseId: string, agentId: string): Promise<void> {
  const database = openSqlite(path);
  const since = performance.now();
  let longest = 0;
  const watched: Counted = {
    prepare: (sql) => database.prepare(sql),
    batch: async (statements) => {
      const began = performance.now();
      await database.batch(statements);
      longest = Math.max(longest, performance.now() - began);
    },
  };
  await recount(watched, { enterpriseId, agentId }, { repair: true });
  console.log(
    `counted from the turns by months in ${seconds(since)}; the longest batch took ${(longest / 1_000).toFixed(1)} s`,
  );
  const again = performance.now();
  const drift = await recount(database, { enterpriseId, agentId });
  console.log(`held against the turns once more in ${seconds(again)}: ${drift.length} months drifted`);
  for (const table of ["report_sums", "report_days"]) {
    const { results } = await database
      .prepare(`SELECT count(*) AS rows FROM ${table} WHERE agent_id = ?1`)
      .bind(agentId)
      .all<{ rows: number }>();
    console.log(`  ${table}: ${results[0]?.rows.toLocaleString("en")} rows`);
  }
  database.close();
}

interface Timed {
  p50: number;
  p95: number;
}

async function timed(work: () => unknown, rounds: number): Promise<Timed> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** The same results, computed from the turns themselves. */
function raw(db: DatabaseSync, enterprise: string, agentId: string): Record<string, () => unknown> {
  const of = `FROM turns WHERE enterprise_id = '${enterprise}' AND agent_id = '${agentId}' AND at >= ${start} AND at < ${end}`;
  const run = (sql: string) => () => db.prepare(sql).all();
  return {
    conversationsReport: run(
      `SELECT count(*), count(intent_id), sum(weak), (SELECT count(*) FROM conversations WHERE agent_id = '${agentId}'),
       (SELECT max(turns) FROM conversations WHERE agent_id = '${agentId}') ${of}`,
    ),
    graphReport: run(
      `SELECT at / 86400000, count(*), count(intent_id), count(DISTINCT (SELECT sender_id FROM conversations c WHERE c.id = conversation_id))
       ${of} GROUP BY 1`,
    ),
    topIntent: run(
      `SELECT intent_name, count(*) ${of} AND intent_id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 100`,
    ),
    conversations: run(`SELECT * ${of} ORDER BY at DESC LIMIT 51 OFFSET ${Math.floor(TURNS * 0.9)}`),
  };
}

const residentMb = (pid: number): number => {
  // The server and its child processes.
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  let sum = 0;
  for (const one of pids) {
    try {
      const stat = readFileSync(`/proc/${one}/stat`, "utf8").split(") ")[1]?.split(" ");
      if (Number(stat?.[2]) !== pid) continue;
      sum += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1] ?? 0) / 1_024;
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum;
};

await buildStale();
const state = mkdtempSync(join(tmpdir(), "chatbird-reports-"));
let served: Served | undefined;
try {
  served = await startServed({ state, seed: true });
  let { url } = served;
  const first = await signIn((path, init) => fetch(url + path, init), DEMO);
  const { agentId } = await makeBot(first);
  await served.stop();
  const file = tenantFiles(state).find((path) => {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return db.prepare("SELECT 1 FROM agents WHERE id = ?").get(agentId) !== undefined;
    } finally {
      db.close();
    }
  });
  if (!file) throw new Error("The tenant's database was not found.");
  const enterprise = fill(file, agentId);
  await count(file, enterprise, agentId);

  served = await startServed({ state });
  ({ url } = served);
  const client = await signIn((path, init) => fetch(url + path, init), DEMO);
  const iso = (at: number): string => new Date(at).toISOString().slice(0, 19);
  const body = { agentId, startDate: iso(start), endDate: iso(end), timeZone: "Asia/Kolkata" };
  const calls: Record<string, () => Promise<unknown>> = {
    "one agent's row": () => client.call(botsApi.getAgent, { params: { id: agentId } }),
    conversationsReport: () => client.call(reportsApi.conversationsReport, { body }),
    graphReport: () => client.call(reportsApi.graphReport, { body }),
    topIntent: () => client.call(reportsApi.topIntent, { body }),
    conversations: () =>
      client.call(reportsApi.reportMessages, { query: { from: Math.floor(TURNS * 0.9), perPage: 50 }, body }),
  };
  const { pid } = served;
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec("PRAGMA cache_size = -400000");
  const compared = raw(db, enterprise, agentId);
  let missed = false;
  const ours = new Map<string, Timed>();
  for (const [name, call] of Object.entries(calls)) {
    await call();
    ours.set(name, await timed(call, ROUNDS));
  }
  const query = new URLSearchParams({
    ...body,
    startDate: iso(Math.max(start, end - (YEAR_MS * CSV_ROWS) / TURNS)),
    scope: "0",
  });
  const before = residentMb(pid);
  let most = before;
  const since = performance.now();
  const answer = await fetch(`${url}/api/chatbird/api/nlp/download/conversations/csv?${query}`, {
    headers: { "authentication-token": client.token },
  });
  let lines = 0;
  let bytes = 0;
  let noted = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    for (const byte of chunk) if (byte === 10) lines++;
    if (bytes - noted > 5_000_000) {
      noted = bytes;
      most = Math.max(most, residentMb(pid));
    }
  }
  const took = (performance.now() - since) / 1_000;
  console.log(
    `CSV: ${(lines - 1).toLocaleString("en")} rows, ${(bytes / 1e6).toFixed(0)} MB, ${Math.round(lines / took).toLocaleString("en")} rows/s, memory +${(most - before).toFixed(0)} MB (from ${before.toFixed(0)})`,
  );
  // Runs after all network calls: SQLite blocks this process for seconds, and idle connections are closed meanwhile.
  for (const [name, { p50, p95 }] of ours) {
    missed ||= p95 > GOAL_MS;
    const figures = `${name.padEnd(20)} p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms`;
    const computed = compared[name];
    if (!computed) {
      console.log(`${figures}   (what any call costs)`);
      continue;
    }
    const theirs = await timed(computed, 3);
    console.log(
      `${figures}   from the turns p50 ${theirs.p50.toFixed(0)} ms: ${(theirs.p50 / p50).toFixed(0)} x`,
    );
  }
  db.close();
  if (missed) {
    console.error(`A call was slower than ${GOAL_MS} ms (p95).`);
    process.exitCode = 1;
  }
} finally {
  await served?.stop();
  rmSync(state, { recursive: true, force: true });
}
