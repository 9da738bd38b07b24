import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { askMove, cancelMove } from "#workers/domain/moving/ask.ts";
import {
  discardFailed,
  failedRow,
  FailedRefused,
  listFailed,
  onTheirWay,
  retryFailed,
  settledJobs,
} from "#workers/domain/jobs/failed.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const NOW = 1_800_000_000_000;
let number = 0;
const newId = () => `id-${++number}`;
const wish = (what: "job" | "timer" | "event", id: string, reason = "The vendor is back") => ({
  ...{ what, id, reason, now: NOW, newId },
});

const { file, database } = await databaseInMemory("tenant");
const rows = (sql: string) => file.prepare(sql).all();

/** A tenant's database with work that failed, and some that did not. */
function tenant() {
  for (const table of ["jobs", "timers", "inbound_events", "fences"]) file.exec(`DELETE FROM ${table}`);
  // The trail is never emptied.
  const [mark] = rows("SELECT coalesce(max(rowid), 0) AS n FROM audit_trail") as { n: number }[];
  file.exec(`
    INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease, lease_until, created_at, updated_at) VALUES
      ('j1', 'e1', 'blacklist.import', 's1', '{}', 'failed', 0, 'It broke', 8, 'l', 5, 1, 2),
      ('j2', 'e2', 'customers.import', 's2', '{}', 'failed', 0, 'It broke', 8, 'l', 5, 1, 3),
      ('j3', 'e1', 'blacklist.import', 's3', '{}', 'done', 1, '', 1, 'l', 5, 1, 4);
    INSERT INTO timers (enterprise_id, kind, subject, seq, due_at, attempts, failure) VALUES
      ('e1', 'campaignEnds', 'c1', 1, NULL, 5, 'D1 was away'), ('e1', 'campaignEnds', 'c2', 1, 77, 0, NULL);
    INSERT INTO inbound_events (n, enterprise_id, channel_id, event_key, raw, state, attempts, failure, at) VALUES
      (7, 'e1', 'h1', 'k7', '{"text":"hello"}', 'failed', 2, 'No such message', 9), (8, 'e1', 'h1', 'k8', NULL, 'done', 1, NULL, 9);`);
  const trail = () =>
    rows(
      `SELECT enterprise_id, user_id, action, object_kind, object_id, object_name, before, after FROM audit_trail WHERE rowid > ${mark?.n}`,
    );
  return { trail };
}

test("failed work of each kind is listed, of all enterprises or of one, and shown whole", async () => {
  tenant();
  const shown = (await listFailed(database)).map(({ what, id, failure, attempts }) => [
    what,
    id,
    failure,
    attempts,
  ]);
  expect(shown).toEqual([
    ["job", "j2", "It broke", 8],
    ["job", "j1", "It broke", 8],
    ["timer", "e1/campaignEnds/c1", "D1 was away", 5],
    ["event", "e1/7", "No such message", 2],
  ]);
  expect((await listFailed(database, "e2")).map(({ id }) => id)).toEqual(["j2"]);
  expect(await failedRow(database, { what: "event", id: "e1/7" })).toMatchObject({ raw: '{"text":"hello"}' });
  expect(await failedRow(database, { what: "job", id: "j3" })).toBeUndefined();
});

test("it is tried again as new, and the enterprise's trail says who had it done, and why", async () => {
  const { trail } = tenant();
  await retryFailed(database, wish("job", "j1"));
  await retryFailed(database, wish("timer", "e1/campaignEnds/c1"));
  await retryFailed(database, wish("event", "e1/7"));
  expect(rows("SELECT state, attempts, lease, lease_until, message FROM jobs WHERE id = 'j1'")).toEqual([
    { state: "waiting", attempts: 0, lease: null, lease_until: 0, message: "" },
  ]);
  expect(rows("SELECT due_at, attempts, failure FROM timers WHERE subject = 'c1'")).toEqual([
    { due_at: NOW, attempts: 0, failure: null },
  ]);
  expect(rows("SELECT state, attempts, raw FROM inbound_events WHERE n = 7")).toEqual([
    { state: "pending", attempts: 0, raw: '{"text":"hello"}' },
  ]);
  const of = { enterprise_id: "e1", user_id: "operator", action: "retryWork" };
  const after = JSON.stringify({ reason: "The vendor is back" });
  expect(trail()).toMatchObject([
    { ...of, object_kind: "job", object_id: "j1", object_name: "blacklist.import", after },
    { ...of, object_kind: "timer", object_name: "campaignEnds", before: '{"failure":"D1 was away"}', after },
    { ...of, object_kind: "event", object_id: "e1/7", object_name: "failed", after },
  ]);
});

test("it is discarded with a reason, never without, and what did not fail is left alone", async () => {
  const { trail } = tenant();
  await expect(discardFailed(database, wish("job", "j1", " "))).rejects.toThrow("--reason");
  await expect(discardFailed(database, wish("job", "j3"))).rejects.toThrow("no job j3 that failed");
  await expect(discardFailed(database, wish("timer", "e1/campaignEnds/c2"))).rejects.toThrow(FailedRefused);
  expect(trail()).toEqual([]);
  await discardFailed(database, wish("job", "j2"));
  await discardFailed(database, wish("timer", "e1/campaignEnds/c1"));
  await discardFailed(database, wish("event", "e1/7"));
  expect((await listFailed(database)).map(({ id }) => id)).toEqual(["j1"]);
  expect(rows("SELECT state, message FROM jobs WHERE id = 'j2'")).toEqual([
    { state: "cancelled", message: "It broke" },
  ]);
  // The key stays: a vendor that tells it once more writes nothing.
  expect(rows("SELECT state, raw, event_key FROM inbound_events WHERE n = 7")).toEqual([
    { state: "done", raw: null, event_key: "k7" },
  ]);
  expect(trail()).toHaveLength(3);
});

test("an event is of one enterprise, as each database numbers its own", async () => {
  tenant();
  const other = await databaseInMemory("tenant");
  other.file
    .exec(`INSERT INTO inbound_events (n, enterprise_id, channel_id, event_key, raw, state, attempts, failure, at) VALUES
    (7, 'e9', 'h9', 'k7', '{}', 'failed', 2, 'No such message', 9)`);
  const [theirs, ours] = ["e9/7", "e1/7"];
  await expect(retryFailed(database, wish("event", theirs))).rejects.toThrow("no event e9/7");
  await expect(discardFailed(other.database, wish("event", ours))).rejects.toThrow("no event e1/7");
  await retryFailed(other.database, wish("event", theirs));
  expect((await listFailed(database)).map(({ id }) => id)).toContain(ours);
  expect(await listFailed(other.database)).toEqual([]);
});

test("what is on its way into another database is left alone until it is there", async () => {
  const { trail } = tenant();
  rows("INSERT INTO fences (enterprise_id, side, at) VALUES ('e1', 'left', 1)");
  expect((await listFailed(database)).map(({ id }) => id)).toEqual(["j2"]);
  expect(await onTheirWay(database)).toEqual(["e1"]);
  for (const end of [retryFailed, discardFailed])
    await expect(end(database, wish("job", "j1"))).rejects.toThrow("no job j1");
  expect(trail()).toEqual([]);
});

describe("a job is not tried again", () => {
  test("whose subject says that it failed", async () => {
    const { trail } = tenant();
    await expect(retryFailed(database, wish("job", "j2"))).rejects.toThrow("begun anew from its screen");
    expect(trail()).toEqual([]);
  });

  test("while another one of its subject is under way", async () => {
    const { trail } = tenant();
    rows(`INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
      VALUES ('j4', 'e1', 'blacklist.import', 's1', '{}', 'waiting', 0, '', 0, 0, 1, 2)`);
    await expect(retryFailed(database, wish("job", "j1"))).rejects.toThrow("under way");
    expect(trail()).toEqual([]);
  });

  test("over a later one of its subject that is done, and over an earlier one it is", async () => {
    tenant();
    const done = (id: string) =>
      rows(`INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
        VALUES ('${id}', 'e1', 'blacklist.import', 's1', '{}', 'done', 1, '', 1, 0, 1, 2)`);
    done("j4");
    await expect(retryFailed(database, wish("job", "j1"))).rejects.toThrow("came later");
    tenant();
    done("j0");
    await retryFailed(database, wish("job", "j1"));
    expect(rows("SELECT id FROM jobs WHERE state = 'waiting'")).toEqual([{ id: "j1" }]);
  });

  test("is known of every kind whose handler settles what it was about", () => {
    const folder = join(ROOT, "workers/jobs/handlers");
    const settling = readdirSync(folder).filter((name) =>
      /\bgaveUp[(:]/.test(readFileSync(join(folder, name), "utf8")),
    );
    expect(settling.map((name) => name.replace(".ts", "").replace("-", ".")).toSorted()).toEqual([
      ...settledJobs,
    ]);
  });
});

test("an enterprise's trail has where its data was sent, once, and that it was taken back", async () => {
  const directory = await databaseInMemory("directory");
  directory.file.exec(
    `INSERT INTO enterprises (id, name, database, features, created_at, updated_at) VALUES ('e1', 'Asha', 'TENANT_1', '{}', 1, 1)`,
  );
  const asked = { id: "m1", enterpriseId: "e1", to: "TENANT_2", now: NOW, regionOf: () => "", newId };
  await askMove(directory.database, asked);
  await expect(askMove(directory.database, { ...asked, id: "m2" })).rejects.toThrow();
  await cancelMove(directory.database, "e1", NOW + 1, newId);
  await cancelMove(directory.database, "e1", NOW + 2, newId);
  const trail = directory.file
    .prepare("SELECT action, user_id, before, after FROM directory_audit ORDER BY at")
    .all();
  const [from, to] = [JSON.stringify({ database: "TENANT_1" }), JSON.stringify({ database: "TENANT_2" })];
  expect(trail).toEqual([
    { action: "move", user_id: "operator", before: from, after: to },
    { action: "undo", user_id: "operator", before: from, after: from },
  ]);
});
