import { describe, expect, test } from "vitest";
import {
  comparisonIn,
  type ComparisonDraft,
  comparisonOf,
  newComparison,
} from "#app/routes/campaigns/activity/comparison-draft.ts";
import { draftOf } from "#app/routes/campaigns/activity/draft.ts";
import { listedSecond, placeOf, problemsIn } from "#app/routes/campaigns/activity/problems.ts";
import { filled, MAPPED, noon, request, stored, template } from "#tests/support/activity-draft.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";

describe("a comparison in the form", () => {
  const second = { ...template, id: "second" };
  const kept = {
    message: { template: { templateId: "offer", templateUId: "second", media: null, cards: [] } },
    columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
    trackClicks: true,
    share: 20,
    by: "read",
    after: { count: 30, unit: "minute" },
  } as const;
  const known = { variables: MAPPED, isKnown: true };
  const compared = (more: Partial<ComparisonDraft> = {}) =>
    filled({
      comparison: {
        ...newComparison(filled({})),
        template: second as never,
        mappings: { "body/1": { type: "static", value: "Asha" } },
        ...more,
      },
    });

  test("comes back as it was stored", () => {
    const draft = draftOf({ ...stored, comparison: { ...kept, template: second } } as unknown as Activity);
    expect(draft.comparison && comparisonOf(draft.comparison, draft, MAPPED)).toEqual(kept);
    expect(draftOf(stored).comparison).toBeNull();
  });

  test("loses its template with another channel of the first message", () => {
    expect(comparisonIn(compared())).toMatchObject({ template: second });
    expect(comparisonIn({ ...compared(), channelId: "other" })).toMatchObject({
      channelId: "other",
      template: null,
      mappings: {},
    });
  });

  test.each([
    ["nothing", {}, []],
    ["nobody", { share: "0" }, ["comparison.share"]],
    ["more than a half each", { share: "51" }, ["comparison.share"]],
    ["a part of a person", { share: "1.5" }, ["comparison.share"]],
    ["no time", { count: "" }, ["comparison.count"]],
    ["too little time", { count: "14", unit: "minute" }, ["comparison.count"]],
    ["more than a week", { count: "8", unit: "day" }, ["comparison.count"]],
    ["no value", { mappings: {} }, ["comparison.mapping.body/1"]],
    ["clicks that nobody counts", { by: "clicked", trackClicks: false }, ["comparison.by"]],
    ["no template", { template: null }, ["comparison.template"]],
  ] as const)("with %s is wrong at %s", (_name, more, places) => {
    const draft = compared(more as Partial<ComparisonDraft>);
    expect(Object.keys(problemsIn(draft, MAPPED, noon, known))).toEqual(places);
  });

  test.each([
    ["comparison.message.template.templateUId", "comparison.template"],
    ["comparison.message.template.media", "comparison.media"],
    ["comparison.columnMapping.body/1", "comparison.mapping.body/1"],
    ["comparison.after.count", "comparison.count"],
    ["comparison.after", "comparison.count"],
    ["comparison.share", "comparison.share"],
    ["comparison.by", "comparison.by"],
  ])("shows what the server says of %s at %s", (name, place) => {
    const whole = { ...request, name: "", resourceId: "", resourceType: "" as const };
    expect(placeOf(name, whole, compared(), known)).toBe(place);
    expect(placeOf(name, whole)).toBeUndefined();
  });

  test("names what is wrong with it", () => {
    const shown = problemsIn(compared({ share: "60" }), MAPPED, noon, known);
    expect(listedSecond(shown, MAPPED)).toEqual([
      {
        id: "broadcast-comparison-share",
        text: "Message B, People for each message, in %: Enter a whole number from 1 to 50.",
      },
    ]);
  });
});
