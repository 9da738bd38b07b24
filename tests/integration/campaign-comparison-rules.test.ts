import { beforeEach, expect, test } from "vitest";
import { campaignName, refusal } from "#tests/support/campaigns.ts";
import { comparisonWorld } from "#tests/support/comparisons.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { makeTemplate } from "#tests/support/campaigns.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as activityEstimateApi from "#workers/contract/endpoints/activity-estimate.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";

/** The rules of a comparison, who approves it, what it would cost, and one from its beginning to its end. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { stopped } = campaignStates;
const path = "/api/chatbird/api/campaign";

test("what is wrong with a comparison is said at its own fields, and nothing is made", async () => {
  const { campaign, request, comparison, maker, draft, owner, channel } = await comparisonWorld(harness);
  const { id } = await campaign();
  const refused = async (more: object, also: object = {}) => {
    const body = { name: "Offer", request: request(), comparison: comparison(more), ...also };
    const answer = await refusal(await maker.send("POST", `${path}/${id}/activities`, body));
    expect(answer.status).toBe(400);
    return answer.errors ?? {};
  };
  expect(await refused({ share: 51 })).toEqual({ "comparison.share": texts.comparison.shareWrong(50) });
  expect(await refused({ after: { count: 10, unit: "minute" } })).toEqual({
    "comparison.after": texts.comparison.afterBounds(15, 7),
  });
  expect(Object.keys(await refused({ message: { template: { templateUId: "nothing" } } }))).toEqual([
    "comparison.message.template.templateUId",
  ]);
  const sms = await makeChannel(harness, owner, { type: channelTypes.sms });
  const templateUId = await makeTemplate(harness, sms);
  expect(Object.keys(await refused({ message: { template: { templateUId } } }))).toEqual([
    "comparison.message.template.templateUId",
  ]);
  expect(await refused({ by: "clicked" })).toEqual({ "comparison.by": texts.comparison.noClicks });
  await db.prepare("UPDATE channels SET vendor = ? WHERE id = ?").bind(vendorCodes.ngn, sms.id).run();
  const ofSms = { request: { ...request(), channelId: sms.id, message: { template: { templateUId } } } };
  expect(await refused({ by: "read", message: { template: { templateUId } } }, ofSms)).toEqual({
    "comparison.by": texts.comparison.noReads,
  });
  const fallback = {
    channelId: sms.id,
    message: { template: { templateUId } },
    columnMapping: [{ variable: "body/1", type: "static", value: "x" }],
    after: { count: 1, unit: "hour" },
  };
  expect(await refused({}, { fallback })).toEqual({ comparison: texts.comparison.notBoth });
  // A draft may lack a value; what is asked to be approved may not.
  const made = await draft(id, { comparison: comparison({ columnMapping: [] }) });
  const asked = await refusal(await maker.send("POST", `${path}/activities/${made.id}/submit`, {}));
  expect([asked.status, Object.keys(asked.errors ?? {})]).toEqual([400, ["comparison.columnMapping.body/1"]]);
  expect(channel.id).not.toBe(sms.id);
});

test("a checker approves both messages: they are frozen, shown, copied, asked before each run, and taken back by an edit", async () => {
  const { approved, request, comparison, maker, read, templateB } = await comparisonWorld(harness);
  const { id, campaignId, revision } = await approved({ request: request(), comparison: comparison() });
  const shown = {
    share: 30,
    by: "replied",
    template: { id: templateB, components: { body: { text: "Other, {{1}}" } } },
  };
  expect((await read(id)).comparison).toMatchObject(shown);
  await db
    .prepare(
      `UPDATE templates SET components = json_set(components, '$.body.text', 'Else {{1}}') WHERE id = ?`,
    )
    .bind(templateB)
    .run();
  expect((await read(id)).comparison).toMatchObject(shown);
  const start = await refusal(await maker.send("POST", `${path}/activities/${id}/start`, {}));
  expect(start).toMatchObject({ status: 400, message: texts.unsendable.comparedChanged });
  const copy = await maker.call(activitiesApi.cloneActivity, { params: { id }, body: { name: "Copy" } });
  expect(copy.comparison).toMatchObject({
    share: 30,
    template: { components: { body: { text: "Else {{1}}" } } },
  });
  const other = await maker.call(campaignsApi.cloneCampaign, {
    params: { id: campaignId },
    body: { name: campaignName() },
  });
  const { activities } = await maker.call(activitiesApi.listActivities, { query: { campaignId: other.id } });
  expect(activities.length).toBeGreaterThan(0);
  for (const each of activities) expect((await read(each.id)).comparison).toMatchObject({ share: 30 });
  const edited = await maker.call(activitiesApi.updateActivity, {
    params: { id },
    body: { name: "Offer", request: request(), comparison: comparison({ share: 10 }), revision },
  });
  expect(edited).toMatchObject({ approval: "draft", comparison: { share: 10 } });
  expect(edited.comparison?.template?.components.body.text).toBe("Else {{1}}");
});

test("an estimate says how many get which message, and what it costs either way", async () => {
  const { maker, request, comparison } = await comparisonWorld(harness);
  const numbers = Array.from({ length: 10 }, (_, at) => `+9198220044${10 + at}`);
  const estimate = await maker.call(activityEstimateApi.validateActivity, {
    body: { request: request(numbers), comparison: comparison({ share: 20 }) },
  });
  expect(estimate).toMatchObject({ reachable: 10, comparison: { each: 2, rest: 6 } });
  expect(estimate.comparison?.samples[0]?.rendered).toContain("Other, neighbour");
  const plain = await maker.call(activityEstimateApi.validateActivity, {
    body: { request: request(numbers) },
  });
  expect(plain.comparison).toBeNull();
  expect(estimate.cost.totals).toEqual(plain.cost.totals);
});

test("the whole of it on a living channel: both messages, the choice, and the rest are sent", async () => {
  const { approved, request, comparison, move, read, maker } = await comparisonWorld(harness);
  const numbers = Array.from({ length: 30 }, (_, at) => `+9198330055${10 + at}`);
  const { id } = await approved({ request: request(numbers), comparison: comparison() });
  await move(id, "start");
  const run = async () => (await read(id)).broadcasts[0]?.comparison;
  await eventually(async () => {
    const now = await run();
    expect([now?.a.status, now?.b.status, now?.rest.status]).toEqual(["completed", "completed", "scheduled"]);
  });
  await maker.call(activitiesApi.chooseMessage, { params: { id }, body: { run: 1, winner: "b" } });
  await eventually(async () =>
    expect(await read(id)).toMatchObject({
      state: stopped,
      completed: true,
      counts: { total: 30, delivered: 30 },
    }),
  );
});
