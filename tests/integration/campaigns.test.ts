import { beforeEach, expect, test } from "vitest";
import { campaignName, campaignWorld, refusal, someNumbers } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import type { Person } from "#tests/support/people.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { created, started, stopped, deleted } = campaignStates;
const path = "/api/chatbird/api/campaign";

test("words below campaign/ are no ids of campaigns, and a campaign's id is", async () => {
  const { owner, campaign } = await campaignWorld(harness);
  const { id, name } = await campaign();
  for (const word of ["broadcast", "templates", "activities", "report", "countrycodes", "blackList"]) {
    const response = await owner.send("GET", `${path}/${word}`);
    expect([word, response.status]).toEqual([word, 200]);
  }
  expect((await owner.call(campaignsApi.getCampaign, { params: { id } })).name).toBe(name);
  expect((await owner.send("GET", `${path}/nothing`)).status).toBe(404);
  const { countries } = await owner.call(campaignsApi.countryCodes, {});
  expect(countries).toContainEqual({ code: "IN", name: "India", calling: "+91" });
});

test("a name is another campaign's until that is deleted", async () => {
  const { maker, campaign } = await campaignWorld(harness);
  const { id, name } = await campaign();
  const again = await refusal(await maker.send("POST", path, { name: ` ${name.toUpperCase()}  ` }));
  expect(again).toEqual({ status: 409, message: texts.nameTaken, errors: { name: texts.nameTaken } });
  await maker.call(campaignsApi.deleteCampaign, { params: { id } });
  expect((await campaign({ name })).state).toBe(created);
  const { campaigns } = await maker.call(campaignsApi.listCampaigns, { query: { name } });
  expect(campaigns.map((each) => each.state)).toEqual([created]);
  const gone = await maker.call(campaignsApi.listCampaigns, { query: { name, state: deleted } });
  expect(gone.campaigns.map((each) => each.id)).toEqual([id]);
});

test("an activity is sent once somebody else has approved it, with what they saw", async () => {
  const { maker, checker, draft, move, read, campaign, request, templateId } = await campaignWorld(harness);
  const [one = "", two = ""] = someNumbers(2);
  const { id: campaignId } = await campaign();
  const { id } = await draft(campaignId, { request: request([one, two]) });
  const early = await maker.send("POST", `${path}/activities/${id}/start`, {});
  expect(early.status).toBe(409);
  // However a template's text is written in its row, it is the same.
  await db
    .prepare("UPDATE templates SET components = replace(components, '\":', '\" : ') WHERE id = ?")
    .bind(templateId)
    .run();
  expect(await move(id, "submit")).toMatchObject({ state: created, approval: "pending" });
  const asked = await read(id);
  expect(asked).toMatchObject({ isMine: true, makers: ["Mia Maker"], submittedBy: "Mia Maker" });
  const stale = { params: { id }, body: { revision: asked.revision - 1 } };
  const unseen = await checker.send("POST", `${path}/activities/${id}/approve`, stale.body);
  expect(unseen.status).toBe(409);
  await checker.call(activitiesApi.approveActivity, { params: { id }, body: { revision: asked.revision } });
  expect(await move(id, "start")).toEqual({ id, state: started, approval: "approved" });
  const done = await eventually(async () => {
    const found = await read(id);
    expect(found.state).toBe(stopped);
    return found;
  });
  expect(done).toMatchObject({ completed: true, runs: { total: 1, done: 1 }, templateName: templateId });
  expect(done.counts.total).toBe(2);
  expect(done.decisions.map(({ action, by }) => [action, by])).toEqual([
    ["start", "Mia Maker"],
    ["approve", "Chen Checker"],
    ["submit", "Mia Maker"],
    ["create", "Mia Maker"],
  ]);
  const broadcastId = done.broadcasts[0]?.id ?? "";
  const { data } = await maker.call(broadcastsApi.getBroadcast, { params: { id: broadcastId } });
  expect(data).toMatchObject({
    name: "Offer",
    resourceType: "CAMPAIGN",
    resourceId: id,
    status: "completed",
  });
  const { message } = await maker.call(broadcastsApi.listBroadcastMessages, {
    params: { id: broadcastId },
    query: {},
  });
  expect(message.map(({ to }) => to)).toEqual([one, two]);
  // The campaign that nobody had started has started with it.
  const { state, counts, activities } = await maker.call(campaignsApi.getCampaign, {
    params: { id: campaignId },
  });
  expect({ state, total: counts.total, activities }).toEqual({
    state: started,
    total: 2,
    activities: { total: 1, pending: 0, running: 0 },
  });
});

test("nobody approves what they have made, changed or copied, whatever they may do, and the attempt is audited", async () => {
  const { owner, checker, draft, move, read, campaign, request, approve } = await campaignWorld(harness);
  const { id: campaignId } = await campaign();
  const { id } = await draft(campaignId);
  const tries = async (activityId: string) => {
    const { revision } = await read(activityId);
    return refusal(await owner.send("POST", `${path}/activities/${activityId}/approve`, { revision }));
  };
  // An administrator has changed it.
  const { revision } = await read(id);
  await owner.call(activitiesApi.updateActivity, {
    params: { id },
    body: { name: "Better", request: request(), revision },
  });
  await move(id, "submit");
  expect(await tries(id)).toMatchObject({ status: 403, message: texts.ownWork });
  expect(await read(id)).toMatchObject({ approval: "pending", makers: ["Mia Maker", "Kiran"] });
  // It waits for whoever has no part in it.
  const waits = async (who: Pick<Person, "call">) => (await who.call(waitingWork)).approvals;
  expect([await waits(owner), await waits(checker)]).toEqual([0, 1]);
  const trail = await rowsOf(
    harness,
    "SELECT 1 FROM audit_trail WHERE object_id = ? AND user_id = ? AND action = 'ownWork'",
    id,
    owner.userId,
  );
  expect(trail).toHaveLength(1);
  await approve(id);
  expect(await waits(checker)).toBe(0);
  const copy = await owner.call(activitiesApi.cloneActivity, { params: { id }, body: { name: "Copy" } });
  expect(copy).toMatchObject({ approval: "draft", isMine: true });
  await move(copy.id, "submit");
  expect(await tries(copy.id)).toMatchObject({ status: 403 });
  // A new change after an approval counts alone.
  const changed = await read(id);
  await owner.call(activitiesApi.updateActivity, {
    params: { id },
    body: { name: "Best", request: request(), revision: changed.revision },
  });
  expect(await read(id)).toMatchObject({ approval: "draft", state: created, makers: ["Kiran"] });
  expect((await checker.send("POST", `${path}/activities/${id}/submit`, {})).status).toBe(403);
});

test("a checker rejects with a reason, and the maker mends it", async () => {
  const { checker, draft, move, read, campaign, request, maker, approve } = await campaignWorld(harness);
  const { id } = await draft((await campaign()).id);
  await move(id, "submit");
  const { revision } = await read(id);
  const silent = await refusal(
    await checker.send("POST", `${path}/activities/${id}/reject`, { revision, reason: " " }),
  );
  expect(silent).toMatchObject({ status: 400, errors: { reason: texts.reasonMissing } });
  await checker.call(activitiesApi.rejectActivity, {
    params: { id },
    body: { revision, reason: "Too long" },
  });
  const rejected = await read(id);
  expect(rejected).toMatchObject({ approval: "rejected", reason: "Too long", decidedBy: "Chen Checker" });
  expect(rejected.decisions[0]).toMatchObject({ action: "reject", note: "Too long" });
  await maker.call(activitiesApi.updateActivity, {
    params: { id },
    body: { name: "Shorter", request: request(), revision: rejected.revision },
  });
  expect(await read(id)).toMatchObject({ approval: "draft", reason: "", decidedBy: null });
  await move(id, "submit");
  await approve(id);
  // An approved activity can still be rejected before it begins.
  const { revision: seen } = await read(id);
  await checker.call(activitiesApi.rejectActivity, {
    params: { id },
    body: { revision: seen, reason: "On second thought" },
  });
  expect((await maker.send("POST", `${path}/activities/${id}/start`, {})).status).toBe(409);
});

test("what can't be sent isn't taken, and says why", async () => {
  const { maker, draft, campaign, request, approved, templateId, channel } = await campaignWorld(harness);
  const { id: campaignId } = await campaign();
  const { id } = await draft(campaignId, { request: request([]) });
  const nobody = await refusal(await maker.send("POST", `${path}/activities/${id}/submit`, {}));
  expect(nobody).toMatchObject({ status: 400, errors: { phoneNumber: expect.any(String) } });
  const { id: ready } = await approved();
  const starting = () => maker.send("POST", `${path}/activities/${ready}/start`, {});
  const setTemplate = (set: string) =>
    db.prepare(`UPDATE templates SET ${set} WHERE id = ?`).bind(templateId).run();
  await setTemplate("status = 'PAUSED'");
  expect(await refusal(await starting())).toMatchObject({ status: 400, message: texts.unsendable.template });
  await setTemplate("status = 'APPROVED', components = json_set(components, '$.body.text', 'Bye {{1}}')");
  expect(await refusal(await starting())).toMatchObject({ message: texts.unsendable.changed });
  await setTemplate("components = json_set(components, '$.body.text', 'Hello {{1}}')");
  await db.prepare("DELETE FROM channels WHERE id = ?").bind(channel.id).run();
  expect(await refusal(await starting())).toMatchObject({ message: texts.unsendable.channel });
  const runs = await rowsOf(harness, "SELECT 1 FROM broadcasts WHERE activity_id = ?", ready);
  expect(runs).toEqual([]);
});

test("the same command makes one activity, and two presses at once one run", async () => {
  const { maker, campaign, request, approved, read } = await campaignWorld(harness);
  const { id: campaignId } = await campaign();
  const body = { name: "Once", request: request(), commandId: crypto.randomUUID() };
  const create = () => maker.call(activitiesApi.createActivity, { params: { id: campaignId }, body });
  const [one, two] = await Promise.all([create(), create()]);
  expect(one.id).toBe(two.id);
  const other = await maker.send("POST", `${path}/${campaignId}/activities`, { ...body, request: request() });
  expect(other.status).toBe(409);
  const { id } = await approved();
  const press = () => maker.send("POST", `${path}/activities/${id}/start`, {});
  const answers = await Promise.all([press(), press()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await eventually(async () => expect((await read(id)).state).toBe(stopped));
  expect((await read(id)).broadcasts).toHaveLength(1);
});

test("bad input is told at its field", async () => {
  const { maker, campaign, request } = await campaignWorld(harness);
  const { id } = await campaign();
  const make = async (body: object) => refusal(await maker.send("POST", `${path}/${id}/activities`, body));
  const planned = (plan: object) => make({ name: "Planned", request: request(), plan });
  expect(await make({ name: "", request: request() })).toMatchObject({ errors: { name: texts.nameMissing } });
  expect(await planned({ startAt: "2026-02-31T25:00" })).toMatchObject({
    status: 400,
    errors: { "plan.startAt": texts.startWrong },
  });
  expect(await planned({ startAt: "2126-01-01T10:00" })).toMatchObject({
    errors: { "plan.startAt": texts.startFar(365) },
  });
  expect(await planned({ timezone: "Moon/Base" })).toMatchObject({ status: 400 });
  expect(await make({ name: "No channel", request: {} })).toMatchObject({ status: 400 });
  const past = await refusal(
    await maker.send("POST", path, { name: campaignName(), startAt: "2020-01-01T00:00:00Z" }),
  );
  expect(past).toMatchObject({ status: 400, errors: { startAt: texts.startPast } });
  expect((await maker.send("GET", `${path}?state=9`)).status).toBe(400);
});
