// How much room a message takes in a tenant's database, with its indexes and all that comes with it: a tenant's tables
// are filled by the product's own statements, ten events a page as a busy channel has them, and their pages are counted.
//   npm run bench room -- [--people 20000] [--seed S] [--write]       --write: into the table of docs/limits.md
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE, roomLoad, type Tenant } from "#tests/support/room-load.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const PEOPLE = option("people", 20_000);
const SEED = option("seed", 12);
/** All that one database of D1 may hold. */
const DATABASE_BYTES = 10_000_000_000;

/** Bytes of each table's own pages and of its indexes'; a search index counts as one of its customers' table. */
type Room = Record<string, { rows: number; bytes: number; indexes: number }>;
const PAGES = `SELECT s.tbl_name AS name, s.type = 'index' OR s.tbl_name LIKE '%_fts%' AS isIndex, sum(d.pgsize) AS bytes
  FROM dbstat d JOIN sqlite_schema s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1, 2`;
function roomOf({ file }: Tenant): Room {
  const room: Room = {};
  for (const { name, isIndex, bytes } of file.prepare(PAGES).all() as {
    name: string;
    isIndex: number;
    bytes: number;
  }[]) {
    const table = name.replace(/_fts.*/, "");
    const here = (room[table] ??= {
      rows: Number(file.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.["n"]),
      bytes: 0,
      indexes: 0,
    });
    here.bytes += bytes;
    if (isIndex) here.indexes += bytes;
  }
  return room;
}

interface Row {
  what: string;
  bytes: number;
  indexes: number;
}
const NONE = { rows: 0, bytes: 0, indexes: 0 };
/** One row's share of what a table has grown by; `of` counts something else than its rows. */
function grown(what: string, table: string, after: Room, before: Room = {}, of?: number): Row {
  const [now, then] = [after[table] ?? NONE, before[table] ?? NONE];
  const rows = of ?? now.rows - then.rows;
  return { what, bytes: (now.bytes - then.bytes) / rows, indexes: (now.indexes - then.indexes) / rows };
}

const { tenant, cast, accept, arrive, answered, delivered, filesKept, written, sentence, text, image } =
  roomLoad(SEED);

async function measured(): Promise<Row[]> {
  const pages = Array.from({ length: PEOPLE / PAGE }, (_, page) => page * PAGE);
  const each = (from: number, message: () => object) =>
    Array.from({ length: PAGE }, (_, n) => written(from + n, message()));
  const waiting = await tenant();
  for (const from of pages)
    await accept(
      waiting,
      each(from, () => text(sentence())),
    );
  const here = await tenant();
  for (const from of pages)
    await arrive(
      here,
      each(from, () => text(sentence())),
    );
  const came = roomOf(here);
  for (const _ of pages) {
    await answered(here);
    await delivered(here);
  }
  const left = roomOf(here);
  for (const from of pages) {
    await arrive(here, each(from, image));
    filesKept(here);
  }
  const seen = roomOf(here);
  for (const from of pages)
    await arrive(
      here,
      each(from, () => text("STOP")),
    );
  const refused = roomOf(here);
  const casting = await tenant();
  cast(casting, PEOPLE);
  // An answer, its outcome and three statuses.
  const changes = 5 * PEOPLE;
  return [
    grown("in", "messages", came),
    grown("out", "messages", left, came),
    grown("recipient", "broadcast_recipients", roomOf(casting)),
    grown("medium", "message_media", seen),
    grown("file", "drive_files", seen),
    grown("waitingEvent", "inbound_events", roomOf(waiting)),
    grown("event", "inbound_events", left),
    grown("turn", "message_turns", left),
    grown("log", "turns", left),
    grown("session", "conversations", left),
    grown("live", "live_events", left, came, changes),
    grown("chat", "chats", left),
    grown("customer", "customers", came),
    grown("identity", "identities", came),
    grown("address", "addresses", came),
    grown("reach", "reach", left),
    grown("consent", "consents", refused),
    grown("suppression", "suppressions", refused),
  ];
}

const NAMES: Record<string, [name: string, kept: string]> = {
  in: ["a message that came in, 80 characters", "always, unless set"],
  out: ["a message that left: sent, delivered, read", "always, unless set"],
  recipient: ["a recipient of a broadcast: sent, delivered, read", "always"],
  medium: ["a file that came in", "as its message"],
  file: ["the same in the drive (its bytes lie in R2)", "as its message"],
  waitingEvent: ["an event while it waits, with its raw text", "until it is worked"],
  event: ["an event that was worked: its key", "30 days"],
  turn: ["a bot's turn", "30 days"],
  log: ["a bot's own log of a turn", "always"],
  session: ["a bot's session", "always"],
  live: ["a live event: one change of a message, with its chat", "half an hour"],
  chat: ["a chat", "always, unless set"],
  customer: ["a customer, with the search index", "until erased"],
  identity: ["a person on a channel type", "until erased"],
  address: ["an address of theirs", "until erased"],
  reach: ["how they are reached on a channel", "until erased"],
  consent: ["a consent or a refusal (a stop word makes two)", "until erased"],
  suppression: ["a refusal that outlives the person", "always"],
};

/** The bytes that a year of a thousand messages a day leaves. */
function yearOf(bytes: (what: string) => number): Record<string, number> {
  const [days, inbound, outbound, people] = [365, 500, 500, 20];
  const all = (...names: string[]) => names.reduce((sum, name) => sum + bytes(name), 0);
  return {
    messages: days * (inbound * bytes("in") + outbound * bytes("out")),
    files: days * (inbound / 10) * all("medium", "file"),
    "the bot's log": days * (outbound * bytes("log") + (outbound / 5) * bytes("session")),
    people: days * people * all("customer", "identity", "address", "reach", "chat"),
    "events of 30 days": 30 * ((inbound + 3 * outbound) * bytes("event") + inbound * bytes("turn")),
  };
}

const rows = await measured();
const bytesOf = (what: string): number => rows.find((row) => row.what === what)?.bytes ?? Number.NaN;
const whole = (count: number): string => Math.round(count).toLocaleString("en");
const year = yearOf(bytesOf);
const sum = Object.values(year).reduce((all, part) => all + part, 0);
const megabytes = (bytes: number): string => `${whole(bytes / 1_000_000)} MB`;
const table = [
  "| a row, with its indexes | bytes | of these indexes | 10 GB hold, millions | kept |",
  "|---|---|---|---|---|",
  ...rows.map(({ what, bytes, indexes }) => {
    const [name, kept] = NAMES[what] ?? [what, ""];
    return `| ${name} | ${whole(bytes)} | ${whole(indexes)} | ${(DATABASE_BYTES / bytes / 1e6).toFixed(1)} | ${kept} |`;
  }),
  "",
  `A year of 1,000 messages a day (half of them in, one of ten of those with a file; each answered by a bot, sent, delivered and
read; 20 new people a day) is ${megabytes(sum)}: ${Object.entries(year)
    .map(([name, bytes]) => `${name} ${megabytes(bytes)}`)
    .join(", ")}. 10 GB hold ${(DATABASE_BYTES / sum).toFixed(0)} such years.`,
].join("\n");
console.log(`${whole(PEOPLE)} people, seed ${SEED}\n\n${table}`);
if (process.argv.includes("--write")) {
  const file = join(ROOT, "docs/limits.md");
  const [head = "", , tail = ""] = readFileSync(file, "utf8").split(/<!-- \/?room -->/);
  writeFileSync(file, `${head}<!-- room -->\n\n${table}\n\n<!-- /room -->${tail}`);
}
