import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { archivedLines, archiving, oldBroadcast } from "#tests/support/archives.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, stating } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { directory } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { finishErasure } from "#workers/domain/erasure/finish.ts";
import type { HeldJob } from "#workers/domain/jobs/held-job.ts";
import { openJob } from "#workers/domain/jobs/open.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import { unsubscribe } from "#workers/domain/links/unsubscribe.ts";
import { openArchiving } from "#workers/domain/archives/due.ts";
import { forgetInNextFile } from "#workers/domain/archives/erase.ts";
import { recountBills, recountBroadcasts } from "#workers/domain/broadcasts/recount.ts";
import { channelsToWake } from "#workers/domain/messaging/to-wake.ts";

/** Recipients of broadcasts that ended 90 days ago lie in files: none is lost or doubled, and they are read as before. */
const harness = await startHarness();
const { TENANT_1: db, FILES: files } = harness.env;
beforeEach(() => {
  answerOurselves(harness);
});

/** Triggers that keep the tests' jobs; too many of them would call each other too deep. */
const kept: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of kept.splice(0)) await release();
});

const DAY = 86_400_000;
/** More than one file has. */
const MANY = 2_300;

async function begin({ count = 40, days }: { count?: number; days?: number } = {}) {
  const owner = await makePerson(harness);
  const release = await keepJobs(harness, owner);
  kept.push(release);
  const channel = await makeChannel(harness, owner);
  const { enterpriseId } = owner;
  const where = { enterpriseId, channelId: channel.id };
  const { id, prefix, at } = await oldBroadcast(harness, where, days ? { count, days } : { count });
  const ctx = watchedCtx(harness, owner, () => {});
  const run = await archiving(ctx, id);
  const archived = async () => expect(await run(ctx, files)).toBe("done");
  const rows = () =>
    rowsOf(harness, "SELECT id FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28)", id);
  const read = async () => (await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data;
  const list = (query: object = {}) =>
    owner.call(broadcastsApi.listBroadcastMessages, { params: { id }, query });
  const csv = async (query = "") =>
    (await owner.send("GET", `/api/chatbird/api/campaign/broadcast/${id}/message/csv${query}`)).text();
  return { owner, channel, where, id, prefix, at, ctx, run, archived, rows, read, list, csv, release };
}
type World = Awaited<ReturnType<typeof begin>>;

/** A customer whom the n-th of the people is. */
async function customerOf({ owner, prefix }: World, n: number, name: string): Promise<string> {
  const id = randomUUID();
  await db.batch([
    db
      .prepare(
        `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
         VALUES (?1, ?2, ?3, lower(?3), ?4, ?4, '{}', '', 1, 1)`,
      )
      .bind(id, owner.enterpriseId, name, `+9195${10_000_000 + n}`),
    db
      .prepare("UPDATE identities SET customer = (SELECT number FROM customers WHERE id = ?1) WHERE id = ?2")
      .bind(id, `${prefix}${n}`),
  ]);
  return id;
}

const QUERIES = [
  { from: 0, perPage: 15 },
  { from: 1_990, perPage: 20 },
  { from: 2_290, perPage: 20 },
  { from: 3_000, perPage: 20 },
  { status: "sent", from: 900, perPage: 30 },
  { status: "failed", perPage: 50 },
  { status: "failed", code: "131026", from: 10, perPage: 12 },
  { code: "invalidNumber", perPage: 5 },
  { status: "replied", from: 150, perPage: 60 },
  { status: "clicked", perPage: 20 },
  { status: "unknown", from: 18, perPage: 10 },
];
const CSVS = ["", "?status=failed", "?status=replied", "?code=131026", "?status=delivered"];

test("everything that was to be read of a broadcast is read the same out of its files", async () => {
  const world = await begin({ count: MANY });
  const { archived, list, csv, read, rows, owner } = world;
  await customerOf(world, 3, "Asha Rao");
  await customerOf(world, 2_100, "Ravi");
  const before = { lists: [] as object[], csvs: [] as string[], detail: await read() };
  for (const query of QUERIES) before.lists.push(await list(query));
  for (const query of CSVS) before.csvs.push(await csv(query));
  expect(before.detail.archivedAt).toBeNull();

  await archived();
  expect(await rows()).toEqual([]);
  for (const [at, query] of QUERIES.entries()) expect(await list(query)).toEqual(before.lists[at]);
  for (const [at, query] of CSVS.entries()) expect(await csv(query)).toBe(before.csvs[at]);
  const { archivedAt, ...detail } = await read();
  expect(archivedAt).not.toBeNull();
  // A vendor's own words of a failure are with its recipients: in the archive its code stands for them.
  const wordless = ({ failures, ...rest }: typeof detail) => ({
    ...rest,
    failures: failures.map(({ code, count, hint }) => ({ code, count, hint })),
  });
  expect(wordless({ ...detail, seenAt: before.detail.seenAt })).toEqual(
    wordless({ ...before.detail, archivedAt: undefined } as never),
  );
  const { enterpriseId } = owner;
  const drifts = [await recountBroadcasts(db, enterpriseId), await recountBills(db, enterpriseId)];
  expect(drifts.map((drift) => drift.rows)).toEqual([0, 0]);
  await recountBroadcasts(db, enterpriseId, { repair: true });
  await recountBills(db, enterpriseId, { repair: true });
  expect((await read()).counts).toEqual(before.detail.counts);
  const pages = await rowsOf<{ first: number; last: number; count: number }>(
    harness,
    "SELECT first, last, count FROM broadcast_archives WHERE enterprise_id = ? ORDER BY first",
    enterpriseId,
  );
  expect(pages.reduce((sum, { count }) => sum + count, 0)).toBe(MANY);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.length).toBeLessThan(4);
});

test("half of it in files and half in the database reads as one, and counts as one", async () => {
  const { run, owner, list, csv, rows } = await begin({ count: MANY });
  const before = { lists: [] as object[], csvs: [] as string[] };
  for (const query of QUERIES) before.lists.push(await list(query));
  for (const query of CSVS) before.csvs.push(await csv(query));
  let pages = 0;
  const dying = watchedCtx(harness, owner, (sql) => {
    if (sql.startsWith("INSERT INTO broadcast_archives") && ++pages > 1) throw new Error("killed");
  });
  expect(await run(dying, files)).toBe("tried");
  const left = (await rows()).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(MANY);
  for (const [at, query] of QUERIES.entries()) expect(await list(query)).toEqual(before.lists[at]);
  for (const [at, query] of CSVS.entries()) expect(await csv(query)).toBe(before.csvs[at]);
  expect((await recountBroadcasts(db, owner.enterpriseId)).rows).toBe(0);
});

test("killed between the file and the rows, none is lost and none is doubled", async () => {
  const { run, ctx, owner, list, rows } = await begin();
  const before = await list({ perPage: 100 });
  const dying = watchedCtx(harness, owner, (sql) => {
    if (sql.startsWith("INSERT INTO broadcast_archives")) throw new Error("killed");
  });
  expect(await run(dying, files)).toBe("tried");
  expect(await rows()).toHaveLength(40);
  expect([...(await archivedLines(harness, owner.enterpriseId)).values()].flat()).toHaveLength(40);
  expect(await list({ perPage: 100 })).toEqual(before);
  await db.prepare("UPDATE jobs SET lease_until = 0 WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
  expect(await run(ctx, files)).toBe("done");
  expect(await rows()).toEqual([]);
  expect(await list({ perPage: 100 })).toEqual(before);
});

test("a status that comes between the file and the rows is in the file", async () => {
  const { run, owner, id, list, rows } = await begin();
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "INSERT INTO broadcast_archives", () =>
    db
      .prepare("UPDATE broadcast_recipients SET status = 'read', facts = '{\"read\":[7,7]}' WHERE id = ?")
      .bind(recipientIdOf(id, 8))
      .run(),
  );
  expect(await run(ctx, files)).toBe("done");
  expect(wasOvertaken()).toBe(true);
  expect(await rows()).toEqual([]);
  const { message } = await list({ perPage: 100 });
  expect(message[7]).toMatchObject({
    currentDeliveryStatus: "read",
    messageStatuses: [{ status: "read", messageStatusTime: new Date(7).toISOString() }],
  });
  expect((await recountBroadcasts(db, owner.enterpriseId)).rows).toBe(0);
});

test("a worker that comes too late overwrites no file that another has noted", async () => {
  const { run, owner, ctx, prefix } = await begin();
  let others = 0;
  const late = {
    head: (key: string) => files.head(key),
    get: (key: string) => files.get(key),
    put: async (...args: Parameters<typeof files.put>) => {
      if (others++ === 0) {
        // Another has taken it over, and an erasure has been here since.
        await db
          .prepare("UPDATE jobs SET lease_until = 0 WHERE enterprise_id = ?")
          .bind(owner.enterpriseId)
          .run();
        expect(await run(ctx, files)).toBe("done");
        await forgetInNextFile(ctx, files, [`${prefix}1`]);
      }
      return files.put(...args);
    },
  } as unknown as Parameters<typeof run>[1];
  expect(await run(ctx, late)).not.toBe("failed");
  const lines = [...(await archivedLines(harness, owner.enterpriseId)).values()].flat();
  expect(lines).toHaveLength(40);
  expect(lines[0]).toMatchObject({ address: "", identityId: null });
});

test("who failed is not sent it again, and the refusal says why", async () => {
  const { archived, owner, id, read } = await begin();
  await archived();
  const refused = await owner.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/retry`, {});
  expect(refused.status).toBe(400);
  expect(JSON.stringify(await refused.json())).toContain(texts.inArchive);
  expect((await read()).status).toBe("completed");
});

test("a status of somebody in the archive changes nothing and troubles nobody", async () => {
  const { archived, channel, id, list } = await begin();
  await archived();
  const before = await list({ perPage: 100 });
  await deliver(harness, channel, [stating(recipientIdOf(id, 1), "failed")]);
  const states = "SELECT state, raw FROM inbound_events WHERE channel_id = ?";
  await eventually(async () =>
    expect(await rowsOf(harness, states, channel.id)).toMatchObject([{ state: "waiting" }]),
  );
  await channelsToWake({ $client: db }, Date.now() + 11 * 60_000);
  expect(await rowsOf(harness, states, channel.id)).toEqual([{ state: "done", raw: null }]);
  expect(await list({ perPage: 100 })).toEqual(before);
});

test("by night those go that ended over 90 days ago, and nobody who may be sent something still", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const where = { enterpriseId: owner.enterpriseId, channelId: channel.id };
  // The night that is played is up to a day away.
  const { prefix } = await oldBroadcast(harness, where, { count: 6, days: 88 });
  const make = (days: number) => oldBroadcast(harness, where, { count: 6, days, prefix });
  const [old, first, called] = [await make(92), await make(95), await make(95)];
  const fallback = await make(95);
  // The rest of a run is whoever got neither of two messages, so it looks into their recipients.
  const [tested, other, rest] = [await make(94), await make(94), await make(94)];
  const isPart = (part: string, id: string) =>
    db.prepare("UPDATE broadcasts SET part = ?, test_of = ? WHERE id = ?").bind(part, tested.id, id);
  await db.batch([
    isPart("b", other.id),
    isPart("rest", rest.id),
    db.prepare("UPDATE broadcasts SET ended_at = NULL, state = 'scheduled' WHERE id = ?").bind(rest.id),
    db
      .prepare("UPDATE broadcasts SET fallback_of = ?, ended_at = NULL WHERE id = ?")
      .bind(first.id, fallback.id),
    db
      .prepare("UPDATE broadcast_recipients SET claimed_by = 'x:0' WHERE id = ?")
      .bind(recipientIdOf(called.id, 1)),
  ]);
  // Broadcasts that earlier tests left take the places of two that move at a time.
  await db.batch([
    db.prepare("DELETE FROM jobs WHERE kind = 'broadcast.archive'"),
    db
      .prepare("UPDATE broadcasts SET archived_at = 1 WHERE archived_at IS NULL AND enterprise_id <> ?")
      .bind(owner.enterpriseId),
  ]);
  const night = new Date(Date.now() - (Date.now() % DAY) + DAY + 2 * 3_600_000);
  await harness.scheduled(night);
  const states = "SELECT id FROM broadcasts WHERE enterprise_id = ? AND archived_at IS NOT NULL";
  await eventually(async () =>
    expect(await rowsOf(harness, states, owner.enterpriseId)).toEqual([{ id: old.id }]),
  );
  const jobs = "SELECT subject FROM jobs WHERE enterprise_id = ? AND kind = 'broadcast.archive'";
  expect(await rowsOf(harness, jobs, owner.enterpriseId)).toEqual([{ subject: old.id }]);
  // Two at a time, of a database.
  expect(await openArchiving({ $client: db }, night.getTime())).toBeLessThanOrEqual(2);
});

test("a person is found in their files alone, wiped there, and copied from there before", async () => {
  const world = await begin({ count: MANY });
  const { archived, owner, id, prefix, list, release, csv } = world;
  const word = `cAnArY${randomUUID().replaceAll("-", "")}`;
  const customerId = await customerOf(world, 3, word);
  await db
    .prepare(`UPDATE broadcast_recipients SET data = json_object('body/1', ?2), reason = ?2 WHERE id = ?1`)
    .bind(recipientIdOf(id, 3), `${word} value`)
    .run();
  const copyOf = async () => {
    const path = `/api/chatbird/api/customer_master/customers/${customerId}/data?format=json`;
    return ((await (await owner.send("GET", path)).json()) as { broadcasts: object[] }).broadcasts;
  };
  const copied = await copyOf();
  expect(copied).toHaveLength(1);
  const before = (await list({ perPage: 1_000 })).message;
  await archived();
  expect(await copyOf()).toEqual(copied);
  const { archivedUntil, events } = await owner.call(customersApi.customerHistory, {
    params: { id: customerId },
    query: {},
  });
  expect(archivedUntil).not.toBeNull();
  expect(events.filter(({ kind }) => kind === "broadcastSent")).toEqual([]);
  const people = "SELECT archives FROM identities WHERE id IN (?, ?) ORDER BY id";
  const [one, other] = await rowsOf<{ archives: string }>(harness, people, `${prefix}3`, `${prefix}2200`);
  expect([one?.archives, other?.archives].every((each) => /^,\d+$/.test(each ?? ""))).toBe(true);
  expect(one?.archives).not.toBe(other?.archives);

  await owner.call(personalDataApi.eraseCustomer, { params: { id: customerId }, body: { confirm: word } });
  kept.length = 0;
  await release();
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT kind FROM jobs WHERE enterprise_id = ? AND kind = 'customers.erase'",
        owner.enterpriseId,
      ),
    ).toEqual([]),
  );
  const lines = [...(await archivedLines(harness, owner.enterpriseId)).values()].flat();
  expect(lines).toHaveLength(MANY);
  const text = JSON.stringify(lines);
  expect([word, "+919510000003", `${prefix}3"`].filter((each) => text.includes(each))).toEqual([]);
  expect(lines[2]).toMatchObject({ address: "", data: null, reason: null, status: "read" });
  const after = (await list({ perPage: 1_000 })).message;
  expect(after.filter((_, n) => n !== 2)).toEqual(before.filter((_, n) => n !== 2));
  expect(after[2]).toMatchObject({ to: "", name: "", currentDeliveryStatus: "read" });
  expect(await csv()).not.toContain(word);
  expect((await recountBroadcasts(db, owner.enterpriseId)).rows).toBe(0);
});

test("two erasures of one file at once, and one that was killed, leave nobody in it", async () => {
  const { archived, owner, prefix, ctx } = await begin();
  await archived();
  const dying = watchedCtx(harness, owner, (sql) => {
    if (sql.startsWith("UPDATE broadcast_archives")) throw new Error("killed");
  });
  await expect(forgetInNextFile(dying, files, [`${prefix}1`])).rejects.toThrow("killed");
  let others = 0;
  const raced = {
    head: (key: string) => files.head(key),
    get: (key: string) => files.get(key),
    put: async (...args: Parameters<typeof files.put>) => {
      if (others++ === 0) expect(await forgetInNextFile(ctx, files, [`${prefix}2`])).toBe(true);
      return files.put(...args);
    },
  } as unknown as typeof files;
  expect(await forgetInNextFile(ctx, raced, [`${prefix}3`])).toBe(true);
  expect(await forgetInNextFile(ctx, files, [`${prefix}1`])).toBe(true);
  expect(await forgetInNextFile(ctx, files, [`${prefix}1`])).toBe(false);
  const lines = [...(await archivedLines(harness, owner.enterpriseId)).values()].flat();
  expect(lines.slice(0, 3).map(({ address }) => address)).toEqual(["", "", ""]);
  expect(lines).toHaveLength(40);
});

test("rows that move to a file while an erasure ends are wiped there", async () => {
  const world = await begin();
  const { owner, prefix, run, ctx: own } = world;
  const id = await customerOf(world, 1, "Asha Rao");
  await db.prepare("UPDATE identities SET closed_at = 1 WHERE id = ?").bind(`${prefix}1`).run();
  const [{ number } = { number: 0 }] = await rowsOf<{ number: number }>(
    harness,
    "SELECT number FROM customers WHERE id = ?",
    id,
  );
  let moved = 0;
  await db
    .prepare("UPDATE jobs SET state = 'cancelled' WHERE enterprise_id = ?")
    .bind(owner.enterpriseId)
    .run();
  const reopen = () =>
    db
      .prepare("UPDATE jobs SET state = 'waiting' WHERE enterprise_id = ? AND kind = 'broadcast.archive'")
      .bind(owner.enterpriseId)
      .run();
  const payload = { customers: [number], ids: [id], silent: false, channels: [], phones: [] };
  const { jobId } = await openJob(own, { kind: "customers.erase", subject: id, payload });
  const handlers = {
    "customers.erase": {
      pages: (each: Ctx, held: HeldJob) => () =>
        finishErasure(each, held, payload, {
          directory: directory(harness.env),
          hub: {
            forget: async () => undefined,
            newest: async () => Number.MAX_SAFE_INTEGER,
            fill: async () => Number.MAX_SAFE_INTEGER,
          } as unknown as HubCalls,
          simulatorOf: () => ({ forget: async () => undefined }) as never,
          files,
        }),
      failure: "failed",
    },
  } as unknown as JobHandlers;
  const overtaken = watchedCtx(harness, owner, async (sql) => {
    if (moved > 0 || !sql.startsWith("select CASE WHEN NOT EXISTS (SELECT 1 FROM identities")) return;
    moved++;
    await reopen();
    expect(await run(own, files)).toBe("done");
  });
  expect(await runJob(overtaken, jobId, handlers, idleDeps)).toBe("done");
  expect(moved).toBe(1);
  const lines = [...(await archivedLines(harness, owner.enterpriseId)).values()].flat();
  expect(lines).toHaveLength(40);
  expect(lines[0]).toMatchObject({ identityId: null, address: "" });
});

test("an address that ends offers by mail has no end: it is known out of a file", async () => {
  const world = await begin();
  const { id, prefix, archived, owner } = world;
  await archived();
  const mailed = {
    enterpriseId: owner.enterpriseId as EnterpriseId,
    channelType: 4,
    broadcastId: id,
    recipient: 6,
  };
  await unsubscribe({ $client: db }, mailed, files, Date.now());
  const consents = "SELECT identity_id, given, source FROM consents WHERE enterprise_id = ?";
  expect(await rowsOf(harness, consents, owner.enterpriseId)).toEqual([
    { identity_id: `${prefix}6`, given: 0, source: `unsubscribe:${recipientIdOf(id, 6)}` },
  ]);
  // Somebody who was erased is nobody by the same address.
  await unsubscribe({ $client: db }, { ...mailed, recipient: 4 }, files, Date.now());
  expect(await rowsOf(harness, consents, owner.enterpriseId)).toHaveLength(1);
});
