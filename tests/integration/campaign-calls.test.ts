import { beforeEach, expect, test } from "vitest";
import { sendFile } from "#db/seed/send-file.ts";
import { campaignWorld, refusal, someNumbers, switchCampaignsOn } from "#tests/support/campaigns.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, rowsOf, saying } from "#tests/support/messaging.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import { listActivityPeople, validateActivity } from "#workers/contract/endpoints/activity-estimate.ts";
import * as variablesApi from "#workers/contract/endpoints/broadcast-variables.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import { checkDataFile } from "#workers/contract/endpoints/data-files.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const { created, started, paused, stopped, deleted } = campaignStates;
const path = "/api/chatbird/api/campaign";

test("a copy of a campaign has its activities as drafts, made by whoever copied it", async () => {
  const { checker, owner, campaign, approved, move, read } = await campaignWorld(harness);
  const { id: campaignId, name } = await campaign({ description: "Autumn" });
  const { id, request } = await approved({}, campaignId);
  await move(id, "start");
  await eventually(async () => expect((await read(id)).state).toBe(stopped));
  const copy = await owner.call(campaignsApi.cloneCampaign, {
    params: { id: campaignId },
    body: { name: `${name} again` },
  });
  expect(copy).toMatchObject({ state: created, description: "Autumn", user: { name: "Kiran" } });
  const { activities } = await owner.call(activitiesApi.listActivities, { query: { campaignId: copy.id } });
  expect(activities).toMatchObject([{ name: "Offer", state: created, approval: "draft", isMine: true }]);
  const made = await read(activities[0]?.id ?? "");
  expect(made).toMatchObject({ request, makers: ["Kiran"], broadcasts: [], counts: { total: 0 } });
  const taken = await owner.send("POST", `${path}/${campaignId}/clone`, { name });
  expect(taken.status).toBe(409);
  expect((await checker.send("POST", `${path}/${campaignId}/clone`, { name: "Third" })).status).toBe(403);
});

test("a campaign, and a copy of one or of an activity, is made once for each command", async () => {
  const { owner, campaign, draft } = await campaignWorld(harness);
  const source = await campaign();
  const activity = await draft(source.id);
  const post = (to: string, body: object) => owner.send("POST", `${path}${to}`, body);
  const named = (name: string) => ({ name: `${source.name} ${name}`, commandId: name });
  const several = async (to: string, body: object) => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(to, body)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const made = (await Promise.all(replies.map((each) => each.json()))) as {
      data: { id: string };
    }[];
    const ids = new Set(made.map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    return [...ids][0] ?? "";
  };
  const first = await several("", named("new"));
  const copy = await several(`/${source.id}/clone`, named("copy"));
  const one = await several(`/activities/${activity.id}/clone`, { ...named("draft"), campaignId: copy });
  const { activities } = await owner.call(activitiesApi.listActivities, { query: { campaignId: copy } });
  expect(activities.map(({ id }) => id)).toContain(one);
  expect(activities).toHaveLength(2);
  const { campaigns } = await owner.call(campaignsApi.listCampaigns, {});
  expect(campaigns.map(({ id }) => id).toSorted()).toEqual([source.id, first, copy].toSorted());
  // The same command with other content is a mistake, and the same name without it is taken.
  const other = { ...named("other"), commandId: "new" };
  expect(await refusal(await post("", other))).toMatchObject({ status: 409, message: texts.otherRequest });
  const { commandId: _, ...taken } = named("new");
  expect(await refusal(await post("", taken))).toMatchObject({ status: 409, message: texts.nameTaken });
  const draftOf = (name: string) =>
    post(`/activities/${activity.id}/clone`, { ...named(name), commandId: "draft" });
  expect(await refusal(await draftOf("elsewhere"))).toMatchObject({
    status: 409,
    message: texts.otherRequest,
  });
});

test("a command whose answer was lost is answered when what it asked for could no longer be begun, or was edited", async () => {
  const { owner, campaign, draft } = await campaignWorld(harness);
  const source = await campaign();
  const activity = await draft(source.id);
  const post = async (to: string, body: object) => {
    const reply = await owner.send("POST", `${path}${to}`, body);
    return ((await reply.json()) as { data?: { id: string } }).data?.id;
  };
  const soon = {
    name: `${source.name} soon`,
    startAt: new Date(Date.now() + 60_000).toISOString(),
    commandId: "soon",
  };
  const first = (await post("", soon)) ?? "";
  const into = { name: "Copy", campaignId: first, commandId: "into" };
  const copied = await post(`/activities/${activity.id}/clone`, into);
  const added = { name: "Added", request: activity.request, commandId: "added" };
  const made = await post(`/${first}/activities`, added);
  const whole = { name: `${source.name} whole`, commandId: "whole" };
  const copy = await post(`/${source.id}/clone`, whole);
  // Meanwhile its time has come, it was edited, and it is over; the other one is gone.
  const past = Date.now() - 60_000;
  const change = (text: string, ...values: unknown[]) =>
    harness.env.TENANT_1.prepare(text)
      .bind(...values)
      .run();
  await change(
    "UPDATE campaigns SET start_at = ?, description = 'x', state = ?, revision = revision + 1 WHERE id = ?",
    ...[past, stopped, first],
  );
  const again = { ...soon, startAt: new Date(past).toISOString() };
  expect(await post("", again)).toBe(first);
  expect(await post("", { ...again, commandId: "another" })).toBeUndefined();
  expect(await post(`/activities/${activity.id}/clone`, into)).toBe(copied);
  expect(await post(`/${first}/activities`, added)).toBe(made);
  await change("UPDATE campaigns SET state = ? WHERE id = ?", deleted, source.id);
  expect(await post(`/${source.id}/clone`, whole)).toBe(copy);
});

test("switches decide what may be made, and say which they are", async () => {
  const { owner, maker, campaign, request } = await campaignWorld(harness, {
    type: channelTypes.sms,
    switchedOn: false,
  });
  const { id } = await campaign();
  const body = { name: "By SMS", request: request() };
  const make = async (more: object = {}) =>
    refusal(await maker.send("POST", `${path}/${id}/activities`, { ...body, ...more }));
  expect(await make()).toMatchObject({
    status: 400,
    message: texts.switches.smsCampaign,
    errors: { "request.channelId": texts.switches.smsCampaign },
  });
  const cast = await refusal(await maker.send("POST", `${path}/broadcast/send`, request()));
  expect(cast).toMatchObject({ status: 400, errors: { channelId: texts.switches.smsCampaign } });
  await switchCampaignsOn(harness, owner);
  await eventually(async () =>
    expect((await maker.send("POST", `${path}/broadcast/send`, request())).status).toBe(200),
  );
  const repeat = { unit: "day" as const, every: 1, runs: 2 };
  const activity = await eventually(() =>
    maker.call(activitiesApi.createActivity, { params: { id }, body: { ...body, plan: { repeat } } }),
  );
  await harness.env.DIRECTORY.prepare(
    "UPDATE enterprises SET features = '{\"smsCampaign\":true}' WHERE id = ?",
  )
    .bind(owner.enterpriseId)
    .run();
  // Somebody who signs in now knows of it at once.
  const late = await makeColleague(harness, owner, { roles: [4] });
  expect(
    await refusal(await late.send("POST", `${path}/activities/${activity.id}/submit`, {})),
  ).toMatchObject({
    status: 400,
    message: texts.switches.campaignAutomation,
    errors: { "plan.repeat": texts.switches.campaignAutomation },
  });
});

test("a state is moved to by its number, and deleting takes its own permission", async () => {
  const { owner, maker, approved, read, request, campaign } = await campaignWorld(harness, { rate: 1 });
  const { id, campaignId } = await approved({ request: request(someNumbers(30)) });
  const to = (state: number) =>
    maker.call(activitiesApi.setActivityState, { params: { id }, body: { state } });
  expect(await to(started)).toMatchObject({ state: started });
  expect(await to(paused)).toMatchObject({ state: paused });
  expect(await to(started)).toMatchObject({ state: started });
  expect(await to(stopped)).toMatchObject({ state: stopped });
  await owner.call(rolesApi.saveRole, {
    params: { role: 6 },
    body: { permissions: { "CAMPAIGNS.START": 1 } },
  });
  const starter = await makeColleague(harness, owner, { roles: [6] });
  const denied = await starter.send("POST", `${path}/activities/${id}/state`, { state: deleted });
  expect(denied.status).toBe(403);
  // A person who may start may not ask for an approval.
  expect((await starter.send("POST", `${path}/activities/${id}/submit`, {})).status).toBe(403);
  expect((await maker.send("POST", `${path}/activities/${id}/state`, { state: created })).status).toBe(400);
  expect(await to(deleted)).toMatchObject({ state: deleted });
  const { activities } = await maker.call(activitiesApi.listActivities, { query: { campaignId } });
  expect(activities).toEqual([]);
  const gone = await maker.call(activitiesApi.listActivities, { query: { campaignId, state: deleted } });
  expect(gone.activities).toHaveLength(1);
  expect((await read(id)).counts.total).toBe(30);
  // Another enterprise's campaign has no activities here.
  const other = await campaignWorld(harness);
  const stolen = { query: { campaignId } };
  expect((await other.maker.call(activitiesApi.listActivities, stolen)).activities).toEqual([]);
  expect((await campaign()).state).toBe(created);
});

test("the report counts by activity and time, and its CSV has a line for each", async () => {
  const { owner, maker, checker, approved, move, read, campaign, request } = await campaignWorld(harness);
  const { id: campaignId, name } = await campaign();
  const activity = await approved({ name: '=cmd|"x"', request: request(someNumbers(3)) }, campaignId);
  await move(activity.id, "start");
  await eventually(async () => expect((await read(activity.id)).counts.delivered).toBe(3));
  await campaign();
  expect((await maker.send("GET", `${path}/report`)).status).toBe(403);
  const report = (query: object) => checker.call(campaignsApi.campaignReport, { query });
  const { campaigns } = await report({ name });
  expect(campaigns).toMatchObject([
    { id: campaignId, activities: 1, runs: 1, counts: { delivered: 3, total: 3 } },
  ]);
  expect((await report({ toDate: "2020-01-01T00:00:00Z" })).campaigns).toEqual([]);
  expect((await report({ fromDate: "2020-01-01T00:00:00Z" })).campaigns).toHaveLength(1);
  expect((await checker.send("GET", `${path}/report?fromDate=never`)).status).toBe(400);
  const csv = await checker.send("GET", `${path}/report/csv`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await csv.text()).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    new RegExp(`^${name},Started,"'=cmd\\|""x""",Stopped,1,\\d{4}-\\S+Z,3,3,3,0,0,0,0,0,0,0,,0,$`),
  );
  const taken = "SELECT user_id, object_kind FROM audit_trail WHERE enterprise_id = ? AND action = 'export'";
  expect(await rowsOf(harness, taken, owner.enterpriseId)).toEqual([
    { user_id: checker.userId, object_kind: "campaign" },
  ]);
  // People who see the report open its rows, too.
  const viewer = await makeColleague(harness, owner, { roles: [6] });
  const stats = await viewer.call(campaignsApi.campaignStats, { params: { id: campaignId } });
  expect(stats).toMatchObject({
    counts: { total: 3 },
    activities: [{ id: activity.id, state: stopped, counts: { delivered: 3 } }],
  });
});

test("a campaign's people and links are a file and a list, by activity where that is asked for", async () => {
  const { owner, maker, approved, move, read, campaign, request, channel } = await campaignWorld(harness);
  const { id: campaignId, name } = await campaign();
  const [one = "", two = "", three = ""] = someNumbers(3);
  const sent = async (its: string, numbers: string[]) => {
    const { id } = await approved({ name: its, request: request(numbers) }, campaignId);
    await move(id, "start");
    await eventually(async () => expect((await read(id)).counts.delivered).toBe(numbers.length));
    return read(id);
  };
  const first = await sent("First", [one, two]);
  const second = await sent("Second", [three]);
  const db = harness.env.TENANT_1;
  for (const [at, { broadcasts }] of [first, second].entries())
    await db
      .prepare(
        `INSERT INTO links (enterprise_id, broadcast_id, place, url, key, is_counted, people, clicks, expires_at)
           VALUES (?1, ?2, 0, 'https://shop.example/', ?2, 1, ?3, ?4, 9e15), (?1, ?2, 1, 'https://uncounted.example/', ?2, 0, 0, 0, 9e15)`,
      )
      .bind(channel.enterpriseId, broadcasts[0]?.id ?? "", at + 1, at + 2)
      .run();
  await db
    .prepare("UPDATE broadcast_recipients SET clicked_at = 1 WHERE address = ? AND id > ? AND id < ?")
    .bind(three, second.broadcasts[0]?.id ?? "", `${second.broadcasts[0]?.id.slice(0, 28)}g`)
    .run();
  const csvOf = async (query = "", by: Pick<typeof maker, "send"> = maker) => {
    const reply = await by.send("GET", `${path}/${campaignId}/recipients/csv${query}`);
    expect(reply.status).toBe(200);
    return (await reply.text()).split("\r\n").filter(Boolean);
  };
  const [header, ...lines] = await csvOf();
  expect(header).toMatch(/Activity,Run,Number,Name,Status,.*,Replied,Clicked$/);
  const cells = lines.map((line) => line.split(","));
  expect(cells.map(([activity, run, number, , status]) => [activity, run, number, status])).toEqual([
    ["First", "Run 1", `'${one}`, "Delivered"],
    ["First", "Run 1", `'${two}`, "Delivered"],
    ["Second", "Run 1", `'${three}`, "Delivered"],
  ]);
  expect(cells.map((line) => line.at(-1))).toEqual(["No", "No", "Yes"]);
  expect(await csvOf(`?activityId=${second.id}`)).toEqual([header, lines[2]]);
  const urlsOf = async (activityId = "") =>
    (await maker.call(campaignsApi.campaignUrls, { params: { id: campaignId }, query: { activityId } })).urls;
  expect(await urlsOf()).toEqual([{ url: "https://shop.example/", people: 3, clicks: 5 }]);
  expect(await urlsOf(first.id)).toEqual([{ url: "https://shop.example/", people: 1, clicks: 2 }]);
  const urlsPath = (id: string) => `${path}/${id}/urls?activityId=${first.id}`;
  expect((await maker.send("GET", urlsPath(campaignId))).status).toBe(200);
  expect((await maker.send("GET", urlsPath((await campaign()).id))).status).toBe(404);
  await owner.call(rolesApi.saveRole, {
    params: { role: 3 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1, "CUSTOMER.VIEW": 0, "CUSTOMER.EDIT": 0 } },
  });
  const blind = await makeColleague(harness, owner, { roles: [3] });
  expect((await csvOf("", blind)).join("")).not.toContain(one.slice(1));
  const [said] = await rowsOf<{ object_name: string }>(
    harness,
    "SELECT object_name FROM audit_trail WHERE enterprise_id = ? AND action = 'export' AND object_kind = 'campaign'",
    channel.enterpriseId,
  );
  expect(said?.object_name).toBe(name);
  const unknown = await maker.send("GET", `${path}/${campaignId}/recipients/csv?activityId=nobody`);
  expect(unknown.status).toBe(404);
});

test("who has replied is listed with their first words, by activity, masked where numbers are", async () => {
  const { owner, maker, approved, move, read, request, channel, campaign, templateId } =
    await campaignWorld(harness);
  const [one = "", two = "", three = ""] = someNumbers(3);
  const { id: campaignId } = await campaign();
  const { id } = await approved({ request: request([one, two, three]) }, campaignId);
  const other = await approved({ request: request(someNumbers(1)) }, campaignId);
  await move(id, "start");
  await eventually(async () => expect((await read(id)).counts.delivered).toBe(3));
  await deliver(harness, channel, [saying(one, "Yes, call 9876543210")]);
  await eventually(async () => expect((await read(id)).counts.replied).toBe(1));
  await deliver(harness, channel, [saying(two, "No"), saying(one, "And more")]);
  await eventually(async () => expect((await read(id)).counts.replied).toBe(2));
  const responses = (query: object = {}, person = maker) =>
    person.call(campaignsApi.campaignResponses, { params: { id: campaignId }, query });
  const all = await responses();
  expect(all.more).toBe(false);
  expect(
    all.responses.map(({ from, text, activity, isFallback }) => [from, text, activity.id, isFallback]),
  ).toEqual([
    [two, "No", id, false],
    [one, "Yes, call 9876543210", id, false],
  ]);
  expect(all.responses.map(({ template, variant, run }) => [template, variant, run])).toEqual([
    [templateId, null, 1],
    [templateId, null, 1],
  ]);
  // Two of three have replied, on the day on which all were called; whoever else asks hears nothing.
  const days = await maker.call(activitiesApi.activityDays, { params: { id }, query: {} });
  expect(days).toEqual({
    timezone: "UTC",
    more: false,
    days: [
      {
        day: new Date().toISOString().slice(0, 10),
        ...{ sent: 3, delivered: 3, read: 0, replied: 2, clicked: 0, failed: 0, unknown: 0 },
      },
    ],
  });
  expect(
    (await maker.call(activitiesApi.activityDays, { params: { id: other.id }, query: {} })).days,
  ).toEqual([]);
  await rowsOf(
    harness,
    `UPDATE activities SET plan = json_set(plan, '$.timezone', 'Asia/Kolkata') WHERE id = ? RETURNING id`,
    id,
  );
  await rowsOf(
    harness,
    `INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count)
     SELECT enterprise_id, id, ?2, 'read', 5 FROM broadcasts WHERE activity_id = ?1 RETURNING at`,
    id,
    Date.parse("2026-01-01T18:30:00Z"),
  );
  const indian = await maker.call(activitiesApi.activityDays, { params: { id }, query: {} });
  expect(indian.days.at(-1)).toMatchObject({ day: "2026-01-02", sent: 5, read: 5 });
  const second = await maker.call(activitiesApi.activityDays, { params: { id }, query: { perPage: 1 } });
  expect([second.days.length, second.more]).toEqual([1, true]);
  const first = await responses({ perPage: 1 });
  expect([first.responses.map(({ from }) => from), first.more]).toEqual([[two], true]);
  expect((await responses({ from: 1, perPage: 1 })).responses.map(({ from }) => from)).toEqual([one]);
  expect((await responses({ activityId: other.id })).responses).toEqual([]);
  expect(all.isArchived).toBe(false);
  await rowsOf(harness, "UPDATE broadcasts SET archive_begun_at = 1 WHERE activity_id = ? RETURNING id", id);
  expect((await responses()).isArchived).toBe(true);
  expect((await responses({ activityId: other.id })).isArchived).toBe(false);
  await owner.call(rolesApi.saveRole, {
    params: { role: 3 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1, "CUSTOMER.VIEW": 0, "CUSTOMER.EDIT": 0 } },
  });
  const blind = await makeColleague(harness, owner, { roles: [3] });
  const hidden = JSON.stringify(await responses({}, blind));
  expect(hidden).not.toContain(one.slice(1));
  expect(hidden).not.toContain("9876543210");
});

test("numbers are masked for whoever may not see customers, and stay what they are when they save", async () => {
  const { owner, checker, draft, campaign, request, read } = await campaignWorld(harness);
  const numbers = someNumbers(2);
  const { id } = await draft((await campaign()).id, { request: request(numbers) });
  await owner.call(rolesApi.saveRole, {
    params: { role: 3 },
    body: {
      permissions: { "CAMPAIGNS.VIEW": 1, "CAMPAIGNS.EDIT": 1, "CUSTOMER.VIEW": 0, "CUSTOMER.EDIT": 0 },
    },
  });
  const blind = await makeColleague(harness, owner, { roles: [3] });
  const masked = await blind.call(activitiesApi.getActivity, { params: { id } });
  expect(masked.request.phoneNumber).not.toEqual(numbers);
  const more = someNumbers(1);
  await blind.call(activitiesApi.updateActivity, {
    params: { id },
    body: {
      name: masked.name,
      request: { ...masked.request, phoneNumber: [...masked.request.phoneNumber, ...more] },
      revision: masked.revision,
    },
  });
  const [row] = await rowsOf<{ request: string }>(harness, "SELECT request FROM activities WHERE id = ?", id);
  expect((JSON.parse(row?.request ?? "{}") as { phoneNumber: string[] }).phoneNumber).toEqual([
    ...numbers,
    ...more,
  ]);
  expect((await read(id)).isMine).toBe(true);
  expect((await checker.send("GET", `${path}/activities/${id}`)).status).toBe(200);
});

test("whoever may only change activities fills in the whole form, a data file included", async () => {
  const { owner, draft, campaign, read, templateId } = await campaignWorld(harness);
  const { id, name, request, revision } = await draft((await campaign()).id);
  await owner.call(rolesApi.saveRole, {
    params: { role: 6 },
    body: { permissions: { "CAMPAIGNS.EDIT": 1 } },
  });
  const editor = await makeColleague(harness, owner, { roles: [6] });
  const { groups } = await editor.call(variablesApi.listBroadcastVariables, {
    query: { templateUId: templateId },
  });
  expect(groups).toHaveLength(1);
  await editor.call(variablesApi.listExpressionVariables, { body: { expression: "{row.City}" } });
  const [one] = someNumbers(1);
  const file = await sendFile(harness.fetch, editor, `Mobile,City\n${one},Pune\n`, "people.csv");
  const { column } = await editor.call(checkDataFile, { body: { path: file } });
  const audience = { file: { path: file, column }, filter: null, customerIds: [] };
  const body = { name, request: { ...request, audience }, revision };
  await editor.call(validateActivity, { body });
  await editor.call(activitiesApi.updateActivity, { params: { id }, body });
  expect((await read(id)).request.audience.file).toMatchObject({ path: file });
  // Making one takes more.
  const clone = await editor.send("POST", `${path}/activities/${id}/clone`, { name: "Copy" });
  expect(clone.status).toBe(403);
});

test("whoever decides about an activity sees all whom it would reach, masked where numbers are", async () => {
  const { checker, owner, draft, campaign, request } = await campaignWorld(harness);
  const all = someNumbers(120);
  const { id } = await draft((await campaign()).id, { request: request(all) });
  const page = (by: Pick<typeof checker, "call">, from: number) =>
    by.call(listActivityPeople, { params: { id }, query: { kind: "reachable", from } });
  expect(await page(checker, 100)).toEqual({ people: all.slice(100), more: false });
  await owner.call(rolesApi.saveRole, {
    params: { role: 3 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1, "CUSTOMER.VIEW": 0, "CUSTOMER.EDIT": 0 } },
  });
  const blind = await makeColleague(harness, owner, { roles: [3] });
  const { people } = await page(blind, 0);
  expect(people).toHaveLength(100);
  expect(all).not.toContain(people[0]);
});

test("who only reads what was rejected sees nothing else", async () => {
  const { owner, checker, campaign, draft, move, read } = await campaignWorld(harness);
  const { id: campaignId } = await campaign();
  const { id } = await draft(campaignId, { name: "Rejected" });
  const other = await draft(campaignId);
  await move(id, "submit");
  const { revision } = await read(id);
  await checker.call(activitiesApi.rejectActivity, { params: { id }, body: { revision, reason: "No" } });
  await owner.call(rolesApi.saveRole, {
    params: { role: 6 },
    body: { permissions: { "CAMPAIGNS.VIEW_REJECTEDLIST": 1 } },
  });
  const reader = await makeColleague(harness, owner, { roles: [6] });
  const { activities } = await reader.call(activitiesApi.listActivities, { query: {} });
  expect(activities.map(({ name, reason }) => [name, reason])).toEqual([["Rejected", "No"]]);
  expect((await reader.send("GET", `${path}/activities/${id}`)).status).toBe(200);
  expect((await reader.send("GET", `${path}/activities/${other.id}`)).status).toBe(404);
  expect((await reader.send("GET", `${path}/${campaignId}`)).status).toBe(403);
});

test("an activity shows what it sends: as it was approved, and before that as it is now", async () => {
  const { checker, draft, campaign, approved, templateId } = await campaignWorld(harness);
  const waiting = await draft((await campaign()).id);
  const { id } = await approved();
  const shown = async (of: string) =>
    (await checker.call(activitiesApi.getActivity, { params: { id: of } })).template?.components.body?.text;
  expect([await shown(id), await shown(waiting.id)]).toEqual(["Hello {{1}}", "Hello {{1}}"]);
  await harness.env.TENANT_1.prepare(
    "UPDATE templates SET components = json_set(components, '$.body.text', 'Bye {{1}}') WHERE id = ?",
  )
    .bind(templateId)
    .run();
  expect([await shown(id), await shown(waiting.id)]).toEqual(["Hello {{1}}", "Bye {{1}}"]);
});

test("each step of an activity is a live event for makers and checkers, whoever made it", async () => {
  const { owner, approved, move, read } = await campaignWorld(harness);
  const { id, campaignId } = await approved();
  await move(id, "start");
  await eventually(async () => expect((await read(id)).state).toBe(stopped));
  const kept = await rowsOf<{ before: number; seq: number; to: string; body: string }>(
    harness,
    `SELECT seq, before, "to", body FROM live_events WHERE enterprise_id = ? AND body ->> 'action' = 'activityChanged' ORDER BY seq`,
    owner.enterpriseId,
  );
  expect(kept.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual(
    [
      [created, "pending"],
      [created, "approved"],
      [started, "approved"],
      // By the trigger on its broadcast.
      [stopped, "approved"],
    ].map(([state, approval]) => ({ id, campaignId, state, approval })),
  );
  expect(kept.every(({ before }, at) => at === 0 || before >= (kept[at - 1]?.seq ?? 0))).toBe(true);
  expect((JSON.parse(kept[0]?.to ?? "{}") as { permission: string[] }).permission).toContain(
    "CAMPAIGNS.APPROVE",
  );
});
