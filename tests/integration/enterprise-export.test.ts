import { unzipSync } from "fflate";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { archived } from "#tests/support/conversations.ts";
import { eventually } from "#tests/support/eventually.ts";
import { freshDatabases } from "#tests/support/fresh-databases.ts";
import { startHarness } from "#tests/support/harness.ts";
import { faultyCtx, noFaults, through } from "#tests/support/import-ctx.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { png } from "#tests/support/made-files.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { sealedFor } from "#tests/support/second-factor.ts";
import { Clock } from "#tests/support/training.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { openOnce } from "#workers/domain/jobs/open-once.ts";
import * as dataApi from "#workers/contract/endpoints/enterprise-data.ts";
import { shareOf, whoseRows } from "#workers/domain/backups/share.ts";
import { readShape } from "#workers/domain/backups/shape.ts";
import {
  dropOldExports,
  type ExportDeps,
  enterpriseExportPages,
} from "#workers/domain/enterprise/finish-export.ts";
import { LEASE_MS } from "#workers/domain/jobs/lease.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { importEnterprise } from "../../scripts/lib/restore/enterprise.ts";

/** O-21: an enterprise takes all its data away by the screen's calls, and it comes back in a fresh system. */
const harness = await startHarness();
const { env } = harness;
const YEAR_MS = 366 * 86_400_000;
const LONG = { timeout: 120_000 };
const fresh = await freshDatabases(4);
afterAll(() => fresh.end());
beforeEach(() => answerOurselves(harness));

const send = (path: string, init?: RequestInit) => harness.fetch(path, init);
const proof = async ({ userId }: Person) => ({ password: await sealedFor(send, userId) });
const begin = async (who: Person) => who.call(dataApi.beginExport, { body: await proof(who) });
const filesOf = (who: Person, rest = "") => env.FILES.list({ prefix: `${who.enterpriseId}/${rest}` });

async function ready(who: Person) {
  return vi.waitFor(
    async () => {
      const state = await who.call(dataApi.getExport);
      expect(state.ready).not.toBeNull();
      return state.ready as NonNullable<typeof state.ready>;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** The archives of an export, unpacked into one folder. */
async function downloaded(who: Person, { id, parts }: { id: string; parts: number }) {
  const files = new Map<string, Uint8Array>();
  for (let part = 1; part <= parts; part++) {
    const response = await who.send("GET", `/api/e/enterprise/exports/${id}/${part}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const bytes = new Uint8Array(await response.arrayBuffer());
    for (const [name, entry] of Object.entries(unzipSync(bytes))) files.set(name, entry);
  }
  return files;
}
const folderOf = (files: Map<string, Uint8Array>) => ({
  get: async (key: string) => {
    const bytes = files.get(key);
    return bytes ? { arrayBuffer: async () => new Uint8Array(bytes).buffer } : null;
  },
});

async function brought(files: Map<string, Uint8Array>) {
  const [tenant, directoryDb] = [await fresh.take("tenant"), await fresh.take("directory")];
  const stored = new Map<string, Uint8Array>();
  const bucket = { put: async (key: string, value: Uint8Array) => stored.set(key, value) };
  const target = { tenant, directory: directoryDb, database: "TENANT_2", files: bucket };
  const imported = await importEnterprise(folderOf(files), target, [], Date.now);
  return { tenant, directoryDb, stored, imported };
}

/** Rows of an enterprise by table, in an order of their own. */
async function rowsByTable(database: D1Database, kind: "tenant" | "directory", enterpriseId: string) {
  const found = new Map<string, string[]>();
  for (const table of (await readShape({ $client: database })).tables) {
    if (!shareOf(kind, table, enterpriseId)) continue;
    const whose = whoseRows(table)?.("?1");
    const { results } = await database
      .prepare(`SELECT * FROM "${table.name}" WHERE ${whose}`)
      .bind(enterpriseId)
      .all();
    if (results.length > 0) found.set(table.name, results.map((row) => JSON.stringify(row)).toSorted());
  }
  return found;
}

const schemas = async (): Promise<string> => {
  const both = [env.TENANT_1, env.DIRECTORY].map((database) => readShape({ $client: database }));
  return (await Promise.all(both)).map(({ schema }) => schema).join();
};

async function lived(): Promise<Person> {
  const who = await makePerson(harness);
  await makeBot(who, smallBank);
  const channel = await makeChannel(harness, who);
  await deliver(harness, channel, [saying("+919811477301", "all of it", { name: "Zenobia" })]);
  await eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.length).toBeGreaterThan(1);
    expect(all.map(({ status }) => status)).not.toContain("queued");
  });
  // The archive's entry of a chat is written a moment after it.
  await archived(harness);
  await sendToDrive(harness, who, { use: "logo", bytes: png(40, 40), name: "logo.png" });
  return who;
}

test("an administrator takes everything away, and it comes back equal in a fresh system", LONG, async () => {
  const who = await lived();
  const other = await makePerson(harness);
  const [one, two] = await Promise.all([begin(who), begin(who)]);
  expect(two.jobId, "two presses are one").toBe(one.jobId);
  expect([one.joined, two.joined].toSorted()).toEqual([false, true]);
  const found = await ready(who);
  expect(found.files).toBeGreaterThan(0);

  const stranger = await other.send("GET", `/api/e/enterprise/exports/${found.id}/1`);
  expect(stranger.status).toBe(404);
  expect((await who.send("GET", `/api/e/enterprise/exports/${found.id}/${found.parts + 1}`)).status).toBe(
    404,
  );
  expect((await who.send("GET", `/api/e/enterprise/exports/${found.id}/0`)).status).toBe(404);

  const files = await downloaded(who, found);
  const back = await brought(files);
  expect(back.imported.databases.flatMap(({ differences }) => differences)).toEqual([]);
  expect(back.imported.wrong).toEqual([]);
  const before = await rowsByTable(env.TENANT_1, "tenant", who.enterpriseId);
  const after = await rowsByTable(back.tenant, "tenant", who.enterpriseId);
  // Its own downloads are in the trail since.
  before.delete("audit_trail");
  after.delete("audit_trail");
  expect(after).toEqual(before);
  expect(after.get("messages")?.length).toBeGreaterThan(1);
  const own = (await filesOf(who)).objects.filter(({ key }) => !key.includes("/exports/"));
  expect([...back.stored.keys()].toSorted()).toEqual(own.map(({ key }) => key).toSorted());
  const users = await back.directoryDb
    .prepare("SELECT id, password_hash AS hash FROM users")
    .all<{ id: string; hash: string | null }>();
  expect(users.results).toEqual([{ id: who.userId, hash: null }]);
  const [{ database } = { database: "" }] = (
    await back.directoryDb.prepare("SELECT database FROM enterprises").all<{ database: string }>()
  ).results;
  expect(database).toBe("TENANT_2");
  const held = await back.directoryDb.prepare("SELECT name FROM switches ORDER BY name").all();
  expect(held.results, "it starts nothing").toEqual([{ name: "sending" }, { name: "webhooks" }]);

  const trail = await rowsOf<{ after: string }>(
    harness,
    "SELECT after FROM audit_trail WHERE enterprise_id = ? AND action = 'export' AND object_kind = 'enterprise' ORDER BY at, id",
    who.enterpriseId,
  );
  expect(trail.map((row) => JSON.parse(row.after))).toEqual([
    { jobId: found.id },
    ...Array.from({ length: found.parts }, (_, at) => ({ jobId: found.id, part: at + 1 })),
  ]);
  const mails = await env.DIRECTORY.prepare("SELECT template FROM mails WHERE to_address = ?")
    .bind(who.email)
    .all();
  expect(mails.results).toEqual([{ template: "exportReady" }]);
});

test("only an administrator who confirms that it is them begins an export", LONG, async () => {
  const who = await makePerson(harness);
  expect((await refused(who.call(dataApi.beginExport, { body: {} }))).status).toBe(400);
  const wrong = { password: await sealedFor(send, who.userId, "another password of theirs") };
  expect((await who.send("POST", "/api/e/enterprise/exports", wrong)).status).toBe(400);
  const manager = await makePerson(harness, { roles: [2] });
  await env.DIRECTORY.prepare(
    "INSERT INTO role_permissions (enterprise_id, role, permissions, revision, updated_by, created_at, updated_at) VALUES (?, 2, ?, 1, '', 1, 1)",
  )
    .bind(manager.enterpriseId, JSON.stringify(["ENTERPRISE.EDIT"]))
    .run();
  const given = await manager.send("POST", "/api/e/enterprise/exports", await proof(manager));
  expect(given.status).toBe(403);
  const none = "SELECT id FROM jobs WHERE enterprise_id IN (?, ?)";
  expect(await rowsOf(harness, none, who.enterpriseId, manager.enterpriseId)).toEqual([]);
});

test("workers that are killed again and again make one whole export, and one mail", LONG, async () => {
  const who = await lived();
  const giveBack = await keepJobs(harness, who);
  const jobId = `export of ${who.enterpriseId}`;
  const opened = Date.now();
  await openOnce(tenantDatabase(env, "TENANT_1"), {
    id: jobId,
    owner: who.enterpriseId as EnterpriseId,
    kind: "enterprise.export",
    subject: who.enterpriseId,
    payload: {
      schemas: await schemas(),
      begunAt: opened,
      userId: who.userId,
      source: "",
      part: 0,
      after: "[]",
    },
    goesOnIf: ["$.source", "never"],
    now: opened,
  });
  await env.TENANT_1.prepare("UPDATE jobs SET lease_until = ? WHERE id = ?")
    .bind(Date.now() + YEAR_MS, jobId)
    .run();
  await giveBack();
  let state = 11;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const faults = { ...noFaults(), rate: 0.04, random };
  const clock = new Clock();
  // The sweeper sees it held for as long as the test is its worker.
  clock.ahead = 2 * YEAR_MS;
  const bucket = env.FILES as unknown as ExportDeps["files"];
  const files = Object.fromEntries(
    (["get", "head", "put", "list", "delete"] as const).map((name) => [
      name,
      (...given: unknown[]) =>
        through(faults, 1, () => (bucket[name] as (...all: unknown[]) => Promise<unknown>)(...given)),
    ]),
  ) as unknown as ExportDeps["files"];
  const ctx = faultyCtx(harness, faults, who.enterpriseId, clock.now);
  const mail = { ring: keyRing(harness.secrets.DATA_KEY), link: (path: string) => `http://here${path}` };
  const handlers = {
    "enterprise.export": {
      pages: (own, held, payload) =>
        enterpriseExportPages(own, held, payload, { directory: directory(env), files, mail }),
      failure: "failed",
    },
  } as Partial<JobHandlers> as JobHandlers;
  let workers = 0;
  for (let end = ""; end !== "done"; workers++) {
    if (end === "failed" || workers > 500) throw new Error(`the export ended as ${end}`);
    const slice = { calls: Infinity, milliseconds: Infinity };
    end = await runJob(ctx, jobId, handlers, { ...idleDeps, slice }).catch(() => "tried");
    clock.ahead += LEASE_MS + 1;
  }
  expect(workers).toBeGreaterThan(4);
  const back = await brought(await downloaded(who, await ready(who)));
  expect(back.imported.databases.flatMap(({ differences }) => differences)).toEqual([]);
  expect(back.imported.wrong).toEqual([]);
  const mails = await env.DIRECTORY.prepare("SELECT id FROM mails WHERE to_address = ?")
    .bind(who.email)
    .all();
  expect(mails.results).toEqual([{ id: `export-${jobId}` }]);
});

test("one export is kept, a week, and goes with its row", LONG, async () => {
  const who = await makePerson(harness);
  await begin(who);
  const first = await ready(who);
  const next = await begin(who);
  await vi.waitFor(async () => expect((await ready(who)).id).toBe(next.jobId), { timeout: 40_000 });
  const keys = async () => (await filesOf(who, "exports/")).objects.map(({ key }) => key);
  expect((await keys()).filter((key) => key.includes(first.id))).toEqual([]);
  expect((await who.send("GET", `/api/e/enterprise/exports/${first.id}/1`)).status).toBe(404);
  const week = 7 * 86_400_000;
  const bucket = env.FILES as unknown as ExportDeps["files"];
  await dropOldExports({ $client: env.TENANT_1 }, bucket, Date.now() + week - 60_000);
  expect((await keys()).length).toBeGreaterThan(0);
  await dropOldExports({ $client: env.TENANT_1 }, bucket, Date.now() + week + 60_000);
  expect(await keys()).toEqual([]);
  expect(await who.call(dataApi.getExport)).toEqual({ jobId: null, failed: false, ready: null });
});
