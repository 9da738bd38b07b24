import type { TenantDb } from "#db/client.ts";
import { whoseRows } from "../backups/share.ts";
import type { TableShape } from "../backups/shape.ts";
import { FENCE, REFUSAL } from "../bare/fenced.ts";

type Client = Pick<TenantDb, "$client">;

/**
 * Tables that housekeeping changes in one statement for all enterprises: there the rows of one that moves are passed
 * over, as refusing would hold up the others. No person's write changes these alone.
 */
const PASSED: Readonly<Record<"UPDATE" | "DELETE", readonly string[]>> = {
  UPDATE: ["jobs", "live_events"],
  DELETE: [
    "blacklist_removed",
    "channel_events",
    "entry_news",
    "hook_deliveries",
    "inbound_events",
    "live_events",
    "message_media",
    "message_turns",
    "run_inbox",
    "run_moved",
  ],
};

const VERBS = ["INSERT", "UPDATE", "DELETE"] as const;
type Verb = (typeof VERBS)[number];
/** The rows of which a condition speaks, in a trigger on them. */
const SEEN: Readonly<Record<Verb, readonly string[]>> = {
  INSERT: ["NEW"],
  UPDATE: ["OLD", "NEW"],
  DELETE: ["OLD"],
};

const nameOf = (table: string, verb: Verb, id: string): string => `${FENCE}${table} ${verb} ${id}`;
const BATCH = 50;
const SPELLING = /^[\w-]+$/;

/** A table of enterprises' rows but the fences themselves. */
export const isFencedTable = (table: TableShape): boolean =>
  table.name !== "fences" && whoseRows(table) !== null;

function triggerOf(table: TableShape, verb: Verb, id: string): { name: string; sql: string } {
  const theirs = whoseRows(table)?.(`'${id}'`) ?? "0";
  const name = nameOf(table.name, verb, id);
  const when = SEEN[verb].map((row) => `${row}.${theirs}`).join(" OR ");
  const isPassed = verb !== "INSERT" && PASSED[verb].includes(table.name);
  const refuse = isPassed ? "RAISE(IGNORE)" : `RAISE(ABORT, '${REFUSAL}')`;
  return {
    name,
    sql: `CREATE TRIGGER IF NOT EXISTS "${name}" BEFORE ${verb} ON "${table.name}" WHEN ${when} BEGIN SELECT ${refuse}; END`,
  };
}

const RAISED = `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?1`;
async function raised({ $client }: Client, id: string): Promise<Set<string>> {
  const { results } = await $client.prepare(RAISED).bind(`${FENCE}* ${id}`).all<{ name: string }>();
  return new Set(results.map(({ name }) => name));
}

async function inBatches({ $client }: Client, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += BATCH)
    await $client.batch(statements.slice(at, at + BATCH).map((text) => $client.prepare(text)));
}

const wanted = (tables: readonly TableShape[], id: string) =>
  tables.filter(isFencedTable).flatMap((table) => VERBS.map((verb) => triggerOf(table, verb, id)));

/**
 * Lets no more writes of an enterprise into these tables, whoever makes them: the database itself refuses, so that no belief
 * of a session, a channel or an object matters. Answers how many statements it took; done twice it is done once.
 */
export async function raiseFence(db: Client, id: string, tables: readonly TableShape[]): Promise<number> {
  // The id stands in the text of triggers, which take no parameters.
  if (!SPELLING.test(id)) throw new Error(`no fence can be made for ${id}`);
  const there = await raised(db, id);
  const missing = wanted(tables, id).filter(({ name }) => !there.has(name));
  await inBatches(
    db,
    missing.map(({ sql }) => sql),
  );
  return missing.length;
}

/** Throws where a write could slip through. */
export async function checkFence(db: Client, id: string, tables: readonly TableShape[]): Promise<void> {
  const there = await raised(db, id);
  const missing = wanted(tables, id).find(({ name }) => !there.has(name));
  if (missing) throw new Error(`the fence has a hole: ${missing.name}`);
}

const NOTE = `INSERT INTO fences (enterprise_id, side, at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET side = excluded.side`;
/** Notes on which side of a move an enterprise is here. */
export async function noteSide(
  { $client }: Client,
  id: string,
  side: "leaving" | "arriving" | "left",
  now: number,
): Promise<void> {
  await $client.prepare(NOTE).bind(id, side, now).run();
}

const dropping = (names: readonly string[]): string[] =>
  names.map((name) => `DROP TRIGGER IF EXISTS "${name}"`);

/** Lets an enterprise be written to, but for what comes in: that waits until all that was kept is played. Answers as `raiseFence`. */
export async function openFence(db: Client, id: string): Promise<number> {
  const intake = nameOf("inbound_events", "INSERT", id);
  const names = [...(await raised(db, id))].filter((name) => name !== intake);
  await inBatches(db, dropping(names));
  return names.length;
}

/** Takes the fence away, and the note last: until then everybody passes the enterprise over. */
export async function lowerFence(db: Client, id: string): Promise<number> {
  const names = [...(await raised(db, id))];
  await inBatches(db, dropping(names));
  await db.$client.prepare("DELETE FROM fences WHERE enterprise_id = ?1").bind(id).run();
  return names.length;
}

/** Indexes of words take their rows from the triggers that name them; everything else was counted and told before. */
const OTHERS = `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 AND sql NOT LIKE '%\\_fts%' ESCAPE '\\'`;
const SAME_SCHEMA = `SELECT CASE WHEN (SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1) = ?1 THEN 1 ELSE json_extract('{}', 'schema') END AS guarding`;

/**
 * Writes to a table with its triggers aside but those of indexes of words, in one transaction: nobody else ever writes
 * without them, and no migration comes in between.
 */
export async function withoutTriggers<Row>(
  { $client }: Client,
  { table, schema }: { table: string; schema: string },
  statements: readonly D1PreparedStatement[],
): Promise<D1Result<Row>[]> {
  const { results } = await $client.prepare(OTHERS).bind(table).all<{ name: string; sql: string }>();
  const done = await $client.batch<Row>([
    $client.prepare(SAME_SCHEMA).bind(schema),
    ...results.map(({ name }) => $client.prepare(`DROP TRIGGER "${name}"`)),
    ...statements,
    ...results.map(({ sql }) => $client.prepare(sql)),
  ]);
  return done.slice(1 + results.length, 1 + results.length + statements.length);
}
