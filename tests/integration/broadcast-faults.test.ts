import { expect, test } from "vitest";
import { sendFile } from "#db/seed/send-file.ts";
import { campaignWorld, makeTemplate, someNumbers } from "#tests/support/campaigns.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Faults, faultyCtx, faultyFiles, noFaults } from "#tests/support/import-ctx.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { leaveToTest, makeChannel, rowsOf, writingTo } from "#tests/support/messaging.ts";
import { type Outside, outside, PlayedSender } from "#tests/support/played-sender.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { broadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as taggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import { checkDataFile } from "#workers/contract/endpoints/data-files.ts";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { prepareGaveUp, preparePages } from "#workers/domain/broadcasts/prepare.ts";
import { sendBroadcast } from "#workers/domain/broadcasts/send.ts";
import { moveActivity } from "#workers/domain/campaigns/move-activity.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Files } from "#workers/domain/imports/files.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";

/** R-01 for a broadcast: any call to the database or to R2 fails, before or after it took effect, or the worker dies by it. */
const SEED = Number(process.env["SEED"] ?? Date.now() % 100_000);
/** Calls of each kind that are tried; `all` in SAMPLES tries every one. */
const SAMPLES = process.env["SAMPLES"] === "all" ? Infinity : Number(process.env["SAMPLES"] ?? 8);
const random = randomOf(SEED);

const harness = await startHarness();
const write = writingTo(harness);
const world = await campaignWorld(harness);
await leaveToTest(harness, world.channel);
const { owner } = world;
await keepJobs(harness, owner);
const switches = { ...usualFeatures, emailCampaign: true, smsCampaign: true, campaignAutomation: true };

/** 250 people: 100 numbers, 80 of a group, 70 rows of a file, and besides some whom another part has already, and two who are none. */
const typed = someNumbers(100);
const grouped = someNumbers(80);
const rows = someNumbers(70);
const group = await owner.call(taggingsApi.saveGroup, { body: { name: "Swept" } });
for (const phoneNumber of grouped)
  await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber, data: [], groups: [group.id], tags: [] },
  });
const lines = [...rows, rows[0], grouped[0], typed[0], "no number", ""];
const path = await sendFile(
  harness.fetch,
  owner,
  `Phone,City\n${lines.map((each) => `${each},Pune`).join("\n")}\n`,
  "people.csv",
);
await owner.call(checkDataFile, { body: { path } });
const EXPECTED = { people: 250, doubles: 4, failed: 2 };

const request = (channelId: string, templateUId: string) => ({
  channelId,
  phoneNumber: [...typed, typed[1] ?? ""],
  audience: { filter: { groups: [group.id] }, file: { path, column: "Phone" } },
  message: { template: { templateUId } },
  columnMapping: [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }],
});

async function someChannel() {
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  return { channel, templateId: await makeTemplate(harness, channel) };
}

const handlersWith = (files: Pick<Files, "get">) =>
  ({
    "broadcast.prepare": {
      pages: (ctx, held, payload) =>
        preparePages(ctx, held, payload, { files: files as never, hashOf: async () => async () => "" }),
      gaveUp: (ctx, { broadcastId }, message) => prepareGaveUp(ctx, broadcastId, message),
      failure: "failed",
    },
  }) as Partial<JobHandlers> as JobHandlers;
const calmFiles = () => faultyFiles(harness, noFaults());
const HANDLERS = handlersWith(calmFiles());

const openJobOf = async (subject: string): Promise<string | undefined> =>
  (
    await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM jobs WHERE subject = ? AND state IN ('waiting', 'running')",
      subject,
    )
  )[0]?.id;

/** Workers come and go until the recipients are there. */
async function prepared(
  ctxs: () => Ctx,
  id: string,
  files: () => Pick<Files, "get"> = calmFiles,
): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const jobId = await openJobOf(id);
    if (!jobId) return;
    await write("UPDATE jobs SET lease_until = 0 WHERE id = ?", jobId);
    await runJob(ctxs(), jobId, handlersWith(files()), idleDeps).catch(() => "died");
  }
  throw new Error("nobody could prepare it");
}

/** The same for senders: one that was only refused goes on, one that died has another one after it. */
async function sent(ctxs: () => Ctx, out: Outside, vendor: Faults, hasDied: () => boolean): Promise<void> {
  let sender = new PlayedSender(out, vendor);
  for (let round = 0; round < 5; round++) {
    try {
      await sender.run(ctxs());
      return;
    } catch {
      if (hasDied()) sender = new PlayedSender(out, noFaults());
    }
  }
  throw new Error("nobody could send it");
}

/** Each row accounted for, each person accepted once, and counted as the rows say. */
async function expectOnce(id: string, out: Outside, unknown: number, which: string): Promise<void> {
  const found = await rowsOf<{
    id: string;
    status: string;
    address: string;
    code: string | null;
    claimed_by: string | null;
  }>(
    harness,
    "SELECT id, status, address, code, claimed_by FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28)",
    id,
  );
  const people = found.filter(({ status }) => status !== "failed");
  expect(new Set(people.map(({ address }) => address)), which).toEqual(
    new Set([...typed, ...grouped, ...rows]),
  );
  expect(people, which).toHaveLength(EXPECTED.people);
  expect(
    found.filter(({ code }) => code === "invalidNumber"),
    which,
  ).toHaveLength(EXPECTED.failed);
  expect(
    found.filter(({ claimed_by }) => claimed_by !== null),
    which,
  ).toEqual([]);
  expect(
    people.filter(({ status }) => status === "unknown"),
    which,
  ).toHaveLength(unknown);
  for (const { id: recipient, status } of people) {
    const times = out.accepted.get(recipient) ?? 0;
    if (status === "sent") expect(times, which).toBe(1);
    else expect([status, times <= 1], which).toEqual(["unknown", true]);
  }
  const [broadcast] = await rowsOf<{ state: string; doubles: number; counts: string }>(
    harness,
    `SELECT state, doubles, (SELECT json_group_object(status, n) FROM (SELECT status, sum(count) AS n FROM broadcast_counts
       WHERE broadcast_id = b.id AND count <> 0 GROUP BY status)) AS counts FROM broadcasts b WHERE id = ?`,
    id,
  );
  expect({ ...broadcast, counts: JSON.parse(broadcast?.counts ?? "{}") as unknown }, which).toEqual({
    state: "completed",
    doubles: EXPECTED.doubles,
    counts: { sent: EXPECTED.people - unknown, failed: EXPECTED.failed, ...(unknown > 0 && { unknown }) },
  });
}

const KINDS = {
  "fails before it took effect": { mode: "before", dies: false },
  "fails after it took effect": { mode: "after", dies: false },
  "fails before it took effect, and the worker dies": { mode: "before", dies: true },
  "fails after it took effect, and the worker dies": { mode: "after", dies: true },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

/** Contexts of one life: the first has the fault, and whoever comes after somebody who died has none. */
function lifeOf(faults: Faults & { fileCalls?: number[] }) {
  const hasDied = () => faults.dies === true && faults.calls >= (faults.failAt ?? Infinity);
  const ctxs = () => faultyCtx(harness, hasDied() ? noFaults() : faults, owner.enterpriseId);
  const files = (): Pick<Files, "get"> => {
    const theirs = faultyFiles(harness, hasDied() ? noFaults() : faults);
    return {
      get: (...asked) => {
        faults.fileCalls?.push(faults.calls + 1);
        return theirs.get(...asked);
      },
    };
  };
  return { ctxs, files, hasDied };
}

/** A command as a person repeats it until it is answered. */
async function repeated<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof DomainError || tries === 2) throw error;
    }
  }
}

async function live(faults: Parameters<typeof lifeOf>[0], vendor: Faults, which: string): Promise<void> {
  const { ctxs, files, hasDied } = lifeOf(faults);
  const { channel, templateId } = await someChannel();
  const asked = {
    ...broadcastRequest.parse(request(channel.id, templateId)),
    startAt: null,
    timezone: "UTC",
  };
  const { id } = await repeated(() => sendBroadcast(ctxs(), { ...asked, commandId: channel.id }, switches));
  await prepared(ctxs, id, files);
  const out = outside(channel.id);
  const vendorDied = () => vendor.calls >= (vendor.failAt ?? Infinity);
  await sent(ctxs, out, vendor, () => hasDied() || vendorDied());
  await expectOnce(id, out, vendor.failAt === undefined ? 0 : 1, which);
}

/** So many different numbers from 1 to `all`. */
const some = (all: number): number[] =>
  SAMPLES >= all
    ? Array.from({ length: all }, (_, at) => at + 1)
    : [...new Set(Array.from({ length: SAMPLES }, () => 1 + Math.floor(random() * all)))];

test(`a broadcast to 250 people ends as if nothing had been, whichever call fails (R-01, seed ${SEED})`, async () => {
  const calm = { ...noFaults(), fileCalls: [] as number[] };
  await live(calm, noFaults(), "calm");
  expect(calm.calls).toBeGreaterThan(25);
  // The file of people is read out of R2: that fails, too.
  const { fileCalls } = calm;
  expect(fileCalls.length).toBeGreaterThan(0);
  const one = fileCalls[Math.floor(random() * fileCalls.length)] ?? 1;
  for (const kind of kinds)
    for (const failAt of new Set([...some(calm.calls), one]))
      await live({ ...noFaults(), ...KINDS[kind], failAt }, noFaults(), `call ${failAt} ${kind}`);
  for (const mode of ["before", "after"] as const) {
    const [failAt = 1] = some(EXPECTED.people);
    await live(noFaults(), { ...noFaults(), mode, failAt }, `the sender dies ${mode} its call ${failAt}`);
  }
});

test("the recipients of a file are made once, however often their end fails", async () => {
  const { channel, templateId } = await someChannel();
  const { id } = await sendBroadcast(
    watchedCtx(harness, owner, () => undefined),
    {
      ...broadcastRequest.parse(request(channel.id, templateId)),
      startAt: null,
      timezone: "UTC",
      commandId: "",
    },
    switches,
  );
  let failed = 0;
  const ctx = () =>
    watchedCtx(harness, owner, (sql) => {
      if (failed === 2 || !sql.startsWith("UPDATE broadcasts SET prepared_at")) return;
      failed++;
      throw new Error("the platform is not there");
    });
  await prepared(ctx, id);
  expect(failed).toBe(2);
  const out = outside(channel.id);
  await sent(ctx, out, noFaults(), () => false);
  await expectOnce(id, out, 0, "an end that fails");
});

test("a worker that comes to the end too late fails nobody who was sent it meanwhile", async () => {
  const { channel, templateId } = await someChannel();
  const calm = () => watchedCtx(harness, owner, () => undefined);
  const { id } = await sendBroadcast(
    calm(),
    {
      ...broadcastRequest.parse(request(channel.id, templateId)),
      startAt: null,
      timezone: "UTC",
      commandId: "",
    },
    switches,
  );
  const jobId = (await openJobOf(id)) ?? "";
  const out = outside(channel.id);
  const sender = new PlayedSender(out, noFaults());
  const { ctx, wasOvertaken } = ctxOvertaken(
    harness,
    owner,
    "UPDATE broadcasts SET prepared_at",
    async () => {
      await prepared(calm, id);
      // Everybody is called, and nobody has said yet that it is over.
      await sender.run(calm());
      await write("UPDATE broadcasts SET state = 'processing', ended_at = NULL WHERE id = ?", id);
    },
  );
  expect(await runJob(ctx, jobId, HANDLERS, idleDeps)).toBe("lost");
  expect(wasOvertaken()).toBe(true);
  await sender.run(calm());
  await expectOnce(id, out, 0, "a late end");
});

test("a value that is missing deep in a file leaves out its row alone, and says which", async () => {
  const { channel } = await someChannel();
  const templateUId = await makeTemplate(harness, channel, { text: "Hello {{1}} of {{2}}" });
  const numbers = someNumbers(1_200);
  const rowsOfFile = numbers.map((phone, at) => {
    // A cell that is empty, an emoji, and a row that is too short.
    if (at === 700) return `${phone},,Asha`;
    if (at === 901) return `${phone},Pune,\u{1F389}`;
    return at === 1_103 ? phone : `${phone},Pune,Name ${at}`;
  });
  const deep = await sendFile(
    harness.fetch,
    owner,
    `Phone,City,Name\n${rowsOfFile.join("\n")}\n`,
    "deep.csv",
  );
  await owner.call(checkDataFile, { body: { path: deep } });
  const calm = () => watchedCtx(harness, owner, () => undefined);
  const { id } = await sendBroadcast(
    calm(),
    {
      ...broadcastRequest.parse({
        channelId: channel.id,
        audience: { file: { path: deep, column: "Phone" } },
        message: { template: { templateUId } },
        columnMapping: [
          { variable: "body/1", type: "expression", value: "{row.Name|you}" },
          { variable: "body/2", type: "column", value: "row.City" },
        ],
      }),
      ...{ startAt: null, timezone: "UTC", commandId: "" },
    },
    switches,
  );
  await prepared(calm, id);
  const found = await rowsOf<{ address: string; code: string | null; reason: string; data: string | null }>(
    harness,
    "SELECT address, code, reason, data FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28) ORDER BY id",
    id,
  );
  expect(found.map(({ address }) => address)).toEqual(numbers);
  const failed = found.filter(({ code }) => code !== null);
  expect(failed.map(({ address, code }) => [numbers.indexOf(address), code])).toEqual([
    [700, "missingValue"],
    [1_103, "missingValue"],
  ]);
  expect(failed[0]?.reason).toContain("body/2");
  expect(found[901]?.data).toBe('{"body/1":"\u{1F389}","body/2":"Pune"}');
});

test(`the start of a campaign's activity makes one run of it, whichever call fails (R-01, seed ${SEED})`, async () => {
  const numbers = someNumbers(250);
  const begun = async (faults: Faults, which: string) => {
    const { ctxs } = lifeOf(faults);
    const { id } = await world.approved({ request: world.request(numbers) });
    await repeated(() => moveActivity(ctxs(), id, "start", switches)).catch((error: unknown) => {
      // It had begun, and only the answer was lost.
      if (!(error instanceof DomainError)) throw error;
    });
    const runs = await rowsOf<{ id: string; jobs: number }>(
      harness,
      "SELECT b.id, (SELECT count(*) FROM jobs j WHERE j.subject = b.id) AS jobs FROM broadcasts b WHERE b.activity_id = ?",
      id,
    );
    expect(runs, which).toEqual([{ id: expect.any(String), jobs: 1 }]);
    const run = runs[0]?.id ?? "";
    await prepared(ctxs, run);
    const [made] = await rowsOf<{ people: number; numbers: number }>(
      harness,
      `SELECT count(*) AS people, count(DISTINCT address) AS numbers FROM broadcast_recipients
         WHERE substr(id, 1, 28) = substr(?, 1, 28) AND status <> 'failed'`,
      run,
    );
    expect(made, which).toEqual({ people: 250, numbers: 250 });
  };
  const calm = noFaults();
  await begun(calm, "calm");
  for (const kind of kinds)
    for (const failAt of some(calm.calls))
      await begun({ ...noFaults(), ...KINDS[kind], failAt }, `call ${failAt} ${kind}`);
});
