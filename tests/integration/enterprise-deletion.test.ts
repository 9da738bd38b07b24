import { beforeEach, expect, test, vi } from "vitest";
import { loginBody, type Send } from "#db/seed/client.ts";
import { keyOf, PATH as SENDING } from "#tests/support/public-sending.ts";
import { backupsOf } from "#tests/support/backups.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { placesOf, tablesOf } from "#tests/support/canaries.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { faultyCtx, noFaults, through } from "#tests/support/import-ctx.ts";
import { idleDeps } from "#tests/support/jobs.ts";
import { png } from "#tests/support/made-files.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { sealedFor } from "#tests/support/second-factor.ts";
import { watchedDatabase } from "#tests/support/watched-database.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import * as dataApi from "#workers/contract/endpoints/enterprise-data.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import { getSending, resumeSending } from "#workers/contract/endpoints/sending.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { hashOfEnterprise } from "#workers/domain/backups/deleted-notes.ts";
import { operatorOf } from "#workers/domain/backups/nights.ts";
import { directoryCtxOf } from "#workers/domain/ctx.ts";
import { type DeletionDeps, enterpriseDeletePages } from "#workers/domain/enterprise/delete.ts";
import { takeDeletionBack } from "#workers/domain/enterprise/deletion.ts";
import { openDueDeletions } from "#workers/domain/enterprise/due-deletions.ts";
import { LEASE_MS } from "#workers/domain/jobs/lease.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { deletionsSince } from "../../scripts/lib/restore/erase-again.ts";

/** O-21: an enterprise is deleted with all that it has, after a time in which that can be taken back. */
const harness = await startHarness();
const { env } = harness;
const LONG = { timeout: 120_000 };
const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
const send: Send = (path, init) => harness.fetch(path, init);
beforeEach(() => answerOurselves(harness));

const nameOf = async (who: Person) => (await who.call(profileApi.me)).enterpriseName;
const ask = async (who: Person, confirm?: string) =>
  who.call(dataApi.askDeletion, {
    body: { confirm: confirm ?? (await nameOf(who)), password: await sealedFor(send, who.userId) },
  });
const signIn = async ({ email }: { email: string }) =>
  harness.fetch("/api/account/enterprise/login/twoFactorAuth", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await loginBody(send, { email, password: PASSWORD })),
  });
const stopped = async (who: Person) => (await who.call(getSending)).stopped;

/** An enterprise with a bot, a chat, a file, a colleague and an export. */
async function lived(): Promise<Person> {
  const who = await makePerson(harness);
  await makeBot(who, smallBank);
  const channel = await makeChannel(harness, who);
  await deliver(harness, channel, [saying("+919811477401", "hello", { name: "Zenobia" })]);
  await eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.length).toBeGreaterThan(1);
    expect(all.map(({ status }) => status)).not.toContain("queued");
  });
  await sendToDrive(harness, who, { use: "logo", bytes: png(40, 40), name: "logo.png" });
  await env.FILES.put(`simulator/${who.enterpriseId}/${channel.id}/file`, "played");
  await env.FILES.put(`moving/${who.enterpriseId}/events/1/${channel.id}`, "came too late for a move");
  return who;
}

async function everythingOf({ enterpriseId }: Pick<Person, "enterpriseId">): Promise<string[]> {
  const places = placesOf([enterpriseId], await tablesOf(harness));
  for (const prefix of [`${enterpriseId}/`, `simulator/${enterpriseId}/`, `moving/${enterpriseId}/`])
    for (const { key } of (await env.FILES.list({ prefix })).objects) places.push(key);
  return places;
}
/** The rows of an enterprise, in tables that nothing else writes meanwhile. */
const rowsIn = async ({ enterpriseId }: Person) =>
  Promise.all(
    ["agents", "customers", "messages", "chats", "channels", "audit_trail", "drive_files", "secrets"].map(
      (name) => rowsOf(harness, `SELECT * FROM ${name} WHERE enterprise_id = ? ORDER BY 1`, enterpriseId),
    ),
  );

const due = (who: Person, at = Date.now() - 1) =>
  env.DIRECTORY.prepare("UPDATE enterprises SET deletes_at = ?2, deletion_by = ?3 WHERE id = ?1")
    .bind(who.enterpriseId, at, who.userId)
    .run();
const rowOf = ({ enterpriseId }: Person) =>
  env.DIRECTORY.prepare("SELECT deletes_at AS at, deletion_begun_at AS begun FROM enterprises WHERE id = ?")
    .bind(enterpriseId)
    .first<{ at: number | null; begun: number | null }>();
const receiptOf = async ({ enterpriseId }: Person) =>
  env.DIRECTORY.prepare(
    "SELECT user_id AS userId, asked_at AS askedAt, removed FROM deletion_receipts WHERE hash = ?",
  )
    .bind(hashOfEnterprise(enterpriseId))
    .first<{ userId: string; askedAt: number; removed: string }>();

test("asking stops everything and signs people out; taken back, all goes on", LONG, async () => {
  const who = await makePerson(harness);
  const colleague = await makeColleague(harness, who, { roles: [3] });
  await env.DIRECTORY.prepare(
    "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = ?1) WHERE id = ?2",
  )
    .bind(who.userId, colleague.userId)
    .run();
  const { secret } = await keyOf(who, ["messages.send"]);
  const byKey = () =>
    harness.fetch(SENDING, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: "{}",
    });
  expect((await byKey()).status).toBe(400);
  const before = Date.now();
  const [one, two] = await Promise.all([ask(who), ask(who)]);
  expect(two, "two who ask have asked once").toEqual(one);
  expect(await ask(who)).toEqual(one);
  const at = Date.parse(one.pending?.at ?? "");
  expect(Math.round((at - before) / DAY_MS)).toBe(dataApi.DELETION_DAYS);
  expect(one.pending).toMatchObject({ begun: false, by: "Kiran" });

  await vi.waitFor(async () => expect(await stopped(who)).not.toBeNull(), { timeout: 40_000 });
  expect((await refused(who.call(resumeSending))).status).toBe(409);
  expect((await colleague.send("GET", "/api/e/enterprise/timezones")).status, "signed out").toBe(403);
  const theirs = await signIn(colleague);
  expect(theirs.status).toBe(403);
  expect(((await theirs.json()) as { message: string }).message).toContain("administrators");
  expect((await signIn(who)).status, "an administrator may come back").toBe(200);
  await vi.waitFor(async () => expect((await byKey()).status).toBe(401), { timeout: 40_000 });

  expect(await who.call(dataApi.takeDeletionBack)).toEqual({ pending: null });
  expect(await who.call(dataApi.takeDeletionBack), "twice is once").toEqual({ pending: null });
  await vi.waitFor(async () => expect(await stopped(who)).toBeNull(), { timeout: 40_000 });
  expect((await signIn(colleague)).status).toBe(200);
  const trail = await env.DIRECTORY.prepare(
    "SELECT action FROM directory_audit WHERE enterprise_id = ? AND object_kind = 'enterprise' ORDER BY at, id",
  )
    .bind(who.enterpriseId)
    .all();
  expect(trail.results).toEqual([{ action: "delete" }, { action: "restore" }]);
  const mails = await env.DIRECTORY.prepare(
    "SELECT template FROM mails WHERE enterprise_id = ? ORDER BY created_at, id",
  )
    .bind(who.enterpriseId)
    .all();
  expect(mails.results).toEqual([{ template: "enterpriseLeaves" }, { template: "enterpriseStays" }]);
});

test("only an administrator who types the name and confirms that it is them asks for it", LONG, async () => {
  const who = await makePerson(harness);
  const other = await makePerson(harness);
  expect((await refused(ask(who, "Another name"))).status).toBe(400);
  const path = "/api/e/enterprise/deletion";
  const wrong = {
    confirm: await nameOf(who),
    password: await sealedFor(send, who.userId, "not the password"),
  };
  expect((await who.send("POST", path, wrong)).status).toBe(400);
  // The name is compared first: with another one nobody learns whether a password was right.
  const both = await who.send("POST", path, { ...wrong, confirm: "Another name" });
  expect(await both.json()).toMatchObject({ errors: { confirm: expect.any(String) } });
  expect((await who.send("POST", path, { confirm: await nameOf(who) })).status).toBe(400);
  expect((await who.send("POST", path, { confirm: 7 })).status).toBe(400);
  const manager = await makeColleague(harness, who, { roles: [2] });
  await env.DIRECTORY.prepare(
    "INSERT INTO role_permissions (enterprise_id, role, permissions, revision, updated_by, created_at, updated_at) VALUES (?, 2, ?, 1, '', 1, 1)",
  )
    .bind(who.enterpriseId, JSON.stringify(["ENTERPRISE.EDIT", "ENTERPRISE.VIEW"]))
    .run();
  const theirs = { confirm: await nameOf(who), password: await sealedFor(send, manager.userId) };
  expect((await manager.send("POST", path, theirs)).status).toBe(403);
  expect((await manager.send("DELETE", path)).status).toBe(403);
  expect(await rowOf(who)).toEqual({ at: null, begun: null });
  expect(await other.call(dataApi.getDeletion)).toEqual({ pending: null });
});

test(
  "when its time has come nothing of it is left anywhere, a receipt proves it, and others have all of theirs",
  LONG,
  async () => {
    const who = await lived();
    const other = await lived();
    const theirs = await rowsIn(other);
    await ask(who);
    const { at } = (await rowOf(who)) ?? {};
    await vi.waitFor(async () => expect(await hubOf(env, who.enterpriseId).newest()).toBeGreaterThan(0), {
      timeout: 40_000,
    });
    await due(who);
    await harness.scheduled();
    await vi.waitFor(async () => expect(await receiptOf(who)).not.toBeNull(), {
      timeout: 90_000,
      interval: 500,
    });
    await vi.waitFor(async () => expect(await everythingOf(who)).toEqual([]), { timeout: 40_000 });
    expect(await hubOf(env, who.enterpriseId).newest(), "its hub has forgotten all").toBe(0);
    expect(at).toBeTypeOf("number");
    const receipt = await receiptOf(who);
    expect(receipt?.userId).toBe(who.userId);
    expect((JSON.parse(receipt?.removed ?? "{}") as { rows: number; files: number }).rows).toBeGreaterThan(
      20,
    );
    expect((JSON.parse(receipt?.removed ?? "{}") as { rows: number; files: number }).files).toBeGreaterThan(
      0,
    );
    expect((await who.send("GET", "/api/e/enterprise/details")).status).toBe(403);
    expect((await signIn(who)).status).toBe(400);
    const notes = await deletionsSince(await backupsOf(harness), 0);
    expect(notes.map(({ enterpriseId }) => enterpriseId)).toContain(who.enterpriseId);
    expect(await rowsIn(other)).toEqual(theirs);
    expect((await other.call(profileApi.me)).uId).toBe(other.userId);
  },
);

/** A worker of the test's own, for the deletion that is due. */
async function opened(who: Person): Promise<string> {
  await due(who);
  const { at } = (await rowOf(who)) ?? {};
  const held = "held_deletions";
  await env.TENANT_1.prepare(
    `CREATE TRIGGER ${held} AFTER INSERT ON jobs WHEN new.subject = '${who.enterpriseId}'
     BEGIN UPDATE jobs SET lease_until = ${Date.now() + YEAR_MS} WHERE id = new.id; END`,
  ).run();
  await openDueDeletions(directory(env), (name) => tenantDatabase(env, name), Date.now());
  await env.TENANT_1.prepare(`DROP TRIGGER ${held}`).run();
  return `delete-${hashOfEnterprise(`${who.enterpriseId}:${at}`).slice(0, 32)}`;
}
const handlersOf = (deps: DeletionDeps) =>
  ({
    "enterprise.delete": {
      pages: (ctx, held, payload) => enterpriseDeletePages(ctx, held, payload, deps),
      failure: "failed",
    },
  }) as Partial<JobHandlers> as JobHandlers;
const slice = { calls: Infinity, milliseconds: Infinity };

test("workers that are killed again and again come to the same end", LONG, async () => {
  const [who, other] = [await lived(), await lived()];
  const theirs = await rowsIn(other);
  const jobId = await opened(who);
  let state = 23;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const faults = { ...noFaults(), rate: 0.04, random };
  let ahead = 2 * YEAR_MS;
  const now = () => Date.now() + ahead;
  const bucket = await backupsOf(harness);
  const deps: DeletionDeps = {
    directory: faultyCtx(harness, faults, who.enterpriseId, now).db as never,
    backups: {
      put: (key, value, options) =>
        through(faults, 1, () => bucket.put(key, value, options as R2PutOptions) as Promise<object | null>),
    },
    files: {
      list: (options) => through(faults, 1, () => env.FILES.list(options)),
      delete: (keys) => through(faults, 1, () => env.FILES.delete(keys)),
    },
    objects: {
      forgetHub: () => through(faults, 1, async () => undefined),
      forgetChannel: () => through(faults, 1, async () => undefined),
      forgetRoom: () => through(faults, 1, async () => undefined),
    },
  };
  // The directory behind the same platform.
  deps.directory = directory({
    DIRECTORY: faultyDirectory(faults),
  });
  const ctx = { ...faultyCtx(harness, faults, who.enterpriseId, now), enterpriseId: operatorOf("TENANT_1") };
  let workers = 0;
  for (let end = ""; end !== "done" && end !== "nothing to do"; workers++) {
    if (end === "failed" || workers > 500) throw new Error(`the deletion ended as ${end}`);
    end = await runJob(ctx, jobId, handlersOf(deps), { ...idleDeps, slice }).catch(() => "tried");
    ahead += LEASE_MS + 1;
  }
  expect(workers).toBeGreaterThan(5);
  expect(await everythingOf(who)).toEqual([]);
  expect(await receiptOf(who)).not.toBeNull();
  expect(await rowsIn(other)).toEqual(theirs);
});

function faultyDirectory(faults: ReturnType<typeof noFaults>): D1Database {
  return new Proxy(env.DIRECTORY, {
    get(target, key) {
      if (key === "batch")
        return (statements: D1PreparedStatement[]) =>
          through(faults, statements.length, () => target.batch(statements));
      const value = Reflect.get(target, key) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test(
  "taken back in time, a deletion whose job is there already deletes nothing; begun, it can't be taken back",
  LONG,
  async () => {
    const who = await lived();
    const theirs = await rowsIn(who);
    const jobId = await opened(who);
    expect(await who.call(dataApi.takeDeletionBack)).toEqual({ pending: null });
    const nobody = () => Promise.reject(new Error("nothing may be touched"));
    const deps: DeletionDeps = {
      directory: directory(env),
      backups: { put: nobody },
      files: { list: nobody, delete: nobody },
      objects: { forgetHub: nobody, forgetChannel: nobody, forgetRoom: nobody },
    };
    const ctx = { ...faultyCtx(harness, noFaults(), who.enterpriseId), enterpriseId: operatorOf("TENANT_1") };
    const later = { ...ctx, now: () => Date.now() + 2 * YEAR_MS };
    expect(await runJob(later, jobId, handlersOf(deps), { ...idleDeps, slice })).toBe("done");
    expect(await rowsOf(harness, "SELECT id FROM jobs WHERE id = ?", jobId)).toEqual([]);
    expect(await rowsIn(who)).toEqual(theirs);

    // It begins between the look and the write of who takes it back.
    await due(who, Date.now() + DAY_MS);
    let begun = false;
    const watched = watchedDatabase(env.DIRECTORY, async (sql) => {
      if (begun || !/^update "enterprises"/i.test(sql)) return;
      begun = true;
      await env.DIRECTORY.prepare("UPDATE enterprises SET deletion_begun_at = 5 WHERE id = ?")
        .bind(who.enterpriseId)
        .run();
    });
    const actor = { userId: who.userId, name: "Kiran", address: "", requestId: "" };
    const directoryCtx = directoryCtxOf(
      directory({ DIRECTORY: watched }),
      who.enterpriseId as EnterpriseId,
      actor,
    );
    const mail = { ring: keyRing(harness.secrets.DATA_KEY), link: (path: string) => path };
    await expect(takeDeletionBack(directoryCtx, mail)).rejects.toMatchObject({ code: "deletionBegun" });
    expect(begun).toBe(true);
    expect((await rowOf(who))?.begun).toBe(5);
    expect((await refused(who.call(dataApi.takeDeletionBack))).status).toBe(409);
    await env.DIRECTORY.prepare(
      "UPDATE enterprises SET deletes_at = NULL, deletion_begun_at = NULL WHERE id = ?",
    )
      .bind(who.enterpriseId)
      .run();
  },
);

test("what a late writer leaves behind is found, and goes", LONG, async () => {
  const who = await makePerson(harness);
  const jobId = await opened(who);
  const late = (n: number) =>
    env.TENANT_1.prepare(
      "INSERT INTO audit_trail (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, address, request_id) VALUES (?1, ?2, 1, '', 'create', 'file', '', '', '', '')",
    )
      .bind(`late ${n} ${who.userId}`, who.enterpriseId)
      .run();
  // A table that no index helps to look through.
  const lateHit = () =>
    env.TENANT_1.prepare(
      "INSERT INTO milestone_hits (run_id, milestone_id, enterprise_id, instance_id, at) VALUES (?1, 'late', ?1, 'i', 1)",
    )
      .bind(who.enterpriseId)
      .run();
  await env.TENANT_1.prepare(
    `INSERT INTO video_rooms (id, enterprise_id, chat_id, state, started_by, started_name, enterprise_name, invitation, ends_at, created_at, updated_at)
     VALUES ('room of ' || ?1, ?1, 'c', 'open', '', '', '', 1, 1, 1, 1)`,
  )
    .bind(who.enterpriseId)
    .run();
  const rooms: string[] = [];
  let files = 0;
  const deps: DeletionDeps = {
    directory: directory(env),
    backups: { put: async () => ({}) },
    files: {
      async list(options) {
        // The rows have gone by then.
        if (files === 0) await late(1);
        // Behind the second walk through the rows: only another walk finds it.
        if (files === 5) await lateHit();
        files++;
        return env.FILES.list(options);
      },
      delete: (keys) => env.FILES.delete(keys),
    },
    objects: {
      forgetHub: async () => undefined,
      forgetChannel: async () => undefined,
      forgetRoom: async (id) => void rooms.push(id),
    },
  };
  let ahead = 2 * YEAR_MS;
  const ctx = {
    ...faultyCtx(harness, noFaults(), who.enterpriseId, () => Date.now() + ahead),
    enterpriseId: operatorOf("TENANT_1"),
  };
  for (let end = "", turns = 0; end !== "done"; turns++) {
    if (turns > 20) throw new Error(`the deletion ended as ${end}`);
    end = await runJob(ctx, jobId, handlersOf(deps), { ...idleDeps, slice });
    ahead += LEASE_MS + 1;
  }
  expect(await everythingOf(who)).toEqual([]);
  expect(files).toBeGreaterThan(5);
  expect(rooms).toEqual([`room of ${who.enterpriseId}`]);
});
