import { expect, test } from "vitest";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { fillTables } from "#tests/support/filled-tables.ts";
import { MemoryBucket } from "#tests/support/memory-bucket.ts";
import { databasePlan, openExports } from "#workers/domain/backups/export-database.ts";
import { dropOldNights, exportPrefix } from "#workers/domain/backups/nights.ts";
import { childrenFirst, readShape } from "#workers/domain/backups/shape.ts";
import { backUp } from "#workers/jobs/back-up.ts";
import { isWhole, writePart } from "#workers/domain/backups/parts.ts";
import type { Cell } from "#workers/domain/backups/page.ts";
import { type Export, openExport } from "../../scripts/lib/restore/files.ts";
import { compareTables } from "../../scripts/lib/restore/compare.ts";
import { restore } from "../../scripts/lib/restore/restore.ts";
import { wordIndexes } from "../../scripts/lib/restore/words.ts";

/** O-15, O-16: what is exported comes back, row for row, whatever tables there are. */
const NOW = Date.UTC(2026, 10, 29);
const ENTERPRISES = ["one", "two"];
const NIGHT = "2026-11-29";

const LEAVING = ["messages", "broadcast_recipients"];

type Kind = "directory" | "tenant";
type Memory = Awaited<ReturnType<typeof databaseInMemory>>;
const bindingOf = (kind: Kind) => (kind === "directory" ? "DIRECTORY" : "TENANT_1");
const restoredIn = (into: Memory, from: Export) => restore(into.database, from, [], () => NOW);

async function planned(kind: Kind, { database }: Memory, bucket: MemoryBucket, schema?: string) {
  const prefix = exportPrefix(NIGHT, bindingOf(kind));
  const { schema: newest } = await readShape({ $client: database });
  return databasePlan(
    { now: () => NOW },
    { $client: database } as never,
    {
      database: bindingOf(kind),
      prefix,
      schema: schema ?? newest,
      begunAt: NOW,
      source: "",
      part: 0,
      after: "[]",
    },
    bucket as never,
  );
}

async function exported(kind: Kind, memory: Memory, bucket = new MemoryBucket()): Promise<Export> {
  const { prefix, sources, finish } = await planned(kind, memory, bucket);
  for (const source of sources) {
    let [after, more]: [readonly Cell[], boolean] = [[], true];
    for (let n = 0; more; n++) {
      const part = await writePart(bucket as never, prefix, source, { n, after });
      [after, more] = [part?.to ?? [], part?.more ?? false];
    }
  }
  await finish();
  return openExport(bucket, NIGHT, bindingOf(kind));
}

async function filled(kind: Kind): Promise<Memory> {
  const memory = await databaseInMemory(kind);
  await fillTables(memory, ENTERPRISES);
  if (kind === "tenant")
    for (const table of LEAVING) memory.file.exec(`UPDATE ${table} SET claimed_by = NULL`);
  return memory;
}

test.each(["directory", "tenant"] as const)(
  "every table of a %s is exported and comes back with the same rows and hashes",
  async (kind) => {
    const before = await filled(kind);
    const after = await databaseInMemory(kind);
    const { differences, changed } = await restoredIn(after, await exported(kind, before));
    expect({ differences, changed }).toEqual({ differences: [], changed: [] });
    const { tables } = await readShape({ $client: before.database });
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const all = `SELECT * FROM "${name}"`;
      expect(before.file.prepare(all).all().length, name).toBeGreaterThan(0);
      // Mails that were leaving are settled, and switches are thrown, on purpose.
      if (["switches", "mails"].includes(name)) continue;
      expect(after.file.prepare(all).all(), name).toEqual(before.file.prepare(all).all());
    }
    const schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name";
    expect(after.file.prepare(schema).all()).toEqual(before.file.prepare(schema).all());
    const sequences = "SELECT * FROM sqlite_sequence ORDER BY name";
    expect(after.file.prepare(sequences).all()).toEqual(before.file.prepare(sequences).all());
  },
);

test("nothing that was leaving leaves again: it is not confirmed, whether or not it was in a call", async () => {
  const before = await filled("tenant");
  before.file.exec(`UPDATE messages SET status = 'queued';
    UPDATE messages SET claimed_by = 'sender:0' WHERE id = (SELECT min(id) FROM messages);
    UPDATE messages SET status = 'sent' WHERE id = (SELECT max(id) FROM messages);
    UPDATE broadcast_recipients SET status = 'queued' WHERE id = (SELECT min(id) FROM broadcast_recipients);
    INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
      VALUES ('under way', '~TENANT_1', 'database.export', 'TENANT_1', '{}', 'running', 0, '', 0, 9, 9, 9, 9)`);
  const after = await databaseInMemory("tenant");
  expect(await restoredIn(after, await exported("tenant", before))).toMatchObject({ unknown: 6 });
  const all = after.file.prepare("SELECT status, claimed_by FROM messages ORDER BY id").all();
  expect(all.map((row) => ({ ...row }))).toEqual(
    Array.from({ length: 6 }, (_, at) => ({ status: at === 5 ? "sent" : "unknown", claimed_by: null })),
  );
  const [recipient] = after.file.prepare("SELECT status FROM broadcast_recipients ORDER BY id").all();
  expect(recipient?.["status"]).toBe("unknown");
  const job = after.file.prepare("SELECT state FROM jobs WHERE id = 'under way'").get();
  expect(job?.["state"], "it would go on with the other system's files").toBe("cancelled");
});

test("a restored directory holds sending and webhooks until its operator has looked, and its mails", async () => {
  const before = await filled("directory");
  before.file.exec("DELETE FROM switches; UPDATE mails SET state = 'waiting', sealed = x'00'");
  const after = await databaseInMemory("directory");
  const { unknown } = await restoredIn(after, await exported("directory", before));
  const names = after.file.prepare("SELECT name, reason FROM switches ORDER BY name").all();
  const reason = "restored from 2026-11-29T00:00:00.000Z";
  expect(names.map((row) => ({ ...row }))).toEqual([
    { name: "sending", reason },
    { name: "webhooks", reason },
  ]);
  const mails = after.file.prepare("SELECT state, sealed FROM mails").all();
  expect(mails.length).toBe(unknown);
  expect(new Set(mails.map((row) => JSON.stringify({ ...row })))).toEqual(
    new Set(['{"state":"unknown","sealed":null}']),
  );
});

test("a restore is refused over somebody's rows, into another schema, and where one has stopped half-way", async () => {
  const before = await filled("tenant");
  const one = await exported("tenant", before);
  await expect(restoredIn(before, one)).rejects.toThrow("is not empty");
  const later = { ...one, manifest: { ...one.manifest, schema: "9999_later.sql" } };
  await expect(restoredIn(await databaseInMemory("tenant"), later)).rejects.toThrow("9999_later.sql");
  const fresh = await databaseInMemory("tenant");
  const dying = {
    prepare(sql: string) {
      if (sql.startsWith("INSERT OR REPLACE")) throw new Error("the machine died");
      return fresh.database.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => fresh.database.batch(statements),
  } as D1Database;
  await expect(restore(dying, one, [], () => NOW)).rejects.toThrow("the machine died");
  await expect(restoredIn(fresh, one)).rejects.toThrow("stopped half-way");
});

test("every index of words has its way back", async () => {
  const { database } = await databaseInMemory("tenant");
  const { results } = await database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'")
    .all<{ name: string }>();
  expect(results.map(({ name }) => name).toSorted()).toEqual(Object.keys(wordIndexes).toSorted());
});

test("children are exported before their parents, and every reference is known", async () => {
  const table = (name: string, ...parents: string[]) => ({
    name,
    columns: [],
    blobs: [],
    key: [],
    references: parents.map((parent) => ({ columns: [], parent, of: [] })),
  });
  const sorted = childrenFirst([table("a"), table("b", "a"), table("c", "b", "c")]);
  expect(sorted.map(({ name }) => name)).toEqual(["c", "b", "a"]);
  const { file, database } = await databaseInMemory("tenant");
  const { tables } = await readShape({ $client: database });
  const known = tables.flatMap(({ references }) => references.flatMap(({ columns }) => columns)).length;
  const all = file
    .prepare(
      "SELECT count(*) AS n FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'",
    )
    .get();
  expect(known).toBe(all?.["n"]);
});

test("a row whose parent went while the export did is left out, and the rest is there", async () => {
  const before = await filled("tenant");
  before.file.exec("PRAGMA foreign_keys = OFF; DELETE FROM agents WHERE rowid = 1");
  const { differences, changed } = await restoredIn(
    await databaseInMemory("tenant"),
    await exported("tenant", before),
  );
  expect(differences).toEqual([]);
  expect(changed.map(({ name, orphans }) => [name, orphans])).toEqual(
    expect.arrayContaining([["intents", 1]]),
  );
});

test("a worker that was killed behind a file, or is late, finds it and goes on behind it", async () => {
  const bucket = new MemoryBucket();
  const pages = [[[1], [2]], [[3]]];
  let reads = 0;
  const source = {
    name: "things",
    columns: ["n"],
    blobs: [],
    page: async ([after]: readonly Cell[]) => {
      reads++;
      const rows = pages[after === undefined ? 0 : 1] ?? [];
      return { rows, last: rows.at(-1) ?? [], more: after === undefined };
    },
  };
  const first = await writePart(bucket as never, "x/", source, { n: 0, after: [] });
  expect(await writePart(bucket as never, "x/", source, { n: 0, after: [] })).toEqual(first);
  expect(reads).toBe(1);
  const second = await writePart(bucket as never, "x/", source, { n: 1, after: first?.to ?? [] });
  const parts = [first, second].flatMap((part) => part ?? []);
  expect(isWhole(parts)).toBe(true);
  expect(isWhole(parts.slice(1))).toBe(false);
  expect(isWhole(parts.slice(0, 1))).toBe(false);
});

test("of two workers at one file the first has written it, whatever the other has read since", async () => {
  const bucket = new MemoryBucket();
  const reading = (rows: Cell[][], meanwhile = async (): Promise<unknown> => undefined) => ({
    name: "things",
    columns: ["n"],
    blobs: [],
    page: async () => {
      await meanwhile();
      return { rows, last: rows.at(-1) ?? [], more: false };
    },
  });
  const begin = { n: 0, after: [] };
  const late = await writePart(
    bucket as never,
    "x/",
    reading([[1], [2], [3]], () => writePart(bucket as never, "x/", reading([[1], [2]]), begin)),
    begin,
  );
  expect(late).toMatchObject({ rows: 2, to: [2] });
  expect(await writePart(bucket as never, "x/", reading([]), begin)).toEqual(late);
});

test("an export without one of its files, or over a migration, has no manifest", async () => {
  const memory = await databaseInMemory("directory");
  await fillTables(memory, ENTERPRISES);
  const bucket = new MemoryBucket();
  const { prefix, sources, finish } = await planned("directory", memory, bucket);
  const [source] = sources;
  if (!source) throw new Error("nothing to export");
  const paged = (after: Cell[]) => ({
    ...source,
    page: async () => ({ rows: [[1]], last: after, more: false }),
  });
  await writePart(bucket as never, prefix, paged([2]), { n: 1, after: [1] });
  await expect(finish()).rejects.toThrow("do not follow on each other");
  await expect(openExport(bucket, NIGHT, "DIRECTORY")).rejects.toThrow("There is no file");
  await expect(planned("directory", memory, bucket, "0001_older.sql")).rejects.toThrow("a migration came");
});

test("what is not as the manifest says is found, in number and in words", async () => {
  const before = await filled("tenant");
  const one = await exported("tenant", before);
  const after = await databaseInMemory("tenant");
  await restoredIn(after, one);
  const shape = await readShape({ $client: after.database });
  const rows = 2 * 3;
  const tables = one.manifest.tables.filter(({ name }) => name === "drive_files");
  const differing = (there: number) =>
    compareTables(after.database, shape, { ...one.manifest, tables }, [
      { name: "drive_files", rows: there, orphans: 0, replaced: 0 },
    ]);
  expect(await differing(rows)).toEqual([]);
  expect((await differing(rows - 1))[0]?.what).toBe("5 rows in place of 6");
  after.file.exec("UPDATE drive_files SET name = 'another' WHERE rowid = 2");
  expect((await differing(rows))[0]?.what).toContain("are others");
});

test("an export that was given up goes on from where it was within its hour, and not over a migration", async () => {
  const [directoryDb, tenant] = [await databaseInMemory("directory"), await databaseInMemory("tenant")];
  const opened = () =>
    openExports(
      { $client: directoryDb.database } as never,
      () => ({ $client: tenant.database }) as never,
      NOW,
    );
  const job = () => ({
    ...tenant.file
      .prepare(
        "SELECT state, attempts, payload ->> '$.source' AS source FROM jobs WHERE subject = 'TENANT_1'",
      )
      .get(),
  });
  await opened();
  expect(job()).toEqual({ state: "waiting", attempts: 0, source: "" });
  const failing = `UPDATE jobs SET state = 'failed', attempts = 9, payload = json_set(payload, '$.source', 'chats')`;
  tenant.file.exec(failing);
  await opened();
  expect(job()).toEqual({ state: "waiting", attempts: 0, source: "chats" });
  tenant.file.exec(failing);
  tenant.file.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
  await opened();
  expect(job()).toEqual({ state: "failed", attempts: 9, source: "chats" });
});

test("nights that are too old go, with their notes of who was erased, and nothing else", async () => {
  const bucket = new MemoryBucket();
  const old = ["exports/2026-10-29/T/a", "erased/2026-10-29/a.json"];
  const keys = ["exports/2026-10-30/T/a", "exports/2026-11-28/T/a", "erased/2026-10-30/a.json", "other/a"];
  for (const key of [...old, ...keys]) await bucket.put(key, "x", {});
  await dropOldNights(bucket, 30, NOW);
  expect([...bucket.kept.keys()]).toEqual(keys);
});

test.each(["", "90d", undefined])(
  "nights that are %o remove nothing, and 0 removes all of it",
  async (nights) => {
    const bucket = new MemoryBucket();
    const keys = ["exports/2026-01-01/TENANT_1/manifest.json", "files/one/a"];
    for (const key of keys) await bucket.put(key, "{}");
    const of = (BACKUP_NIGHTS?: string) => backUp({ BACKUP_NIGHTS, BACKUPS: bucket } as never, NOW);
    await expect(of(nights)).rejects.toThrow("no number of nights");
    expect([...bucket.kept.keys()]).toEqual(keys);
    await of("0");
    expect([...bucket.kept.keys()]).toEqual([]);
  },
);
