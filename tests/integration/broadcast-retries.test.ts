import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { eventually } from "#tests/support/eventually.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { fillBroadcast } from "#tests/support/sent-messages.ts";
import { addTemplate } from "#tests/support/templates.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { type BroadcastAction, MOST_SETTLED, SETTLED, type Settlement } from "#workers/contract/broadcast.ts";
import { moveBroadcast } from "#workers/domain/broadcasts/move.ts";
import { removeChannel } from "#workers/domain/channels/remove.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { endPages } from "#workers/domain/channels/end-broadcasts.ts";
import { recountBroadcasts, recountCalls } from "#workers/domain/broadcasts/recount.ts";
import { RETRY_PAGE, retryPages } from "#workers/domain/broadcasts/retry.ts";
import { settleRecipients } from "#workers/domain/broadcasts/settle.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";

/** Actions on all of a broadcast go on page by page, however many there are and whoever is killed. */
const harness = await startHarness();
const { TENANT_1: db } = harness.env;
beforeEach(() => {
  answerOurselves(harness);
});

const handlers = {
  "broadcast.retry": { pages: retryPages, failure: "failed" },
  "broadcasts.end": { pages: endPages, failure: "failed" },
} as Partial<JobHandlers> as JobHandlers;
/** Three pages, the last of which is short. */
const MANY = 2 * RETRY_PAGE + 200;

async function begin({ status = "failed", count = MANY } = {}) {
  const owner = await makePerson(harness);
  onTestFinished(await keepJobs(harness, owner));
  const channel = await makeChannel(harness, owner);
  // Nobody calls: what is taken up stays to be seen.
  await owner.call(channelsApi.pauseChannel, { params: { id: channel.id } });
  const where = { database: db, enterpriseId: owner.enterpriseId, channelId: channel.id };
  const id = await fillBroadcast(where, { count, at: Date.now() - 3_600_000, prefix: `${randomUUID()}-` });
  await db
    .prepare(
      `UPDATE broadcast_recipients SET status = ?2, code = iif(?2 = 'failed', 'busy', NULL), claimed_at = NULL WHERE substr(id, 1, 28) = substr(?1, 1, 28)`,
    )
    .bind(id, status)
    .run();
  // Its template is there as it was sent.
  await db.batch([
    db
      .prepare(
        `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
         SELECT ?1, enterprise_id, channel_id, ?1, 'en', 'UTILITY', template -> '$.components', 'APPROVED', 1, 1, '', 1, 1 FROM broadcasts WHERE id = ?1`,
      )
      .bind(id),
    db.prepare("UPDATE broadcasts SET template_id = id WHERE id = ?").bind(id),
  ]);
  await recountBroadcasts(db, owner.enterpriseId, { repair: true });
  const read = async () => (await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data;
  const jobOf = async (kind: string) => {
    const [job] = await rowsOf<{ id: string; state: string }>(
      harness,
      "SELECT id, state FROM jobs WHERE enterprise_id = ? AND kind = ?",
      owner.enterpriseId,
      kind,
    );
    return job;
  };
  // Asked here and not of the API, which would wake a worker: the test is the worker.
  const ctx = watchedCtx(harness, owner, () => {});
  const move = (action: BroadcastAction) => moveBroadcast(ctx, id, action);
  return { owner, channel, id, read, jobOf, move, ctx };
}

/** Runs one page of a job, as if its worker had been killed behind it. */
async function onePage(ctx: Parameters<typeof runJob>[0], jobId: string): Promise<void> {
  const dying = { ...idleDeps, breathe: () => Promise.reject(new Error("killed")) };
  await runJob(ctx, jobId, handlers, dying);
  await db.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(jobId).run();
}

test("one press takes up everybody, page by page, and nobody twice", async () => {
  const { id, read, jobOf, move, ctx, owner, channel } = await begin();
  await move("retry");
  expect(await read()).toMatchObject({ status: "processing", counts: { queued: RETRY_PAGE } });
  expect((await read()).retried).toBeCloseTo(RETRY_PAGE / MANY, 3);
  await expect(move("retry")).rejects.toThrow(texts.retriesAlready);

  // Somebody who was taken up has failed anew meanwhile: this press has tried them.
  const first = recipientIdOf(id, 1);
  await db
    .prepare("UPDATE broadcast_recipients SET status = 'failed', code = 'busy' WHERE id = ?")
    .bind(first)
    .run();
  // The broadcast isn't over while somebody is to be taken up still.
  await db
    .prepare(
      "UPDATE broadcast_recipients SET status = 'sent', code = NULL WHERE id <> ? AND status = 'queued'",
    )
    .bind(first)
    .run();
  await claimRecipients(ctx, { id: channel.id, type: 4, pair: null }, `${channel.id}:0`, 50, undefined);
  expect((await read()).endedAt).toBeNull();

  const { id: jobId } = (await jobOf("broadcast.retry")) ?? { id: "" };
  await onePage(ctx, jobId);
  expect((await read()).counts).toMatchObject({ queued: RETRY_PAGE, sent: RETRY_PAGE - 1, failed: 201 });
  expect(await runJob(ctx, jobId, handlers, idleDeps)).toBe("done");
  const ended = await read();
  expect(ended.counts).toMatchObject({
    queued: MANY - RETRY_PAGE,
    sent: RETRY_PAGE - 1,
    failed: 1,
    total: MANY,
  });
  expect(ended.retried).toBeNull();
  expect((await recountBroadcasts(db, owner.enterpriseId)).rows).toBe(0);
});

test("nobody is taken up while the template is taken back or another one by now, and a resume says so too", async () => {
  const { id, channel, read, move, ctx } = await begin({ count: 2 });
  const templateId = await addTemplate(harness, channel, { status: "PAUSED" });
  const set = (what: string) => db.prepare(`UPDATE broadcasts SET ${what} WHERE id = ?`).bind(id).run();
  await set(`template_id = '${templateId}'`);
  await expect(move("retry")).rejects.toThrow(texts.unsendable.template);
  expect(await read()).toMatchObject({ status: "completed", counts: { queued: 0, failed: 2 } });
  await db.prepare("UPDATE templates SET status = 'APPROVED' WHERE id = ?").bind(templateId).run();
  await expect(move("retry")).rejects.toThrow(texts.unsendable.changed);
  await set("state = 'paused', ended_at = NULL");
  await expect(move("resume")).rejects.toThrow(texts.unsendable.changed);
  await db
    .prepare(
      "UPDATE broadcast_recipients SET status = 'unknown', code = NULL WHERE substr(id, 1, 28) = substr(?, 1, 28)",
    )
    .bind(id)
    .run();
  const all = { recipientId: "", seenAt: new Date().toISOString() };
  await expect(settleRecipients(ctx, { id, settlement: "again" }, all)).rejects.toThrow(
    texts.unsendable.changed,
  );
  await set(
    `template = json_set(template, '$.components', json((SELECT components FROM templates WHERE id = '${templateId}')))`,
  );
  await move("resume");
  expect(await read()).toMatchObject({ status: "processing", counts: { unknown: 2 } });
});

test("whoever failed while their call is open still is taken up by a later press, and not sent it twice", async () => {
  const { id, read, move, channel } = await begin({ count: 2 });
  await db
    .prepare("UPDATE broadcast_recipients SET claimed_by = ? WHERE id = ?")
    .bind(`${channel.id}:0`, recipientIdOf(id, 1))
    .run();
  await move("retry");
  expect(await read()).toMatchObject({ counts: { queued: 1, failed: 1 } });
});

test("a pause lets it go on, and a stop ends it", async () => {
  const { read, jobOf, move, ctx } = await begin();
  await move("retry");
  await move("pause");
  const { id: jobId } = (await jobOf("broadcast.retry")) ?? { id: "" };
  await onePage(ctx, jobId);
  expect(await read()).toMatchObject({ status: "paused", counts: { queued: 2 * RETRY_PAGE } });
  await move("stop");
  expect((await jobOf("broadcast.retry"))?.state).toBe("cancelled");
  expect(await runJob(ctx, jobId, handlers, idleDeps)).toBe("nothing to do");
  expect(await read()).toMatchObject({ status: "stopped", retried: null, counts: { failed: 200 } });
});

test("a channel's end is the end of all who wait, page by page", async () => {
  const count = 4_500;
  const { owner, channel, id, read, jobOf, ctx } = await begin({ status: "queued", count });
  await db.batch([
    db.prepare("UPDATE broadcasts SET state = 'paused', ended_at = NULL WHERE id = ?").bind(id),
    db
      .prepare("UPDATE broadcast_recipients SET claimed_by = ?2 WHERE id = ?1")
      .bind(recipientIdOf(id, 2), `${channel.id}:0`),
  ]);
  await removeChannel(ctx, channel.id);
  expect(await read()).toMatchObject({
    status: "failed",
    reason: texts.channelDeleted,
    endedAt: null,
    counts: { cancelled: 2_000, queued: 2_499, unknown: 1 },
  });
  const { block } = await claimRecipients(
    ctx,
    { id: channel.id, type: 4, pair: null },
    `${channel.id}:1`,
    50,
    undefined,
  );
  expect(block).toEqual([]);
  const { id: jobId } = (await jobOf("broadcasts.end")) ?? { id: "" };
  await onePage(ctx, jobId);
  expect(await runJob(ctx, jobId, handlers, idleDeps)).toBe("done");
  await eventually(async () => {
    const { endedAt, counts } = await read();
    expect(endedAt).not.toBeNull();
    expect(counts).toMatchObject({ queued: 0, unknown: 1, cancelled: count - 1 });
  });
  expect((await recountBroadcasts(db, owner.enterpriseId)).rows).toBe(0);
});

const stated = (id: string, n: number) =>
  rowsOf<{ status: string; code: string | null }>(
    harness,
    "SELECT status, code FROM broadcast_recipients WHERE id = ?",
    recipientIdOf(id, n),
  );

/** A broadcast none of whose calls is confirmed, and what a person says of them. */
async function unconfirmed(count = 4) {
  const one = await begin({ status: "unknown", count });
  await db
    .prepare(
      "UPDATE broadcast_recipients SET claimed_at = ?2, replied_at = NULL, clicked_at = NULL WHERE substr(id, 1, 28) = substr(?1, 1, 28)",
    )
    .bind(one.id, Date.now() - 3_600_000)
    .run();
  await recountCalls(db, one.owner.enterpriseId, { repair: true });
  await recountBroadcasts(db, one.owner.enterpriseId, { repair: true });
  const settle = (settlement: Settlement, recipientId = "", seenAt = new Date().toISOString()) =>
    settleRecipients(one.ctx, { id: one.id, settlement }, { recipientId, seenAt });
  return { ...one, settle };
}

test("who is not confirmed is settled by hand, one or all, and by one press each", async () => {
  const { owner, id, read, settle } = await unconfirmed();
  const one = recipientIdOf(id, 2);
  expect(await settle("arrived", one)).toMatchObject({ settled: 1, left: 3, status: "completed" });
  expect(await stated(id, 2)).toEqual([{ status: "sent", code: SETTLED }]);
  await expect(settle("again", one)).rejects.toMatchObject({ code: "broadcastSettled" });
  // Two press at once, and one of them does it.
  const pressed = await Promise.allSettled([settle("again"), settle("again")]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await read()).toMatchObject({
    status: "processing",
    endedAt: null,
    counts: { queued: 3, sent: 1, unknown: 0, total: 4 },
  });
  const entries = await rowsOf<{ action: string }>(
    harness,
    "SELECT action FROM audit_trail WHERE enterprise_id = ? AND object_id = ? ORDER BY id",
    owner.enterpriseId,
    id,
  );
  expect(entries.map(({ action }) => action)).toEqual(["confirm", "sendAgain"]);
  expect((await recountBroadcasts(db, owner.enterpriseId)).rows).toBe(0);
  expect((await recountCalls(db, owner.enterpriseId)).rows).toBe(0);
});

test("a press leaves alone who was called after it was asked for, who is being called, and who is confirmed meanwhile", async () => {
  const { id, settle } = await unconfirmed(5);
  const seenAt = new Date(Date.now() - 60_000).toISOString();
  const set = (columns: string, n: number) =>
    db.prepare(`UPDATE broadcast_recipients SET ${columns} WHERE id = ?`).bind(recipientIdOf(id, n)).run();
  await set(`claimed_at = ${Date.now()}`, 1);
  await set("claimed_by = 'x:0'", 2);
  await set("status = 'delivered'", 3);
  await set("status = 'failed', code = 'busy'", 4);
  expect(await settle("again", "", seenAt)).toMatchObject({ settled: 1, left: 2 });
  const statuses = [1, 2, 3, 4, 5].map(async (n) => (await stated(id, n))[0]?.status);
  expect(await Promise.all(statuses)).toEqual(["unknown", "unknown", "delivered", "failed", "queued"]);
});

test("who clicked or replied has got it, and is not sent it again", async () => {
  const { id, settle } = await unconfirmed(3);
  for (const [n, column] of [
    [1, "clicked_at"],
    [2, "replied_at"],
  ] as const)
    await db
      .prepare(`UPDATE broadcast_recipients SET ${column} = 1 WHERE id = ?`)
      .bind(recipientIdOf(id, n))
      .run();
  expect(await settle("again")).toMatchObject({ settled: 1, left: 2 });
  const statuses = await Promise.all([1, 2, 3].map(async (n) => (await stated(id, n))[0]?.status));
  expect(statuses).toEqual(["unknown", "unknown", "queued"]);
  expect(await settle("arrived")).toMatchObject({ settled: 2, left: 0 });
});

test("a press settles so many at most, and the next one the others", async () => {
  const { settle } = await unconfirmed(MOST_SETTLED + 3);
  expect(await settle("arrived")).toMatchObject({ settled: MOST_SETTLED, left: 3 });
  expect(await settle("arrived")).toMatchObject({ settled: 3, left: 0 });
});

test("what is paused stays so; nobody of a run that is over, of the archive or of another broadcast is sent it again", async () => {
  const { id, read, settle } = await unconfirmed();
  const change = (columns: string) =>
    db.prepare(`UPDATE broadcasts SET ${columns} WHERE id = ?`).bind(id).run();
  await change("activity_id = 'an-activity'");
  await expect(settle("again")).rejects.toThrow(texts.settled.runOver);
  await change("activity_id = NULL, archive_begun_at = 1");
  await expect(settle("arrived")).rejects.toThrow(texts.inArchive);
  // A failed one is closed to it before its sender has ended it as well as after.
  await change("archive_begun_at = NULL, state = 'failed', ended_at = NULL");
  await expect(settle("again")).rejects.toMatchObject({ code: "broadcastMoved" });
  await expect(
    settle("again", recipientIdOf(`${id.slice(0, 20)}00000000${id.slice(28)}`, 1)),
  ).rejects.toMatchObject({
    code: "notFound",
  });
  expect((await read()).counts).toMatchObject({ unknown: 4, queued: 0 });
  await change("state = 'paused', reason = 'Why', ended_at = NULL, expires_at = 1");
  await settle("again");
  expect(await read()).toMatchObject({ status: "paused", reason: "Why", counts: { queued: 4 } });
  const [row] = await rowsOf<{ expires: number }>(
    harness,
    "SELECT expires_at AS expires FROM broadcasts WHERE id = ?",
    id,
  );
  expect(row?.expires).toBeGreaterThan(Date.now() + 86_400_000);
});

test("whoever may run broadcasts settles them by the API, and is told what came of it", async () => {
  const { owner, id, read } = await unconfirmed();
  const { seenAt } = await read();
  const settled = await owner.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/unconfirmed/arrived`, {
    recipientId: "",
    seenAt,
  });
  expect(settled.status).toBe(200);
  expect(await settled.text()).toContain(texts.settled.arrived(4, 0));
});
