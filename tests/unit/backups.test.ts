import { expect, test } from "vitest";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { fillTables } from "#tests/support/filled-tables.ts";
import { MemoryBucket } from "#tests/support/memory-bucket.ts";
import { databasePlan } from "#workers/domain/backups/export-database.ts";
import { manifest, MANIFEST } from "#workers/domain/backups/manifest.ts";
import { dropOldExports, exportPrefix } from "#workers/domain/backups/nights.ts";
import { childrenFirst, readShape } from "#workers/domain/backups/shape.ts";
import { isWhole, writePart } from "#workers/domain/backups/parts.ts";
import type { Cell } from "#workers/domain/backups/page.ts";
import { restoreAll } from "../../scripts/lib/restore/restore.ts";
import { wordIndexes } from "../../scripts/lib/restore/words.ts";

/** O-15, O-16: what is exported comes back, row for row, whatever tables there are. */
const NOW = Date.UTC(2026, 10, 29);
const ENTERPRISES = ["one", "two"];

type Kind = "directory" | "tenant";
const bindingOf = (kind: Kind) => (kind === "directory" ? "DIRECTORY" : "TENANT_1");

async function exported(kind: Kind, database: D1Database, bucket = new MemoryBucket()) {
  const prefix = exportPrefix("2026-11-29", bindingOf(kind));
  const payload = {
    database: bindingOf(kind),
    prefix,
    schema: "",
    begunAt: NOW,
    source: "",
    part: 0,
    after: "[]",
  };
  const { sources, finish } = await databasePlan(
    { now: () => NOW },
    { $client: database } as never,
    payload,
    bucket as never,
  );
  for (const source of sources) {
    let [after, more]: [readonly Cell[], boolean] = [[], true];
    for (let n = 0; more; n++) {
      const part = await writePart(bucket as never, prefix, source, { n, after });
      [after, more] = [part?.to ?? [], part?.more ?? false];
    }
  }
  await finish();
  const written = manifest.parse(JSON.parse(Buffer.from(bucket.bytesOf(`${prefix}${MANIFEST}`)).toString()));
  return {
    bucket,
    prefix,
    manifest: written,
    read: async (key: string) => bucket.bytesOf(`${prefix}${key}`),
  };
}

async function world() {
  const [directory, tenant] = [await databaseInMemory("directory"), await databaseInMemory("tenant")];
  await fillTables(directory, ENTERPRISES);
  await fillTables(tenant, ENTERPRISES);
  const exports = [
    await exported("directory", directory.database),
    await exported("tenant", tenant.database),
  ];
  const fresh = { directory: await databaseInMemory("directory"), tenant: await databaseInMemory("tenant") };
  const databases = { DIRECTORY: fresh.directory.database, TENANT_1: fresh.tenant.database };
  return { directory, tenant, exports, fresh, databases };
}

test("every table of both databases is exported and comes back with the same rows and hashes", async () => {
  const { directory, tenant, exports, fresh, databases } = await world();
  const restored = await restoreAll(databases, exports, () => NOW);
  expect(restored.map(({ differences, changed }) => ({ differences, changed }))).toEqual([
    { differences: [], changed: [] },
    { differences: [], changed: [] },
  ]);
  for (const [before, after] of [
    [directory, fresh.directory],
    [tenant, fresh.tenant],
  ] as const) {
    const { tables } = await readShape({ $client: before.database });
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const all = `SELECT * FROM "${name}"`;
      expect(before.file.prepare(all).all().length, name).toBeGreaterThan(0);
      // Both are changed on purpose: switches are thrown, claims are settled.
      if (["switches", "mails", "messages", "broadcast_recipients", "jobs"].includes(name)) continue;
      expect(after.file.prepare(all).all(), name).toEqual(before.file.prepare(all).all());
    }
    const schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name";
    expect(after.file.prepare(schema).all()).toEqual(before.file.prepare(schema).all());
    const sequences = "SELECT * FROM sqlite_sequence ORDER BY name";
    expect(after.file.prepare(sequences).all()).toEqual(before.file.prepare(sequences).all());
  }
});

test("everything that leaves is held in the restored system, and what was in a call is not confirmed", async () => {
  const { tenant, fresh, databases, ...rest } = await world();
  tenant.file.exec("UPDATE messages SET status = 'queued', claimed_by = NULL");
  tenant.file.exec("UPDATE messages SET claimed_by = 'sender:0' WHERE rowid = 1");
  const exports = [rest.exports[0] as never, await exported("tenant", tenant.database)];
  const restored = await restoreAll(databases, exports, () => NOW);
  expect(restored.at(-1)?.unknown).toBe(1);
  const all = fresh.tenant.file.prepare("SELECT status, claimed_by FROM messages ORDER BY rowid").all();
  expect(all.map((row) => ({ ...row }))).toEqual([
    { status: "unknown", claimed_by: null },
    ...Array.from({ length: 5 }, () => ({ status: "queued", claimed_by: null })),
  ]);
  const names = fresh.directory.file.prepare("SELECT name FROM switches ORDER BY name").all();
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(["sending", "webhooks", "work"]));
});

test("a restore is refused over somebody's rows, into another schema, and from a file that was changed", async () => {
  const { tenant, exports, databases } = await world();
  const [first, second] = exports;
  if (!first || !second) throw new Error("no exports");
  await expect(restoreAll({ ...databases, TENANT_1: tenant.database }, exports, () => NOW)).rejects.toThrow(
    "is not empty",
  );
  const other = { ...second, manifest: { ...second.manifest, schema: "9999_later.sql" } };
  await expect(restoreAll(databases, [first, other], () => NOW)).rejects.toThrow("9999_later.sql");
  const changed = {
    ...second,
    read: async (key: string) => second.read(key.startsWith("customers/") ? "chats/000000.ndjson.gz" : key),
  };
  await expect(restoreAll(databases, [first, changed], () => NOW)).rejects.toThrow(
    "is not what was exported",
  );
});

test("every index of words has its way back", async () => {
  const { database } = await databaseInMemory("tenant");
  const { results } = await database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'")
    .all<{ name: string }>();
  expect(results.map(({ name }) => name).toSorted()).toEqual(Object.keys(wordIndexes).toSorted());
});

test("children are exported before their parents", () => {
  const table = (name: string, ...parents: string[]) => ({
    name,
    columns: [],
    blobs: [],
    key: [],
    references: parents.map((parent) => ({ columns: [], parent, of: [] })),
  });
  const sorted = childrenFirst([table("a"), table("b", "a"), table("c", "b", "c")]);
  expect(sorted.map(({ name }) => name)).toEqual(["c", "b", "a"]);
});

test("a row whose parent went while the export did is left out, and one that came twice is there once", async () => {
  const [directory, tenant] = [await databaseInMemory("directory"), await databaseInMemory("tenant")];
  await fillTables(tenant, ENTERPRISES);
  tenant.file.exec("PRAGMA foreign_keys = OFF; DELETE FROM agents WHERE rowid = 1");
  const exports = [
    await exported("directory", directory.database),
    await exported("tenant", tenant.database),
  ];
  const databases = {
    DIRECTORY: (await databaseInMemory("directory")).database,
    TENANT_1: (await databaseInMemory("tenant")).database,
  };
  const [, restored] = await restoreAll(databases, exports, () => NOW);
  expect(restored?.differences).toEqual([]);
  expect(restored?.changed.map(({ name, orphans }) => [name, orphans])).toEqual(
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

test("exports of nights that are too old go, and no other object", async () => {
  const bucket = new MemoryBucket();
  const keys = ["backups/2026-10-01/T/a", "backups/2026-10-30/T/a", "backups/2026-11-28/T/a", "one/drive/a"];
  for (const key of keys) await bucket.put(key, "x", {});
  await dropOldExports(bucket, 30, NOW);
  expect([...bucket.kept.keys()]).toEqual(keys.slice(1));
});
