import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  stating,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { saveDefinition } from "#tests/support/customer-fields.ts";
import { makePerson } from "#tests/support/people.ts";
import { refusal, switchCampaignsOn } from "#tests/support/campaigns.ts";
import { idleDeps } from "#tests/support/jobs.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { adaptersTexts as simulatorTexts } from "#texts/adapters.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as reportsTexts } from "#texts/reports-of-messages.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import { saveOfferRules } from "#workers/contract/endpoints/sending.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { noTrouble } from "#workers/contract/simulator.ts";
import { prepareOf } from "#workers/domain/broadcasts/begin.ts";
import { preparePages } from "#workers/domain/broadcasts/prepare.ts";
import { HeldJob } from "#workers/domain/jobs/held-job.ts";
import { claim, LeaseLost } from "#workers/domain/jobs/lease.ts";
import { openJob } from "#workers/domain/jobs/open.ts";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { sendBroadcast } from "#workers/domain/broadcasts/send.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { type Category, components as schema } from "#workers/contract/templates/template.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

async function makeTemplate(
  channel: TestChannel,
  { text = "Hello {{1}}", category = "UTILITY" }: { text?: string; category?: Category } = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .prepare(
      `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?1, 'en', ?4, ?5, 'APPROVED', 1, 1, '', 1, 1)`,
    )
    .bind(id, channel.enterpriseId, channel.id, category, JSON.stringify(schema.parse({ body: { text } })))
    .run();
  return id;
}

const NAMED = [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }];

async function begin({ rate = 500, ...more }: { rate?: number; category?: Category; text?: string } = {}) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner, { rate });
  const templateId = await makeTemplate(channel, more);
  const request = (numbers: readonly string[], extra: object = {}) => ({
    channelId: channel.id,
    phoneNumber: [...numbers],
    message: { template: { templateUId: templateId } },
    columnMapping: NAMED,
    ...extra,
  });
  const send = (numbers: readonly string[], extra: object = {}) =>
    owner.call(broadcastSendingApi.sendBroadcast, { body: request(numbers, extra) });
  const read = async (id: string) => (await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data;
  const ended = (id: string, status = "completed") =>
    eventually(async () => {
      const found = await read(id);
      expect(found).toMatchObject({ status });
      expect(found.endedAt).not.toBeNull();
      return found;
    });
  const recipients = (id: string, query: object = {}) =>
    owner.call(broadcastsApi.listBroadcastMessages, { params: { id }, query });
  return { owner, channel, templateId, request, send, read, ended, recipients };
}

let phone = 0;
const numbers = (count: number) =>
  Array.from({ length: count }, () => `+9198${String(10_000_000 + phone++).padStart(8, "0")}`);

const bodiesAt = (channel: TestChannel) =>
  rowsOf<{ id: string; status: string; address: string }>(
    harness,
    `SELECT r.id, r.status, r.address FROM broadcasts b CROSS JOIN broadcast_recipients r
       ON substr(r.id, 1, 28) = substr(b.id, 1, 28) WHERE b.channel_id = ? ORDER BY r.id`,
    channel.id,
  );

test("each number of whatever spelling is sent it once, and what is none is said", async () => {
  const { send, ended, recipients, owner } = await begin();
  const [one = "", two = ""] = numbers(2);
  await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: one, data: [], groups: [], tags: [] },
  });
  const typed = [one, one.slice(1), `00${one.slice(1)}`, ` ${two} `, "12345 no number"];
  const { id, status } = await send(typed);
  expect(status).toBe("processing");
  const done = await ended(id);
  await eventually(async () =>
    expect((await recipients(id)).message.map((each) => each.currentDeliveryStatus)).toEqual([
      "delivered",
      "delivered",
      "failed",
    ]),
  );
  expect(done.counts).toMatchObject({ total: 3, doubles: 2, failed: 1 });
  expect(done.failures).toEqual([
    {
      code: "invalidNumber",
      reason: texts.reasons["invalidNumber"]?.[0],
      hint: expect.any(String),
      count: 1,
    },
  ]);
  expect((await recipients(id, { status: "sent" })).message.map(({ to }) => to)).toEqual([one, two]);
  expect((await recipients(id, { status: "read" })).message).toEqual([]);
  const { message } = await recipients(id);
  expect(message.map(({ to, name }) => [to, name])).toEqual([
    [one, "Asha Rao"],
    [two, ""],
    ["12345 no number", ""],
  ]);
  expect(message[0]?.transId).not.toBe("");
  expect(message[0]?.messageStatuses.map((each) => each.status)).toEqual(["sent", "delivered"]);
  const data = await rowsOf<{ data: string | null }>(
    harness,
    "SELECT data FROM broadcast_recipients WHERE substr(id, 1, 28) = ? ORDER BY id",
    id.slice(0, 28),
  );
  expect(data.map((each) => each.data)).toEqual(['{"body/1":"Asha Rao"}', '{"body/1":"friend"}', null]);
});

test("the same command makes one broadcast, and another content under it is refused", async () => {
  const { send, owner, request } = await begin();
  const [one = ""] = numbers(1);
  const commandId = randomUUID();
  const both = await Promise.all([send([one], { commandId }), send([one], { commandId })]);
  expect(both[0]?.id).toBe(both[1]?.id);
  const other = await owner.send("POST", "/api/chatbird/api/campaign/broadcast/send", {
    ...request(numbers(1)),
    commandId,
  });
  expect(other.status).toBe(409);
  const { broadcastList } = await owner.call(broadcastsApi.listBroadcasts, { query: {} });
  expect(broadcastList.map(({ id }) => id)).toEqual([both[0]?.id]);
});

test("the list is of one state where it is asked for", async () => {
  const { send, owner } = await begin();
  const { id } = await send(numbers(1), { startAt: new Date(Date.now() + 3_600_000).toISOString() });
  const of = async (state: "scheduled" | "processing") => {
    const { broadcastList, total } = await owner.call(broadcastsApi.listBroadcasts, { query: { state } });
    return [broadcastList.map((each) => each.id), total];
  };
  expect(await of("scheduled")).toEqual([[id], 1]);
  expect(await of("processing")).toEqual([[], 0]);
});

test("a command that another press has overtaken answers what that one made", async () => {
  const { owner, request } = await begin();
  const body = {
    ...broadcastsApi.broadcastRequest.parse(request(numbers(1))),
    commandId: randomUUID(),
    startAt: null,
    timezone: "UTC",
  };
  let first: { id: string } | undefined;
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, 'insert into "broadcasts"', async () => {
    first = await owner.call(broadcastSendingApi.sendBroadcast, { body });
  });
  const late = await sendBroadcast(ctx, body, usualFeatures);
  expect(wasOvertaken()).toBe(true);
  expect(late.id).toBe(first?.id);
});

test("who has refused is left out, and who replies is counted once", async () => {
  const { send, ended, channel, recipients, read, owner } = await begin({ category: "MARKETING" });
  const [one = "", two = ""] = numbers(2);
  await deliver(harness, channel, [saying(two, "STOP")]);
  await eventually(async () => {
    const said = await rowsOf(
      harness,
      "SELECT 1 FROM consents WHERE enterprise_id = ?",
      channel.enterpriseId,
    );
    expect(said.length).toBeGreaterThan(0);
  });
  const { id } = await send([one, two]);
  await ended(id);
  const { message } = await recipients(id, { status: "failed" });
  expect(message.map(({ to, code }) => [to, code])).toEqual([[two, "optOut"]]);
  // Whoever ends it has not answered it, and what they say afterwards is one.
  await deliver(harness, channel, [saying(one, "STOP")]);
  await eventually(async () =>
    expect(
      await rowsOf(harness, "SELECT 1 FROM messages WHERE channel_id = ? AND fact = 'stopWord'", channel.id),
    ).toHaveLength(2),
  );
  expect((await read(id)).counts.replied).toBe(0);
  await deliver(harness, channel, [saying(one, "yes please")]);
  await eventually(async () => expect((await read(id)).counts.replied).toBe(1));
  const [chat] = await rowsOf<{ id: string }>(
    harness,
    "SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ?",
    channel.id,
    one,
  );
  const details = await owner.call(chatCustomerApi.chatUserDetails, { query: { chatId: chat?.id ?? "" } });
  expect(details.broadcasts).toMatchObject([{ broadcastId: id, replied: true }]);
  await deliver(harness, channel, [saying(one, "and more")]);
  await eventually(async () => expect((await recipients(id, { status: "replied" })).message).toHaveLength(1));
  expect((await read(id)).counts.replied).toBe(1);
});

test("a pause holds back, resuming goes on, and a stop leaves nobody half done", async () => {
  const { send, read, channel, owner, ended } = await begin({ rate: 1 });
  const { id } = await send(numbers(30));
  await eventually(async () => expect((await read(id)).isPrepared).toBe(true));
  const move = (action: "pause" | "resume" | "stop") =>
    owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action } });
  expect((await move("pause")).status).toBe("paused");
  const before = (await bodiesAt(channel)).filter(({ status }) => status !== "queued").length;
  expect(before).toBeLessThan(30);
  const open = await rowsOf(
    harness,
    "SELECT 1 FROM broadcast_recipients WHERE claimed_by LIKE ?",
    `${channel.id}:%`,
  );
  expect(open).toEqual([]);
  const twice = await owner.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/pause`, {});
  expect(twice.status).toBe(409);
  expect((await move("resume")).status).toBe("processing");
  await eventually(async () =>
    expect((await bodiesAt(channel)).filter(({ status }) => status !== "queued").length).toBeGreaterThan(
      before,
    ),
  );
  expect((await move("stop")).status).toBe("stopped");
  const done = await ended(id, "stopped");
  expect(done.counts.total).toBe(30);
  expect(done.counts.queued).toBe(0);
  expect(done.counts.cancelled).toBeGreaterThan(0);
});

test("an enterprise that has come to its limit stops no other one's broadcast", async () => {
  const neighbour = await makePerson(harness);
  await db
    .prepare(
      "INSERT INTO usage_stops (enterprise_id, kind, most, from_day, to_day) VALUES (?, 'broadcastMessage', 0, 0, 1)",
    )
    .bind(neighbour.enterpriseId)
    .run();
  const { send, owner, ended } = await begin();
  const { id } = await send(numbers(1), { startAt: new Date(Date.now() + 3_600_000).toISOString() });
  await owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action: "start" } });
  await ended(id);
});

test("the audit trail has who sent, paused and stopped it, each once", async () => {
  const { send, read, owner } = await begin({ rate: 1 });
  const { id } = await send(numbers(20));
  await eventually(async () => expect((await read(id)).isPrepared).toBe(true));
  for (const action of ["pause", "stop"] as const)
    await owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action } });
  await owner.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/pause`, {});
  const trail = await rowsOf<{ action: string; user_id: string }>(
    harness,
    "SELECT action, user_id FROM audit_trail WHERE object_kind = 'broadcast' AND object_id = ? ORDER BY at, id",
    id,
  );
  expect(trail).toEqual(["send", "pause", "stop"].map((action) => ({ action, user_id: owner.userId })));
});

test("the calendar has a broadcast on the time at which it begins, whenever it was made", async () => {
  const { send, owner } = await begin();
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const later = await send(numbers(1), { startAt: at(72) });
  const now = await send(numbers(1));
  const between = async (since: string, until: string) =>
    (await owner.call(broadcastsApi.broadcastCalendar, { query: { since, until } })).broadcasts.map(
      ({ id, status }) => [id, status],
    );
  expect(await between(at(71), at(73))).toEqual([[later.id, "scheduled"]]);
  expect((await between(at(-1), at(73))).map(([id]) => id)).toEqual([now.id, later.id]);
  expect(await between(at(-72), at(-1))).toEqual([]);
  for (const [since, until] of [
    [at(1), at(0)],
    [at(0), at(63 * 24)],
  ])
    expect(
      (await owner.send("GET", `/api/chatbird/api/campaign/broadcast_calendar?since=${since}&until=${until}`))
        .status,
    ).toBe(400);
});

test("no recipients are made for a broadcast that has ended meanwhile", async () => {
  const { send, owner, channel } = await begin();
  const { id } = await send(numbers(1), { startAt: new Date(Date.now() + 7_200_000).toISOString() });
  await db.prepare("UPDATE broadcasts SET state = 'failed', ended_at = 1 WHERE id = ?").bind(id).run();
  const ctx = watchedCtx(harness, owner, () => undefined);
  const { jobId } = await openJob(ctx, { kind: "broadcast.prepare", subject: id, payload: prepareOf(id) });
  const job = await claim(ctx, jobId);
  if (!job) throw new Error("nobody may hold it");
  const page = preparePages(ctx, new HeldJob(ctx, job, idleDeps), prepareOf(id), {
    files: harness.env.FILES,
    hashOf: async () => async () => "",
  });
  await expect(page()).rejects.toBeInstanceOf(LeaseLost);
  expect(await bodiesAt(channel)).toEqual([]);
});

test("a channel that is deleted ends its broadcasts, with everybody accounted for", async () => {
  const { send, read, owner, channel } = await begin({ rate: 1 });
  const { id } = await send(numbers(20));
  await eventually(async () => expect((await read(id)).isPrepared).toBe(true));
  const scheduled = await send(numbers(1), { startAt: new Date(Date.now() + 7_200_000).toISOString() });
  await owner.call(channelsApi.deleteChannel, { params: { id: channel.id } });
  expect(await read(id)).toMatchObject({ status: "failed", reason: texts.channelDeleted, channelName: "" });
  expect(await read(scheduled.id)).toMatchObject({ status: "failed" });
  const { counts } = await read(id);
  expect(counts).toMatchObject({ total: 20, queued: 0 });
  expect(counts.cancelled).toBeGreaterThan(0);
});

test("a scheduled broadcast begins when its time comes, and not before", async () => {
  const { send, read, ended } = await begin();
  const startAt = new Date(Date.now() + 4_000).toISOString();
  const { id, status } = await send(numbers(2), { startAt, timezone: "Asia/Kolkata" });
  expect(status).toBe("scheduled");
  expect(await read(id)).toMatchObject({ status: "scheduled", startedAt: null });
  const done = await ended(id);
  expect(done.startedAt && done.startedAt >= startAt).toBe(true);
});

test("whole groups are sent to, whatever else names their people", async () => {
  const { send, owner, ended } = await begin();
  const all = numbers(3);
  const ids: string[] = [];
  for (const [at, phoneNumber] of all.entries())
    ids.push(
      (
        await owner.call(customersApi.saveCustomer, {
          body: { name: `Customer ${at}`, phoneNumber, data: [], groups: [], tags: [] },
        })
      ).customer.id,
    );
  const audience = { filter: { search: "", groups: [], tags: [] }, customerIds: ids.slice(0, 1) };
  const { id } = await send(all.slice(0, 2), { audience });
  const done = await ended(id);
  expect(done.counts).toMatchObject({ total: 3, doubles: 3 });
});

test("whoever a view finds by own fields is sent to, and nobody else of the customer master", async () => {
  const { send, owner, ended, recipients, request } = await begin();
  const { _id: field } = await saveDefinition(owner, "city", { inputType: "alphabets" });
  const all = numbers(3);
  for (const [at, phoneNumber] of all.entries()) {
    const data = [{ id: field, value: ["Pune", "Goa", "pune"][at] ?? "" }];
    await owner.call(customersApi.saveCustomer, {
      body: { name: `Customer ${at}`, phoneNumber, data, groups: [], tags: [] },
    });
  }
  const fields = [{ field, is: "oneOf" as const, values: ["Pune"], several: false }];
  const audience = { filter: { fields } };
  const estimate = await owner.call(broadcastSendingApi.validateBroadcast, {
    body: request([], { audience }),
  });
  expect(estimate).toMatchObject({ total: 2, reachable: 2 });
  const { id } = await send([], { audience });
  expect(await ended(id)).toMatchObject({ counts: { total: 2 }, audience: { filter: { fields } } });
  expect((await recipients(id)).message.map(({ to }) => to).toSorted()).toEqual([all[0], all[2]].toSorted());
  const wrong = await owner.send("POST", "/api/chatbird/api/campaign/broadcast/send", {
    body: request([], { audience: { filter: { fields: [{ field, is: "like" }] } } }),
  });
  expect(wrong.status).toBe(400);
});

test("an estimate says whom it reaches, how it reads and what is wrong, and sends nothing", async () => {
  const { owner, request, channel } = await begin({ text: "Hello {{1}}, your code is {{2}}" });
  const [one = ""] = numbers(1);
  const estimate = await owner.call(broadcastSendingApi.validateBroadcast, {
    body: request([one, one, "nonsense"]),
  });
  expect(estimate).toMatchObject({
    total: 3,
    looked: 3,
    doubles: 1,
    invalid: ["nonsense"],
    invalidCount: 1,
    missing: 1,
    leftOut: { doubles: [one], blacklisted: [], optedOut: [], missing: [one] },
    people: { total: [one, one, "nonsense"], reachable: [] },
    problems: [{ variable: "body/2", message: texts.mappingMissing }],
    samples: [{ to: one, rendered: "Hello friend, your code is {{2}}", missing: ["body/2"] }],
  });
  expect(await bodiesAt(channel)).toEqual([]);
});

test("each count of an estimate opens all of its people, a page at a time", async () => {
  const { owner, request } = await begin();
  const all = numbers(150);
  const body = request([...all, all[0] ?? "", "nonsense"]);
  const estimate = await owner.call(broadcastSendingApi.validateBroadcast, { body });
  expect(estimate).toMatchObject({ total: 152, reachable: 150, doubles: 1, invalidCount: 1 });
  expect(estimate.people).toEqual({ total: all.slice(0, 100), reachable: all.slice(0, 100) });
  const page = (kind: broadcastSendingApi.EstimatedKind, from = 0) =>
    owner.call(broadcastSendingApi.listEstimatedPeople, { body: { ...body, kind, from } });
  expect(await page("reachable")).toEqual({ people: all.slice(0, 100), more: true });
  expect(await page("reachable", 100)).toEqual({ people: all.slice(100), more: false });
  expect(await page("total", 150)).toEqual({ people: [all[0], "nonsense"], more: false });
  expect(await page("doubles")).toEqual({ people: [all[0]], more: false });
  expect(await page("invalid")).toEqual({ people: ["nonsense"], more: false });
  expect(await page("blacklisted")).toEqual({ people: [], more: false });
  const wrong = { ...body, kind: "friends", from: -1 };
  const refused = await owner.send("POST", "/api/chatbird/api/campaign/broadcast/people", wrong);
  expect(await refusal(refused)).toMatchObject({
    status: 400,
    errors: { kind: expect.any(String) as string, from: expect.any(String) as string },
  });
});

test("an estimate leaves out who is on the blacklist, also whom we have never met, apart from who has refused", async () => {
  const { owner, request, channel } = await begin({ category: "MARKETING" });
  const [one = "", two = "", three = ""] = numbers(3);
  const estimate = () =>
    owner.call(broadcastSendingApi.validateBroadcast, { body: request([one, two, three]) });
  expect(await estimate()).toMatchObject({ blacklisted: 0, optedOut: 0, reachable: 3 });
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: [one] } });
  await deliver(harness, channel, [saying(three, "STOP")]);
  await eventually(async () =>
    expect(await estimate()).toMatchObject({
      ...{ blacklisted: 1, optedOut: 1, reachable: 1 },
      leftOut: { blacklisted: [one], optedOut: [three] },
    }),
  );
});

test("an estimate of mails asks for the mail addresses of customers, not for their numbers", async () => {
  const owner = await makePerson(harness);
  await switchCampaignsOn(harness, owner);
  const channel = await makeChannel(harness, owner, { type: channelTypes.email });
  const templateUId = await makeTemplate(channel);
  const { _id: field } = await saveDefinition(owner, "mail", { inputType: "email" });
  const [one = "", two = ""] = numbers(2);
  const mails = ["asha@people.example", "ravi@people.example"];
  const customerIds: string[] = [];
  for (const [at, phoneNumber] of [one, two].entries()) {
    const data = [{ id: field, value: mails[at]?.toUpperCase() ?? "" }];
    const body = { name: `Customer ${at}`, phoneNumber, data, groups: [], tags: [] };
    customerIds.push((await owner.call(customersApi.saveCustomer, { body })).customer.id);
  }
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: [mails[0] ?? ""] } });
  const message = { template: { templateUId } };
  const estimate = await owner.call(broadcastSendingApi.validateBroadcast, {
    body: { channelId: channel.id, audience: { customerIds }, message, columnMapping: NAMED },
  });
  expect(estimate).toMatchObject({ blacklisted: 1, reachable: 1, leftOut: { blacklisted: [mails[0]] } });
  // A mail address may be shorter than any number.
  const typed = (phoneNumber: string[]) =>
    owner.send("POST", "/api/chatbird/api/campaign/broadcast/send", {
      ...{ channelId: channel.id, phoneNumber, message, columnMapping: NAMED },
      startAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
  expect(await refusal(await typed(["9198765432101"]))).toMatchObject({
    status: 400,
    errors: { phoneNumber: texts.byMail.short },
  });
  expect((await typed(["a@b.co"])).status).toBe(200);
});

test("bad requests are refused at their field, with nothing made", async () => {
  const { owner, request } = await begin();
  const refused = async (body: object, field: string, message?: string) => {
    const response = await owner.send("POST", "/api/chatbird/api/campaign/broadcast/send", body);
    expect(response.status).toBe(400);
    const answer = (await response.json()) as { message: string; errors: Record<string, string> };
    expect(Object.keys(answer.errors)).toContain(field);
    if (message !== undefined) expect(answer.message).toBe(message);
  };
  await refused(request([]), "phoneNumber", texts.noRecipients);
  await refused(request(["12"]), "phoneNumber", texts.numbersShort);
  await refused({ ...request(numbers(1)), columnMapping: [] }, "columnMapping.body/1");
  await refused(
    {
      ...request(numbers(1)),
      columnMapping: [{ variable: "body/1", type: "expression", value: "{contact.nam}" }],
    },
    "columnMapping.body/1",
  );
  await refused({ ...request(numbers(1)), startAt: "2020-01-01T00:00:00Z" }, "startAt", texts.startPast);
  await refused({ ...request(numbers(1)), channelId: randomUUID() }, "message.template.templateUId");
  const { broadcastList } = await owner.call(broadcastsApi.listBroadcasts, { query: {} });
  expect(broadcastList).toEqual([]);
});

test("a broadcast that nearly always fails pauses by itself", async () => {
  const { send, channel, read, owner } = await begin({ rate: 60 });
  await owner.call(simulatorApi.setSimulatedTrouble, {
    params: { id: channel.id },
    body: { ...noTrouble, refuse: "131026" },
  });
  const { id } = await send(numbers(120));
  await eventually(async () => expect((await read(id)).status).toBe("paused"));
  const { reason, counts } = await read(id);
  expect(reason).toBe(texts.paused.failures(30));
  expect(counts.queued).toBeGreaterThan(0);
});

test("a channel's own rule says when its broadcasts pause, whatever all others say", async () => {
  const { send, channel, read, owner } = await begin({ rate: 60 });
  await owner.call(simulatorApi.setSimulatedTrouble, {
    params: { id: channel.id },
    body: { ...noTrouble, refuse: "131026" },
  });
  await owner.call(saveOfferRules, {
    body: {
      quiet: null,
      cap: null,
      pauses: [
        { channelId: "", share: 100, calls: 1_000 },
        { channelId: channel.id, share: 7, calls: 10 },
      ],
    },
  });
  const { id } = await send(numbers(40));
  await eventually(async () => expect((await read(id)).status).toBe("paused"));
  expect((await read(id)).reason).toBe(texts.paused.failures(7));
});

test("people of several pages are each sent it once, whatever page names them again", async () => {
  // Slowly: only who is made counts here.
  const { send, read } = await begin({ rate: 1 });
  const all = numbers(700);
  const { id } = await send([...all, ...all.slice(0, 40), ...all.slice(650)]);
  await eventually(async () => expect((await read(id)).isPrepared).toBe(true));
  const { counts } = await read(id);
  expect(counts).toMatchObject({ total: 700, doubles: 90 });
});

test("who failed is tried again on request, and who wants nothing or is no number is not", async () => {
  const { send, read, owner, channel, ended, recipients } = await begin();
  const trouble = (refuse: "131026" | null) =>
    owner.call(simulatorApi.setSimulatedTrouble, {
      params: { id: channel.id },
      body: { ...noTrouble, refuse },
    });
  await trouble("131026");
  const { id } = await send([...numbers(2), "no number"]);
  await ended(id);
  expect((await read(id)).counts.failed).toBe(3);
  // The vendor's code in plain words, with what to do.
  const ofVendor = (await read(id)).failures.find(({ code }) => code === "131026");
  expect(ofVendor).toMatchObject({
    reason: simulatorTexts.unreachable,
    hint: reportsTexts.codeHint["131026"],
    count: 2,
  });
  await trouble(null);
  const retry = () => owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action: "retry" } });
  expect((await retry()).status).toBe("processing");
  await ended(id);
  await eventually(async () =>
    expect((await recipients(id, { status: "delivered" })).message).toHaveLength(2),
  );
  expect((await read(id)).counts).toMatchObject({ failed: 1, total: 3 });
  const again = await owner.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/retry`, {});
  expect(again.status).toBe(400);
});

test("a broadcast that should have begun over an hour ago waits for a person", async () => {
  const { send, read, owner, ended } = await begin();
  const { id } = await send(numbers(1), { startAt: new Date(Date.now() + 3_600_000).toISOString() });
  const then = Date.now() - 3_700_000;
  await db.batch([
    db.prepare("UPDATE broadcasts SET start_at = ?1 WHERE id = ?2").bind(then, id),
    db.prepare("UPDATE timers SET seq = ?1, due_at = ?1 WHERE subject = ?2").bind(then, id),
  ]);
  // Wakes the clock, which has this one to look at too.
  await send(numbers(1), { startAt: new Date(Date.now() + 7_200_000).toISOString() });
  await eventually(async () =>
    expect(await read(id)).toMatchObject({ status: "paused", reason: texts.paused.late }),
  );
  await owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action: "resume" } });
  await ended(id);
});

test("who is many has as long as it takes, from when the recipients are known", async () => {
  const { send, ended, channel, owner } = await begin();
  await db
    .prepare(
      "INSERT INTO channel_health (enterprise_id, channel_id, fact, value, at) VALUES (?, ?, 'limit', '1', 1)",
    )
    .bind(owner.enterpriseId, channel.id)
    .run();
  const { id } = await send(numbers(3));
  await ended(id);
  const [row] = await rowsOf<{ expires: number }>(
    harness,
    "SELECT expires_at AS expires FROM broadcasts WHERE id = ?",
    id,
  );
  expect(row?.expires).toBeGreaterThan(Date.now() + 5.9 * 86_400_000);
});

test("numbers are masked for whoever may not see customers", async () => {
  const { send, ended, owner } = await begin();
  const [one = ""] = numbers(1);
  const { id } = await send([one]);
  await ended(id);
  await owner.call(rolesApi.saveRole, {
    params: { role: 5 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1 } },
  });
  const checker = await makeColleague(harness, owner, { roles: [5] });
  const { message } = await checker.call(broadcastsApi.listBroadcastMessages, { params: { id }, query: {} });
  expect(message[0]?.to).not.toContain(one.slice(3, 9));
  const { data } = await checker.call(broadcastsApi.getBroadcast, { params: { id } });
  expect(data.phoneNumbers.join()).not.toContain(one.slice(3, 9));
  const refused = await checker.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/stop`, {});
  expect(refused.status).toBe(403);
});

test("a status of another channel changes no recipient", async () => {
  const { send, ended, owner, recipients } = await begin();
  const { id } = await send(numbers(1));
  await ended(id);
  // The news of its own channel comes after the end of sending.
  await eventually(async () =>
    expect((await recipients(id, { status: "delivered" })).message).toHaveLength(1),
  );
  const other = await makeChannel(harness, owner);
  const recipient = recipientIdOf(id, 1);
  await db
    .prepare("UPDATE broadcast_recipients SET status = 'sent', facts = '{}' WHERE id = ?")
    .bind(recipient)
    .run();
  await deliver(harness, other, [stating(recipient, "read")]);
  await eventually(async () => {
    const [event] = await rowsOf<{ state: string }>(
      harness,
      "SELECT state FROM inbound_events WHERE channel_id = ?",
      other.id,
    );
    expect(event?.state).toBe("waiting");
  });
  const [row] = await rowsOf<{ status: string }>(
    harness,
    "SELECT status FROM broadcast_recipients WHERE id = ?",
    recipient,
  );
  expect(row?.status).toBe("sent");
});
