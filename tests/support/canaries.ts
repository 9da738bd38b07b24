import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { DATABASES } from "../../scripts/lib/topology.ts";
import { workerdPids } from "../../scripts/lib/process.ts";
import type { Harness } from "./harness.ts";

/** A word that stands nowhere else, of letters and digits alone: no address and no JSON writes them otherwise. */
export const canary = (): string => `cAnArY${randomUUID().replaceAll("-", "")}`;

/** Spellings of a word: plain, in base64 of either alphabet wherever it begins, and in hex of either case. */
export function spellings(word: string): string[] {
  const bytes = Buffer.from(word);
  const base64 = [0, 1, 2].flatMap((offset) => {
    // Letters that also hold bits of what stands before or after the word are left out.
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const own = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const hex = bytes.toString("hex");
  return [...new Set([word, ...base64, hex, hex.toUpperCase()])];
}

/** Everything that was kept or said, by where it lay. */
export type Places = Map<string, string>;

/** The common start of all words, the empty word at least. */
function commonStart(words: readonly string[]): string {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

/** The places in which one of the words stands, in whatever spelling. */
export function placesOf(words: readonly string[], places: Places): string[] {
  // Canaries begin alike, so a place without any is read a few times, not hundreds of times.
  const beginnings = spellings(commonStart(words));
  const all = words.flatMap(spellings);
  return [...places].flatMap(([place, text]) =>
    [beginnings, all].every((some) => some.some((spelling) => text.includes(spelling))) ? [place] : [],
  );
}

/** D1 answers a blob as a list of its bytes. */
const readable = (_: string, value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number")
    ? Buffer.from(value as number[]).toString("latin1")
    : value;

/** Every row of every table. A search index's own tables are read where they lie, as files. */
export async function tablesOf({ env }: Pick<Harness, "env">): Promise<Places> {
  const places: Places = new Map();
  for (const { binding } of DATABASES) {
    const database = env[binding];
    const { results: tables } = await database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '*_fts*' AND name NOT GLOB '_cf_*'",
      )
      .all<{ name: string }>();
    for (const { name } of tables) {
      const { results } = await database.prepare(`SELECT * FROM "${name}"`).all();
      places.set(`table ${binding} ${name}`, JSON.stringify(results, readable));
    }
  }
  return places;
}

/** The end of a word as an index of words has it: in small letters, without what it shares with the word before it. */
export const indexed = (word: string): string => word.toLowerCase().slice(-24);

/** The pages of the search indexes. */
export async function indexesOf({ env }: Pick<Harness, "env">): Promise<Places> {
  const places: Places = new Map();
  for (const { binding } of DATABASES) {
    const database = env[binding];
    const { results: tables } = await database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_fts_*'")
      .all<{ name: string }>();
    for (const { name } of tables) {
      const { results } = await database.prepare(`SELECT * FROM "${name}"`).all();
      places.set(`index ${binding} ${name}`, JSON.stringify(results, readable));
    }
  }
  return places;
}

/** A Durable Object of a Worker, by its name. */
export interface KeptObject {
  worker: string;
  binding: string;
  name: string;
}

/** Every row of every table that Durable Objects have; what they keep by keys (names, times, numbers) SQL is not shown. */
export async function storagesOf(
  { raw }: Pick<Harness, "raw">,
  objects: readonly KeptObject[],
): Promise<Places> {
  const places: Places = new Map();
  for (const { worker, binding, name } of objects) {
    const storage = await raw.getWorker(worker).getDurableObjectStorage(binding, { name });
    const tables = (await storage.exec(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*'",
    )) as { name: string }[];
    for (const table of tables) {
      const rows = (await storage.exec(`SELECT * FROM "${table.name}"`)) as unknown[];
      places.set(`storage ${binding} ${name} ${table.name}`, JSON.stringify(rows, readable));
    }
  }
  return places;
}

/** Every object of the bucket, with its name and what is said of it. */
export async function objectsOf({ env }: Pick<Harness, "env">): Promise<Places> {
  const places: Places = new Map();
  for (let cursor: string | undefined; ;) {
    const page = await env.FILES.list({ ...(cursor !== undefined && { cursor }) });
    for (const { key } of page.objects) {
      const object = await env.FILES.get(key);
      if (!object) continue;
      const packed = Buffer.from(await object.arrayBuffer());
      const bytes = (key.endsWith(".gz") ? gunzipSync(packed) : packed).toString("latin1");
      places.set(`object ${key}`, `${key} ${JSON.stringify(object.customMetadata)} ${bytes}`);
    }
    if (!page.truncated) return places;
    cursor = page.cursor;
  }
}

/** The folder in which the Workers of this process keep all their state, found by a file that they have open. */
function stateFolders(): string[] {
  const files = workerdPids().flatMap((pid) => {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => linkOf(join(folder, name)));
  });
  const roots = files.flatMap((file) => /^.*?\/miniflare-[0-9a-f]{32}(?=\/)/.exec(file) ?? []);
  return [...new Set(roots)];
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    // Closed meanwhile.
    return [];
  }
}

/** The local runtime's own trace of each address, which no setting turns off; in production `[observability.traces]` does. */
const TRACES = /^observability\//;

/** Databases that are closed meanwhile take the logs of their changes with them. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The bytes of all files that the Workers keep: databases, objects of R2 and the storage of Durable Objects, logs of changes included. */
export function filesOnDisk(): Places {
  const places: Places = new Map();
  for (const root of stateFolders()) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(root.length + 1);
      if (!entry.isFile() || TRACES.test(name)) continue;
      const text = readIfThere(path);
      if (text !== undefined) places.set(`file ${name}`, text);
    }
  }
  return places;
}
