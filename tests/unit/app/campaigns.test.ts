import { describe, expect, test } from "vitest";
import { actionsOf } from "#app/routes/campaigns/activity/actions-of.ts";
import {
  activityRequestOf,
  type ActivityDraft,
  draftOf,
  newActivity,
  planOf,
} from "#app/routes/campaigns/activity/draft.ts";
import {
  fallbackOf,
  type FallbackDraft,
  newFallback,
} from "#app/routes/campaigns/activity/fallback-draft.ts";
import { runPartsOf } from "#app/routes/campaigns/activity/run-parts.ts";
import { listedSecond, ofDraft, placeOf, problemsIn } from "#app/routes/campaigns/activity/problems.ts";
import { modes } from "#app/routes/campaigns/dialog/modes.ts";
import { problemsOf, startingAt, timeOf } from "#app/routes/campaigns/dialog/values.ts";
import { differencesOf } from "#app/routes/campaigns/form/differences.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { filled, MAPPED, NONE, noon, request, stored, template } from "#tests/support/activity-draft.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import type { Campaign } from "#workers/contract/endpoints/campaigns.ts";

describe("an activity in the form", () => {
  test("comes back as it was stored", () => {
    const draft = draftOf(stored);
    expect(activityRequestOf(draft, MAPPED)).toEqual(request);
    expect(planOf(draft)).toEqual(stored.plan);
  });

  test("has no time that was typed before somebody chose to start it by hand", () => {
    const typed = filled({ start: "2026/12/01 09:30:00", isLater: false });
    expect(planOf(typed).startAt).toBeNull();
    expect(planOf({ ...typed, isLater: true }).startAt).toBe("2026-12-01T09:30");
  });

  test("repeats only where that is chosen", () => {
    expect(planOf(filled()).repeat).toBeNull();
    expect(planOf(filled({ repeats: true, every: "3", unit: "day", runs: "5" })).repeat).toEqual({
      unit: "day",
      every: 3,
      runs: 5,
    });
  });

  test.each([
    ["nothing", {}, []],
    ["a name of blanks", { name: "  " }, ["name"]],
    ["nobody", { numbers: "" }, ["numbers"]],
    ["a file alone", { numbers: "", file: request.audience.file }, []],
    ["every 0", { repeats: true, every: "0" }, ["every"]],
    ["every 61", { repeats: true, every: "61" }, ["every"]],
    ["one run", { repeats: true, runs: "1" }, ["runs"]],
    ["words", { repeats: true, every: "two", runs: "1e2" }, ["every", "runs"]],
    ["a past time", { isLater: true, start: "2020/01/01 10:00:00" }, ["start"]],
  ] as const)("with %s is wrong at %s", (_, more, places) => {
    expect(Object.keys(problemsIn(filled(more as Partial<ActivityDraft>), MAPPED, noon))).toEqual(places);
  });

  test("is kept as a draft before its values and recipients are there", () => {
    const problems = problemsIn(filled({ numbers: "", mappings: {} }), MAPPED, noon);
    expect(Object.keys(problems)).toEqual(["mapping.body/1", "numbers"]);
    expect(ofDraft(problems)).toEqual({});
    expect(ofDraft(problemsIn(newActivity("UTC"), NONE, noon))).toMatchObject({
      channel: broadcastsTexts.mandatory,
    });
  });

  test.each([
    ["request.channelId", "channel"],
    ["request.message.template.media", "media"],
    ["request.columnMapping.0.value", "mapping.body/1"],
    ["plan.repeat.runs", "runs"],
    ["plan.startAt", "start"],
    ["name", "name"],
    ["revision", undefined],
  ])("shows what the server says of %s at %s", (name, place) => {
    expect(placeOf(name, { ...request, name: "", resourceId: "", resourceType: "" })).toBe(place);
  });

  test("tells what somebody else has changed", () => {
    expect(differencesOf(stored, { ...stored, name: "Other", revision: 9 })).toEqual(["Name"]);
  });
});

describe("a fallback in the form", () => {
  const second = { ...template, id: "second" };
  const { phoneNumber: _, audience: __, ...message } = request;
  const kept = { ...message, channelId: "other", after: { count: 2, unit: "day" as const } };
  const known = { variables: MAPPED, isKnown: true };
  const withFallback = (more: Partial<FallbackDraft> = {}) =>
    filled({
      fallback: {
        ...newFallback(4, [4, 0]),
        channelId: "other",
        template: second as never,
        mappings: { "body/1": { type: "static", value: "Asha" } },
        ...more,
      },
    });
  const wrong = (draft: ActivityDraft, its = known) => Object.keys(problemsIn(draft, MAPPED, noon, its));

  test("comes back as it was stored", () => {
    const shown = { ...kept, channelName: "Shop", channelType: 0, template: second };
    const { fallback } = draftOf({ ...stored, fallback: shown } as unknown as Activity);
    expect(fallback && fallbackOf(fallback, MAPPED)).toMatchObject({
      ...kept,
      message: { template: { templateUId: "second" } },
    });
    expect(draftOf(stored).fallback).toBeNull();
  });

  test("is on another channel type where one is offered, SMS before all others", () => {
    expect(newFallback(4, [4, 10, 0]).type).toBe(0);
    expect(newFallback(0, [4, 0]).type).toBe(4);
    expect(newFallback(4, [4]).type).toBe(4);
  });

  test.each([
    ["nothing", {}, []],
    ["no time", { count: "" }, ["fallback.count"]],
    ["a part of an hour", { count: "1.5" }, ["fallback.count"]],
    ["more than two weeks", { count: "15", unit: "day" }, ["fallback.count"]],
    ["no value", { mappings: {} }, ["fallback.mapping.body/1"]],
    ["the first channel", { channelId: "channel" }, ["fallback.channel"]],
    ["no template", { template: null }, ["fallback.template"]],
  ] as const)("with %s is wrong at %s", (_name, more, places) => {
    expect(wrong(withFallback(more as Partial<FallbackDraft>))).toEqual(places);
  });

  test("waits until its variables are known, as a draft, too: else they would be lost", () => {
    const late = { variables: NONE, isKnown: false };
    expect(wrong(withFallback(), late)).toEqual(["fallback.template"]);
    expect(Object.keys(ofDraft(problemsIn(withFallback(), MAPPED, noon, late)))).toEqual([
      "fallback.template",
    ]);
    expect(ofDraft(problemsIn(withFallback({ mappings: {} }), MAPPED, noon, known))).toEqual({});
  });

  test.each([
    ["fallback.channelId", "fallback.channel"],
    ["fallback.message.template.templateUId", "fallback.template"],
    ["fallback.message.template.media", "fallback.media"],
    ["fallback.columnMapping.body/1", "fallback.mapping.body/1"],
    ["fallback.after.count", "fallback.count"],
    ["fallback.after", "fallback.count"],
  ])("shows what the server says of %s at %s", (name, place) => {
    const whole = { ...request, name: "", resourceId: "", resourceType: "" as const };
    expect(placeOf(name, whole, withFallback(), known)).toBe(place);
    expect(placeOf(name, whole)).toBeUndefined();
  });

  test("names what is wrong with it, beside what is wrong with the first message", () => {
    const shown = problemsIn(withFallback({ count: "0" }), MAPPED, noon, known);
    expect(listedSecond(shown, MAPPED)).toEqual([
      {
        id: "broadcast-fallback-count",
        text: "Fallback, Not delivered within: Enter a whole number from 1.",
      },
    ]);
  });
});

describe("what may be done with an activity", () => {
  const { created, started } = campaignStates;
  test("makers ask and take back, starters start", () => {
    const makes = { makes: true, starts: false };
    const starts = { makes: false, starts: true };
    expect(actionsOf({ state: created, approval: "draft" }, makes)).toEqual(["submit"]);
    expect(actionsOf({ state: created, approval: "pending" }, makes)).toEqual(["withdraw"]);
    expect(actionsOf({ state: created, approval: "approved" }, makes)).toEqual([]);
    expect(actionsOf({ state: created, approval: "approved" }, starts)).toEqual(["start"]);
    expect(actionsOf({ state: created, approval: "pending" }, starts)).toEqual([]);
    expect(actionsOf({ state: started, approval: "approved" }, starts)).toEqual(["pause", "stop"]);
  });
});

describe("the campaign dialog", () => {
  test("has the twelve modes of the specification", () => {
    expect(Object.keys(modes).toSorted()).toEqual(
      [
        "rejectActivity",
        "approveActivity",
        "delete_activity",
        "delete_blackList",
        "approveAudit",
        "deactiveCampaign",
        "createCampaign",
        "createMsgTemplate",
        "createMsgView",
        "stopCampaign",
        "startCampaign",
        "urlVariableMap",
      ].toSorted(),
    );
  });

  test("says of a start what it does: now, at the campaign's time, or after a pause", () => {
    const said = (campaign: object) => {
      const subject = { id: "one", name: "Diwali", campaign: { startAt: null, ...campaign } as Campaign };
      const { title, text, submit } = modes.startCampaign;
      return [title(subject), text(subject), submit(subject)].join(" ");
    };
    const { created, scheduled, paused } = campaignStates;
    const [past, ahead] = ["2020-01-01T10:00:00Z", "2999-01-01T10:00:00Z"];
    const now = said({ state: created });
    expect(now).toMatch(/^Start Diwali\? It sends nothing by itself/);
    expect(said({ state: created, startAt: past })).toBe(now);
    expect(said({ state: scheduled, startAt: ahead })).toBe(now);
    expect(said({ state: created, startAt: ahead })).toMatch(/It starts at .* 2999 .*each on its own/);
    expect(said({ state: paused, startAt: ahead })).toMatch(
      /^Resume Diwali\? .* paused with it go on.*Resume$/,
    );
  });

  test("asks for a reason in the specification's words", () => {
    const blank = { ...startingAt(undefined), reason: "  " };
    expect(problemsOf(blank, modes.rejectActivity.fields)).toEqual({
      reason: "Please enter reject reason",
    });
    expect(problemsOf({ ...blank, reason: "No" }, modes.rejectActivity.fields)).toEqual({});
  });

  test("wants an end after the start", () => {
    const { fields } = modes.createCampaign;
    const values = { ...startingAt(undefined), name: "Diwali" };
    const [early, late] = ["2026/12/01 10:00:00", "2026/12/02 10:00:00"];
    expect(problemsOf(values, fields)).toEqual({});
    expect(problemsOf({ ...values, startAt: early, endAt: late }, fields)).toEqual({});
    expect(Object.keys(problemsOf({ ...values, startAt: late, endAt: early }, fields))).toEqual(["endAt"]);
    expect(Object.keys(problemsOf({ ...values, startAt: early, endAt: early }, fields))).toEqual(["endAt"]);
    expect(Object.keys(problemsOf({ ...values, startAt: "soon" }, fields))).toEqual(["startAt"]);
    expect(timeOf("")).toBeNull();
  });
});

test("an activity's people are those of its runs, in all of their parts, and of no fallback", () => {
  const counts = { total: 1 };
  const compared = { a: { id: "a", counts }, b: { id: "b", counts }, rest: { id: "rest", counts } };
  const broadcasts = [
    { id: "a", run: 2, counts, comparison: compared, fallback: null },
    { id: "one", run: 1, counts, comparison: null, fallback: { id: "second", counts } },
  ] as unknown as Activity["broadcasts"];
  expect(runPartsOf({ broadcasts }).map(({ id, name }) => [id, name])).toEqual([
    ["a", "Run 2, message A"],
    ["b", "Run 2, message B"],
    ["rest", "Run 2, the rest"],
    ["one", "Run 1"],
  ]);
});
