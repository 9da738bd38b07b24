import { channelTypes } from "#workers/contract/channel-types.ts";
import { describe, expect, test } from "vitest";
import { newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import type { Variables } from "#app/features/broadcasts/broadcast-request.ts";
import { leftOut } from "#app/features/broadcasts/review-section.tsx";
import { stepStates } from "#app/features/broadcasts/steps.ts";
import { components } from "#workers/contract/templates/template.ts";

const parameter = { name: "body/1", label: "1", type: "TEXT", isRequired: true, sample: "" } as const;
const variables: Variables = {
  groups: [{ type: "messageTags", card: null, parameters: [parameter] }],
  columns: [],
  media: [],
};
const empty = newDraft("UTC");
const whole = {
  ...empty,
  channelId: "c",
  template: {
    id: "t",
    name: "order",
    language: "en",
    category: "UTILITY",
    components: components.parse({ body: { text: "Hello {{1}}" } }),
  } as const,
  numbers: "919876543210, 919876543211",
  mappings: { "body/1": { type: "static", value: "Asha" } as const },
};
const sample = { to: "919876543210", name: "", rendered: "Hello Asha", missing: [] as string[] };
const estimate = { reachable: 2, samples: [sample], problems: [] };
const now = Date.parse("2026-11-24T12:00:00Z");
type Asked = Parameters<typeof stepStates>[0];
const states = (part: Partial<Asked> = {}) =>
  stepStates({
    draft: whole,
    variables,
    isLoading: false,
    estimate,
    problemAt: () => undefined,
    now,
    ...part,
  });

describe("the steps of a broadcast's form", () => {
  test("all but the time are to do at first, and all done in the end", () => {
    expect(states({ draft: empty, estimate: undefined })).toEqual({
      template: "todo",
      audience: "todo",
      variables: "todo",
      preview: "todo",
      time: "done",
      review: "todo",
    });
    expect(new Set(Object.values(states()))).toEqual(new Set(["done"]));
  });

  test("a part that shows a problem is wrong, and one that is only empty is not", () => {
    const draft = { ...whole, numbers: "", mappings: {} };
    expect(states({ draft, estimate: undefined })).toMatchObject({ audience: "todo", variables: "todo" });
    const problemAt = (place: string) => (place === "numbers" ? "This Field is Mandatory" : undefined);
    expect(states({ draft, estimate: undefined, problemAt })).toMatchObject({
      audience: "wrong",
      variables: "todo",
    });
  });

  test("variables that are still being loaded are not done", () => {
    expect(states({ isLoading: true })).toMatchObject({ variables: "todo", preview: "todo" });
  });

  test("an audience that nobody is left of is wrong, and so is a preview with a gap", () => {
    expect(states({ estimate: { ...estimate, reachable: 0 } })).toMatchObject({
      audience: "wrong",
      review: "todo",
    });
    const gap = { ...estimate, samples: [sample, { ...sample, missing: ["body/1"] }] };
    expect(states({ estimate: gap })).toMatchObject({ preview: "wrong", review: "todo" });
  });

  test("a time that has passed is to do", () => {
    const draft = { ...whole, isLater: true, start: "2020/01/01 10:00:00" };
    expect(states({ draft })).toMatchObject({ time: "todo", review: "todo" });
  });
});

describe("who is left out", () => {
  const counts = { total: 10, reachable: 10, doubles: 0, invalidCount: 0, blacklisted: 0, optedOut: 0 };

  test("is said with every reason, and those without a value are the rest", () => {
    expect(leftOut(counts, whole.type)).toBe("Nobody");
    expect(
      leftOut(
        { ...counts, reachable: 1, doubles: 1, invalidCount: 2, blacklisted: 1, optedOut: 2 },
        whole.type,
      ),
    ).toBe(
      "9: 1 duplicate, 2 invalid numbers, 1 on the blacklist, 2 opted out, 3 without a value for a variable",
    );
    expect(leftOut({ ...counts, reachable: 8, invalidCount: 2 }, channelTypes.email)).toBe(
      "2: 2 invalid addresses",
    );
  });
});
