import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { fillTables } from "#tests/support/filled-tables.ts";
import { MemoryBucket } from "#tests/support/memory-bucket.ts";
import { enterprisePlan, exportOf, summaryOf, volume } from "#workers/domain/backups/enterprise-export.ts";
import type { Cell } from "#workers/domain/backups/page.ts";
import { writePart } from "#workers/domain/backups/parts.ts";
import { leftOut, whoseRows } from "#workers/domain/backups/share.ts";
import { readShape } from "#workers/domain/backups/shape.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { ZipEntry } from "#workers/domain/zip-stream.ts";
import { importEnterprise } from "../../scripts/lib/restore/enterprise.ts";

/** O-21: what an enterprise takes away is its own, all of it but what opens doors, and comes back row for row. */
const NOW = Date.UTC(2026, 10, 29);
const [ONE, TWO] = ["one", "two"] as EnterpriseId[] as [EnterpriseId, EnterpriseId];
const JOB = "job";
const bytesOf = (text: string) => new TextEncoder().encode(text);

class StoredBucket extends MemoryBucket {
  override async get(key: string) {
    const found = await super.get(key);
    if (!found) return null;
    const bytes = new Uint8Array(await found.arrayBuffer());
    return { ...found, body: new Blob([bytes]).stream(), httpMetadata: { contentType: "text/plain" } };
  }
}

async function filled(kind: "directory" | "tenant") {
  const memory = await databaseInMemory(kind);
  await fillTables(memory, [ONE, TWO]);
  if (kind === "tenant") {
    memory.file.exec(
      "UPDATE messages SET claimed_by = NULL; UPDATE broadcast_recipients SET claimed_by = NULL",
    );
    // Rows that do not name the enterprise are of their parents.
    memory.file.exec(
      `DELETE FROM import_numbers; INSERT INTO import_numbers (import_id, phone) SELECT id, '+91' || id FROM customer_imports`,
    );
  } else {
    memory.file.exec(`DELETE FROM enterprises;
      INSERT INTO enterprises (id, name, database, features, created_at, updated_at)
        VALUES ('one', 'One Bank', 'TENANT_2', '{}', 1, 1), ('two', 'Two Bank', 'TENANT_1', '{}', 1, 1)`);
  }
  return memory;
}

async function exported() {
  const [tenant, directory] = await Promise.all([filled("tenant"), filled("directory")]);
  const bucket = new StoredBucket();
  for (let n = 0; n < 95; n++) await bucket.put(`one/drive/${String(n).padStart(3, "0")}`, `file ${n}`, {});
  await bucket.put("one/exports/before/tenant/manifest.json", "{}", {});
  await bucket.put("one/models/bot/1.bin", "model", {});
  await bucket.put("two/drive/secret", "theirs", {});
  const [a, b] = await Promise.all(
    [tenant, directory].map(({ database }) => readShape({ $client: database })),
  );
  const plan = await enterprisePlan(
    { db: { $client: tenant.database } as never, now: () => NOW },
    drizzled(directory.database),
    { enterpriseId: ONE, jobId: JOB, schemas: [a?.schema, b?.schema].join(), begunAt: NOW },
    bucket as never,
  );
  for (const source of plan.sources) {
    let [after, more]: [readonly Cell[], boolean] = [[], true];
    for (let n = 0; more; n++) {
      const part = await writePart(bucket as never, plan.prefix, source, { n, after });
      [after, more] = [part?.to ?? [], part?.more ?? false];
    }
  }
  await plan.finish();
  return { tenant, directory, bucket };
}

const sortedLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** Only the enterprise's name and database are asked for. */
const drizzled = (database: D1Database) =>
  ({
    $client: database,
    select: () => ({
      from: () => ({ where: async () => [{ name: "One Bank", database: "TENANT_2" }] }),
    }),
  }) as never;

/** The archives of an export, unpacked. */
async function unpacked(bucket: StoredBucket): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const summary = await summaryOf(bucket as never, exportOf(ONE, JOB));
  for (let n = 1; n <= (summary?.parts ?? 0); n++) {
    const entries = (await volume(bucket as never, ONE, exportOf(ONE, JOB), n)) as AsyncGenerator<ZipEntry>;
    for await (const { name, bytes } of entries) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      files.set(name, new Uint8Array(Buffer.concat(chunks)));
    }
  }
  return files;
}

const folderOf = (files: Map<string, Uint8Array>) => ({
  async get(key: string) {
    const bytes = files.get(key);
    return bytes ? { arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer } : null;
  },
});

async function brought(files: Map<string, Uint8Array>) {
  const [tenant, directory] = await Promise.all([databaseInMemory("tenant"), databaseInMemory("directory")]);
  const bucket = new MemoryBucket();
  const target = {
    tenant: tenant.database,
    directory: directory.database,
    database: "TENANT_1",
    files: bucket as never,
  };
  const imported = await importEnterprise(folderOf(files), target, [], () => NOW);
  return { tenant, directory, bucket, imported };
}

test("every table of an enterprise comes back in a fresh system, row for row, and nobody else's", async () => {
  const { tenant, directory, bucket } = await exported();
  const back = await brought(await unpacked(bucket));
  expect(back.imported.databases.flatMap(({ differences }) => differences)).toEqual([]);
  const pairs = { tenant: [tenant, back.tenant], directory: [directory, back.directory] } as const;
  for (const [kind, [before, after]] of Object.entries(pairs)) {
    const { tables } = await readShape({ $client: before.database });
    for (const table of tables) {
      const whose = whoseRows(table);
      const { name } = table;
      if (whose === null || leftOut[kind as "tenant"].includes(name)) continue;
      const theirs = before.file.prepare(`SELECT * FROM "${name}" WHERE ${whose("'one'")}`).all();
      expect(theirs.length, name).toBeGreaterThan(0);
      const found = after.file.prepare(`SELECT * FROM "${name}"`).all();
      expect(found.length, name).toBe(theirs.length);
      // Columns emptied on purpose, things that were leaving, and the enterprise's place are told below.
      if (["users", "sso_connections", "automation_instances", "enterprises"].includes(name)) continue;
      expect(sortedLines(found), name).toEqual(sortedLines(theirs));
    }
  }
  const [row] = back.directory.file.prepare("SELECT id, database FROM enterprises").all();
  expect({ ...row }).toEqual({ id: "one", database: "TENANT_1" });
});

test("what opens a door is not in an export, and its manifest says what is not", async () => {
  const { tenant, directory, bucket } = await exported();
  const files = await unpacked(bucket);
  const text = [...files]
    .map(([name, bytes]) =>
      name.endsWith(".gz") ? gunzipSync(bytes).toString() : Buffer.from(bytes).toString(),
    )
    .join("\n");
  const secrets = [
    ...directory.file
      .prepare(
        "SELECT password_hash AS s FROM users UNION SELECT totp_sealed FROM users UNION SELECT secret_sealed FROM sso_connections UNION SELECT hash FROM api_keys",
      )
      .all(),
    ...tenant.file.prepare("SELECT hook_secret AS s FROM automation_instances").all(),
  ].flatMap(({ s }) => (s === null ? [] : [JSON.stringify(s)]));
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
  const manifest = JSON.parse(Buffer.from(files.get("directory/manifest.json") ?? []).toString());
  expect(manifest.enterprise.emptied).toContain("users.password_hash");
  expect(manifest.enterprise.leftOut).toContain("login_sessions");
  expect(JSON.parse(Buffer.from(files.get("tenant/manifest.json") ?? []).toString())).toMatchObject({
    enterprise: { sealed: ["secrets"], leftOut: expect.arrayContaining(["jobs"]) },
    sequences: {},
  });
});

test("what an enterprise stored comes with its export, once, without its exports and nobody else's", async () => {
  const { bucket } = await exported();
  const files = await unpacked(bucket);
  const objects = [...files.keys()].filter((name) => name.startsWith("objects/"));
  expect(objects.length).toBe(96);
  const { imported, bucket: stored } = await brought(files);
  expect(imported).toMatchObject({ files: 96, wrong: [] });
  expect([...stored.kept.keys()].toSorted()).toEqual(
    [...bucket.kept.keys()].filter((key) => key.startsWith("one/") && !key.includes("/exports/")).toSorted(),
  );
});

test("a file that is gone, or is another, is named", async () => {
  const files = await unpacked((await exported()).bucket);
  files.delete("objects/drive/007");
  files.set("objects/drive/008", bytesOf("File 8"));
  const { imported } = await brought(files);
  expect(imported).toMatchObject({ files: 94, wrong: ["drive/007", "drive/008"] });
});

test("files of two exports in one folder are refused before anything is taken", async () => {
  const files = await unpacked((await exported()).bucket);
  const other = JSON.parse(Buffer.from(files.get("directory/manifest.json") ?? []).toString());
  files.set("directory/manifest.json", bytesOf(JSON.stringify({ ...other, begunAt: "2026-01-01" })));
  await expect(brought(files)).rejects.toThrow("several exports");
});

test("a table of which nobody has said whose its rows are stops an export", () => {
  const table = { name: "new_table", columns: ["id"], blobs: [], key: ["id"], references: [] };
  expect(() => whoseRows(table)).toThrow("new_table");
});
