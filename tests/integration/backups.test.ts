import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { backupsOf, exportTenant } from "#tests/support/backups.ts";
import { canary } from "#tests/support/canaries.ts";
import { archived } from "#tests/support/conversations.ts";
import { ctxIn } from "#tests/support/customer-fields.ts";
import { eventually } from "#tests/support/eventually.ts";
import { freshDatabases } from "#tests/support/fresh-databases.ts";
import { startHarness } from "#tests/support/harness.ts";
import { noFaults } from "#tests/support/import-ctx.ts";
import { idleDeps } from "#tests/support/jobs.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { exportedDatabases, exportPrefix, nightOf } from "#workers/domain/backups/nights.ts";
import { readShape } from "#workers/domain/backups/shape.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { purgeCustomers } from "#workers/domain/customers/trash.ts";
import { finishErasure } from "#workers/domain/erasure/finish.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import { notesSince } from "../../scripts/lib/restore/erase-again.ts";
import { type Export, openExport } from "../../scripts/lib/restore/files.ts";
import { exportsIn } from "../../scripts/lib/restore/report.ts";
import { restore } from "../../scripts/lib/restore/restore.ts";

/** O-15, O-16: nightly exports by the jobs Worker to R2, and back into databases of D1 that nobody has used. */
const harness = await startHarness();
const { TENANT_1 } = harness.env;
const backups = await backupsOf(harness);
const owner = await makePerson(harness);
const LONG = { timeout: 400_000 };
/** So many that they are exported in three files. */
const CROWD = 12_000;
/** As many rows as the export reads at once. */
const ROWS_OF_A_FILE = 5_000;
const crowd = await makePerson(harness);

const fresh = await freshDatabases(8);
afterAll(() => fresh.end());

const exportOf = (night: string, database = "TENANT_1"): Promise<Export> =>
  openExport(backups, night, database);

interface Row {
  [column: string]: unknown;
}
const rowsIn = async (database: D1Database, sql: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await database
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;

const addOne = (database: D1Database, word: string) =>
  database
    .prepare(
      `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
       VALUES (?1, 'nobody', 'One', 'one', '+1', '', '{}', ?1, 1, 1)`,
    )
    .bind(word)
    .run();

async function addCrowd({ enterpriseId }: Person): Promise<void> {
  await TENANT_1.prepare(
    `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT ?1 || i, ?1, 'One of a crowd', 'c', '+9171' || (10000000 + i), '', '{}', 'crowd' || i, 1, 1 FROM n`,
  )
    .bind(enterpriseId, CROWD)
    .run();
}

async function addPassage(person: Person): Promise<void> {
  const { agentId } = await makeBot(person, smallBank);
  const known = [
    `INSERT INTO knowledge_sources (id, enterprise_id, agent_id, kind, name, name_key, state, created_at, updated_at)
     VALUES ('source of ' || ?1, ?1, ?2, 'document', 'hours.pdf', 'hours.pdf', 'ready', 1, 1)`,
    `INSERT INTO knowledge_pages (id, enterprise_id, agent_id, source_id, address, title, depth, state)
     VALUES ('page of ' || ?1, ?1, ?2, 'source of ' || ?1, '1', 'Hours', 0, 'ready')`,
    `INSERT INTO passages (enterprise_id, agent_id, source_id, page_id, position, heading, text)
     VALUES (?1, ?2, 'source of ' || ?1, 'page of ' || ?1, 0, 'Opening', 'zanzibar opens early')`,
  ];
  await TENANT_1.batch(known.map((sql) => TENANT_1.prepare(sql).bind(person.enterpriseId, agentId)));
}

async function heardFrom(phone: string, text: string, name: string): Promise<void> {
  const channel = await makeChannel(harness, owner);
  await deliver(harness, channel, [saying(phone, text, { name })]);
  await eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.length).toBeGreaterThan(1);
    expect(all.map(({ status }) => status)).not.toContain("queued");
  });
}

beforeEach(() => {
  answerOurselves(harness);
});

beforeAll(async () => {
  answerOurselves(harness);
  await addCrowd(crowd);
  await addPassage(owner);
  await heardFrom("+919811477001", "the zanzibar invoice", "Zenobia");
  await archived(harness);
});

/** Rows of an enterprise in every table, as text, in an order of their own. */
async function everythingOf(database: D1Database, enterpriseId: string): Promise<Map<string, string[]>> {
  const { tables } = await readShape({ $client: database });
  const found = new Map<string, string[]>();
  for (const { name, columns } of tables) {
    if (!columns.includes("enterprise_id")) continue;
    const rows = await rowsIn(database, `SELECT * FROM "${name}" WHERE enterprise_id = ?`, enterpriseId);
    if (rows.length > 0) found.set(name, rows.map((row) => JSON.stringify(row)).toSorted());
  }
  return found;
}

const SEARCHES = [
  "SELECT rowid AS n FROM customers_fts WHERE customers_fts MATCH 'crowd77' ORDER BY 1",
  "SELECT rowid AS n FROM passages_fts WHERE passages_fts MATCH 'text : zanzibar' ORDER BY 1",
  "SELECT rowid AS n FROM messages_fts WHERE messages_fts MATCH 'words : zanzibar' ORDER BY 1",
  "SELECT rowid AS n FROM chats_fts WHERE chats_fts MATCH 'words : zanzibar' ORDER BY 1",
];

test("each night every database is exported, and comes back equal, with what is searched", LONG, async () => {
  const midnight = new Date(Date.now() - (Date.now() % 86_400_000) + 60_000);
  const night = nightOf(midnight.getTime());
  // The newest customer goes before the night, and the number with them.
  await addOne(TENANT_1, "shortlived");
  const [last] = await rowsIn(TENANT_1, "SELECT number AS n FROM customers WHERE id = 'shortlived'");
  await TENANT_1.prepare("DELETE FROM customers WHERE id = 'shortlived'").run();
  await harness.scheduled(midnight);
  // The next minute of the same hour opens no other.
  await harness.scheduled(new Date(midnight.getTime() + 60_000));
  // A whole database takes its time on a busy machine.
  await vi.waitFor(
    async () => {
      const there = await exportsIn(backups);
      expect([...exportedDatabases, "FILES"].map((name) => there.get(`${night}/${name}`))).toEqual(
        Array.from({ length: 4 }, () => true),
      );
    },
    { timeout: 240_000, interval: 250 },
  );
  const jobs = "SELECT id, state FROM jobs WHERE kind = 'database.export' AND id GLOB ?";
  expect(await rowsOf(harness, jobs, `backup-${night}-*`)).toEqual([
    { id: `backup-${night}-DIRECTORY`, state: "done" },
    { id: `backup-${night}-FILES`, state: "done" },
    { id: `backup-${night}-TENANT_1`, state: "done" },
  ]);

  const tenant = await fresh.take("tenant");
  const restored = await restore(tenant, await exportOf(night), [], Date.now);
  expect(restored.differences).toEqual([]);
  expect(await everythingOf(tenant, owner.enterpriseId)).toEqual(
    await everythingOf(TENANT_1, owner.enterpriseId),
  );
  for (const search of SEARCHES) {
    const found = await rowsIn(TENANT_1, search);
    expect(found.length, search).toBeGreaterThan(0);
    expect(await rowsIn(tenant, search), search).toEqual(found);
  }
  // Written to as before: the triggers are back, and no number that was given is given again.
  await addOne(tenant, "newcomer");
  const [newcomer] = await rowsIn(
    tenant,
    "SELECT rowid AS n FROM customers_fts WHERE customers_fts MATCH 'newcomer'",
  );
  expect(newcomer?.["n"]).toBe(Number(last?.["n"]) + 1);

  const directoryDb = await fresh.take("directory");
  const again = await restore(directoryDb, await exportOf(night, "DIRECTORY"), [], Date.now);
  expect(again.differences).toEqual([]);
  expect(await everythingOf(directoryDb, owner.enterpriseId)).toEqual(
    await everythingOf(harness.env.DIRECTORY, owner.enterpriseId),
  );
  expect(await rowsIn(directoryDb, "SELECT name FROM switches ORDER BY name")).toEqual([
    { name: "sending" },
    { name: "webhooks" },
  ]);
});

/** The lines of a table's files, one behind the other. */
async function linesOf({ manifest, read }: Export, name: string): Promise<unknown[][]> {
  const table = manifest.tables.find((each) => each.name === name);
  const lines: unknown[][] = [];
  for (const { key } of table?.parts ?? []) {
    const text = gunzipSync(await read(key)).toString();
    lines.push(
      ...text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown[]),
    );
  }
  return lines;
}
const customersIn = async (one: Export): Promise<string[]> => {
  const table = one.manifest.tables.find(({ name }) => name === "customers");
  const [id, of] = ["id", "enterprise_id"].map((column) => table?.columns.indexOf(column) ?? -1);
  return (await linesOf(one, "customers"))
    .filter((row) => row[of ?? -1] === crowd.enterpriseId)
    .map((row) => String(row[id ?? -1]));
};
const wholeCrowd = () => Array.from({ length: CROWD }, (_, at) => `${crowd.enterpriseId}${at + 1}`);

test(
  "workers that are killed again and again make one whole export: no row twice, none lost",
  LONG,
  async () => {
    // Each twentieth call of the platform fails, before it took effect or behind it.
    let state = 7;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const { night, workers } = await exportTenant(harness, { faults: { ...noFaults(), rate: 0.05, random } });
    expect(workers).toBeGreaterThan(10);
    const one = await exportOf(night);
    expect((await customersIn(one)).toSorted()).toEqual(wholeCrowd().toSorted());
    for (const { name, rows } of one.manifest.tables) {
      const lines = (await linesOf(one, name)).map((line) => JSON.stringify(line));
      expect([name, lines.length, new Set(lines).size]).toEqual([name, rows, rows]);
    }
    const restored = await restore(await fresh.take("tenant"), one, [], Date.now);
    expect({ differences: restored.differences, changed: restored.changed }).toEqual({
      differences: [],
      changed: [],
    });
  },
);

test(
  "what is written while an export goes on breaks nothing: what stayed as it was is in it once",
  LONG,
  async () => {
    const gone = await makePerson(harness);
    await addPassage(gone);
    const late = await makePerson(harness);
    const written = new Set<string>();
    // Other files' customers may be in the database before the crowd, and shift the files.
    const [{ earlier } = { earlier: 0 }] = await rowsOf<{ earlier: number }>(
      harness,
      "SELECT count(*) AS earlier FROM customers WHERE number < (SELECT min(number) FROM customers WHERE enterprise_id = ?)",
      crowd.enterpriseId,
    );
    const behindTheFirst = Math.floor((earlier + 4) / ROWS_OF_A_FILE) + 1;
    const { night } = await exportTenant(harness, {
      before: async (source, part) => {
        if (source === "knowledge_sources" && !written.has(source)) {
          written.add(source);
          // Its children are in their files by now.
          await TENANT_1.prepare("DELETE FROM knowledge_sources WHERE enterprise_id = ?")
            .bind(gone.enterpriseId)
            .run();
        }
        if (source === "customers" && part === behindTheFirst && !written.has(source)) {
          written.add(source);
          await TENANT_1.batch([
            TENANT_1.prepare("DELETE FROM customers WHERE id = ?").bind(`${crowd.enterpriseId}3`),
            TENANT_1.prepare("UPDATE customers SET name = 'Changed' WHERE id = ?").bind(
              `${crowd.enterpriseId}4`,
            ),
            TENANT_1.prepare("DELETE FROM customers WHERE id = ?").bind(`${crowd.enterpriseId}${CROWD}`),
            TENANT_1.prepare(
              `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
             VALUES (?1, ?1, 'Late', 'late', '+917200000000', '', '{}', 'late', 1, 1)`,
            ).bind(late.enterpriseId),
          ]);
        }
      },
    });
    expect([...written].toSorted()).toEqual(["customers", "knowledge_sources"]);
    const one = await exportOf(night);
    const tenant = await fresh.take("tenant");
    const { differences, changed } = await restore(tenant, one, [], Date.now);
    expect(differences).toEqual([]);
    // As it was when its page was read: before the writes for those of the first file, behind them for the others.
    const ids = await rowsIn(
      tenant,
      "SELECT id FROM customers WHERE enterprise_id = ? ORDER BY number",
      crowd.enterpriseId,
    );
    expect(ids.map(({ id }) => id)).toEqual(wholeCrowd().slice(0, -1));
    const [changedName] = await rowsIn(
      tenant,
      "SELECT name FROM customers WHERE id = ?",
      `${crowd.enterpriseId}4`,
    );
    expect(changedName).toEqual({ name: "One of a crowd" });
    expect(await rowsIn(tenant, "SELECT name FROM customers WHERE id = ?", late.enterpriseId)).toEqual([
      { name: "Late" },
    ]);
    // Whose parent went is named, and not there: references hold.
    expect(changed).toEqual(
      ["knowledge_pages", "passages"].map((name) =>
        expect.objectContaining({ name, orphans: 1, replaced: 0 }),
      ),
    );
    const left = "SELECT count(*) AS n FROM passages WHERE enterprise_id = ?";
    expect(await rowsIn(tenant, left, gone.enterpriseId)).toEqual([{ n: 0 }]);
    expect(await rowsIn(tenant, "PRAGMA foreign_key_check")).toEqual([]);
    // As it was, for the other tests.
    await TENANT_1.prepare("DELETE FROM customers WHERE enterprise_id = ?").bind(crowd.enterpriseId).run();
    await addCrowd(crowd);
  },
);

test("a file that is broken, exchanged or gone is found before anything of it is taken", LONG, async () => {
  const { night } = await exportTenant(harness);
  const one = await exportOf(night);
  const parts = one.manifest.tables.find(({ name }) => name === "customers")?.parts ?? [];
  expect(parts.length).toBeGreaterThan(2);
  // Other files' customers may be before the crowd's, so the parts are asked which one is.
  const ofCrowd = async (key: string) => gunzipSync(await one.read(key)).includes("One of a crowd");
  let broken = 1;
  while (!(await ofCrowd(parts[broken]?.key ?? ""))) broken++;
  const part = parts[broken]?.key ?? "";
  const key = `${exportPrefix(night, "TENANT_1")}${part}`;
  const bytes = Buffer.from((await (await backups.get(key))?.arrayBuffer()) ?? new ArrayBuffer());
  const text = gunzipSync(bytes).toString();
  const breaks: Record<string, Buffer> = {
    "one letter": gzipSync(text.replace("One of a crowd", "One of a Crowd")),
    "one row less": gzipSync(text.slice(text.indexOf("\n") + 1)),
    "cut off": bytes.subarray(0, bytes.length / 2),
    "another file": Buffer.from(await one.read(parts[0]?.key ?? "")),
  };
  const tenant = await fresh.take("tenant");
  for (const [what, contents] of Object.entries(breaks)) {
    await backups.put(key, contents);
    await expect(restore(tenant, one, [], Date.now), what).rejects.toThrow(part);
  }
  await backups.delete(key);
  await expect(restore(tenant, one, [], Date.now)).rejects.toThrow(`There is no file ${key}`);
  // The database is as fresh as it was: with the file's copy it is restored.
  await backups.put(key, bytes);
  expect((await restore(tenant, one, [], Date.now)).differences).toEqual([]);
});

test("who was erased since an export doesn't come back by it", LONG, async () => {
  const word = canary();
  const phone = `9198${String(Date.now()).slice(-8)}`;
  await heardFrom(`+${phone}`, `I am ${word}`, word);
  const quiet = "+917299999999";
  const silentName = canary();
  await TENANT_1.prepare(
    `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
     VALUES ('silent of ' || ?1, ?1, ?3, lower(?3), ?2, ?2, '{}', lower(?3), 1, 1)`,
  )
    .bind(owner.enterpriseId, quiet, silentName)
    .run();
  const idOf = async (of: string) =>
    (
      await rowsOf<{ id: string; name: string }>(
        harness,
        "SELECT id, name FROM customers WHERE enterprise_id = ? AND phone = ?",
        owner.enterpriseId,
        of,
      )
    )[0] ?? { id: "", name: "" };
  const [said, silent] = [await idOf(`+${phone}`), await idOf(quiet)];
  const { night } = await exportTenant(harness);

  const { receipt } = await owner.call(personalDataApi.eraseCustomer, {
    params: { id: said.id },
    body: { confirm: said.name },
  });
  // From the trash, for ever, and they never wrote.
  await owner.call(customersApi.deleteCustomer, { params: { id: silent.id } });
  await purgeCustomers(ctxIn(harness, owner), "all");

  const one = await exportOf(night);
  const since = Date.parse(one.manifest.begunAt);
  await eventually(async () => {
    const ids = (await notesSince(backups, since)).flatMap(({ customers }) => customers);
    expect(ids).toEqual(expect.arrayContaining([said.id, silent.id]));
  });
  const notes = await notesSince(backups, since);
  const theirs = new RegExp(`${word}|${phone}|${silentName}`, "i");
  expect(JSON.stringify(notes), "a note names nobody").not.toMatch(theirs);

  const tenant = await fresh.take("tenant");
  const { erased } = await restore(tenant, one, notes, Date.now);
  expect(erased).toBe(2);
  expect(await rowsIn(tenant, "SELECT id FROM customers WHERE id IN (?, ?)", said.id, silent.id)).toEqual([]);
  expect(
    await rowsIn(tenant, "SELECT id, phone_hash, at FROM erasure_receipts WHERE id = ?", receipt.id),
  ).toEqual(
    await rowsOf(harness, "SELECT id, phone_hash, at FROM erasure_receipts WHERE id = ?", receipt.id),
  );
  await finishIn(tenant, await fresh.take("directory"), owner);
  const places: string[] = [];
  for (const { name, columns } of (await readShape({ $client: tenant })).tables) {
    const all = await rowsIn(
      tenant,
      `SELECT ${columns.map((column) => `"${column}"`).join()} FROM "${name}"`,
    );
    if (all.some((row) => theirs.test(JSON.stringify(row)))) places.push(name);
  }
  expect(places).toEqual([]);
  const searched = `SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'words : ${word}'`;
  expect(await rowsIn(tenant, searched)).toEqual([]);
});

/** The restored system's own worker ends what the restore has opened. */
async function finishIn(tenant: D1Database, other: D1Database, { enterpriseId }: Person): Promise<void> {
  const databases = { DIRECTORY: other, TENANT_1: tenant, TENANT_2: tenant };
  const db = tenantDatabase(databases, "TENANT_1");
  const actor = { userId: "system", name: "", address: "", requestId: "" };
  const hub = { forget: async () => undefined, newest: async () => Number.MAX_SAFE_INTEGER };
  const handlers = {
    "customers.erase": {
      pages: (ctx, held, payload) => () =>
        finishErasure(ctx, held, payload, {
          directory: directory(databases),
          hub: { ...hub, fill: async () => Number.MAX_SAFE_INTEGER } as unknown as HubCalls,
          simulatorOf: () => ({ forget: async () => undefined }) as never,
          files: harness.env.FILES as never,
        }),
      failure: "failed",
    },
  } as Partial<JobHandlers> as JobHandlers;
  const open = await rowsIn(
    tenant,
    "SELECT id FROM jobs WHERE kind = 'customers.erase' AND enterprise_id = ?",
    enterpriseId,
  );
  expect(open.length).toBeGreaterThan(0);
  for (const { id } of open)
    expect(await runJob(ctxOf(db, enterpriseId as EnterpriseId, actor), String(id), handlers, idleDeps)).toBe(
      "done",
    );
}
