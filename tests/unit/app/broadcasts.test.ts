import { describe, expect, test } from "vitest";
import { newDraft } from "#app/routes/broadcasts/broadcast-draft.ts";
import {
  isFitting,
  labelOf,
  placeOf,
  problemsIn,
  requestOf,
  startOf,
  testOf,
  type Variables,
} from "#app/routes/broadcasts/broadcast-request.ts";
import {
  doneOf,
  failedOf,
  isGoingOn,
  reachedOf,
  retriedOf,
  secondsLeft,
} from "#app/routes/broadcasts/figures.ts";
import { filterOf } from "#app/routes/broadcasts/filter-of-view.ts";
import { componentsOf, readBy } from "#app/routes/broadcasts/previewed.ts";
import { addressOfRange, queryOf, rangeIn, readRange, usualRange } from "#app/routes/broadcasts/range.ts";
import { momentIn, timeIn } from "#app/lib/zone-moment.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { components } from "#workers/contract/templates/template.ts";

const parameter = { name: "body/1", label: "1", type: "TEXT", isRequired: true, sample: "" } as const;
const variables: Variables = {
  groups: [
    { type: "messageTags", card: null, parameters: [parameter] },
    {
      type: "url",
      card: null,
      parameters: [{ ...parameter, name: "buttons.0/1", type: "URL", isRequired: false }],
    },
  ],
  columns: [],
  media: [
    { card: null, type: "IMAGE", isRequired: true },
    { card: 1, type: "VIDEO", isRequired: true },
  ],
};
const template = {
  id: "t",
  name: "order",
  language: "en",
  category: "UTILITY",
  components: components.parse({ body: { text: "Hello {{1}}" } }),
} as const;
const picture = { type: "IMAGE", fileId: "f" } as const;
const whole = {
  ...newDraft("UTC"),
  channelId: "c",
  template,
  media: picture,
  cards: { 1: { type: "VIDEO", fileId: "v" } as const },
  numbers: "919876543210, 919876543211",
  mappings: { "body/1": { type: "static", value: " Asha " } as const },
};
const noon = Date.parse("2026-11-24T12:00:00Z");

describe("a broadcast's form", () => {
  test("asks for what the specification makes mandatory, in its words", () => {
    expect(problemsIn(newDraft("UTC"), variables, noon)).toEqual({
      channel: "This Field is Mandatory",
      template: "This Field is Mandatory",
      media: "Attachment is missing !",
      "cards.1": "Media missing in card 2",
      "mapping.body/1": "This Field is Mandatory",
      numbers: "This Field is Mandatory",
    });
    expect(problemsIn(whole, variables, noon)).toEqual({});
  });

  test("takes numbers of ten characters or more, or somebody of the customer master in their place", () => {
    expect(problemsIn({ ...whole, numbers: "123456789" }, variables, noon)).toEqual({
      numbers: "please enter valid number",
    });
    const nobody = { ...whole, numbers: "" };
    const person = { id: "1", name: "Asha", phoneNumber: "+919876543210" };
    expect(problemsIn({ ...nobody, people: [person] }, variables, noon)).toEqual({});
    expect(problemsIn({ ...nobody, also: "everybody" }, variables, noon)).toEqual({});
    expect(problemsIn({ ...whole, also: "matching" }, variables, noon)).toEqual({
      groups: texts.form.groupNeeded,
    });
  });

  test("takes a start in the future, by the clocks of its zone", () => {
    const later = { ...whole, isLater: true, timezone: "Asia/Kolkata", start: "2026/11/24 17:30:00" };
    expect(startOf(later)).toBe("2026-11-24T12:00:00.000Z");
    expect(problemsIn(later, variables, noon)).toEqual({ start: texts.startPast });
    expect(problemsIn(later, variables, noon - 1)).toEqual({});
    expect(problemsIn({ ...later, start: "2028/01/01 00:00:00" }, variables, noon)).toEqual({
      start: texts.startFar(365),
    });
    expect(problemsIn({ ...later, start: "tomorrow" }, variables, noon)).toEqual({ start: texts.startWrong });
    expect(problemsIn({ ...later, timezone: "" }, variables, noon)).toEqual({ timezone: texts.zoneWrong });
    expect(startOf({ ...later, isLater: false })).toBeNull();
  });

  test("sends what was chosen, and only values that there are", () => {
    const request = requestOf(whole, variables);
    expect(request).toMatchObject({
      phoneNumber: ["919876543210", "919876543211"],
      audience: { filter: null, customerIds: [] },
      message: {
        template: {
          templateId: "order",
          templateUId: "t",
          media: picture,
          cards: [{ media: null }, { media: {} }],
        },
      },
      columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
    });
    const groups = [{ id: "g", name: "Buyers" }];
    expect(requestOf({ ...whole, also: "matching", groups, search: "a" }, variables).audience.filter).toEqual(
      {
        search: "a",
        groups: ["g"],
        tags: [],
      },
    );
    expect(requestOf({ ...whole, also: "everybody", groups }, variables).audience.filter).toEqual({
      search: "",
      groups: [],
      tags: [],
    });
  });

  test("a test goes to nobody but the one number", () => {
    const request = requestOf({ ...whole, also: "everybody" }, variables);
    expect(testOf(request, "91", "Test")).toMatchObject({
      phoneNumber: ["91"],
      audience: { filter: null, customerIds: [] },
    });
  });

  test("finds the place of what the server refuses", () => {
    const request = requestOf(whole, variables);
    const placed = {
      channelId: "channel",
      "message.template.templateUId": "template",
      "message.template.media": "media",
      "message.template.cards.1.media": "cards.1",
      "phoneNumber.0": "numbers",
      "audience.filter.groups": "groups",
      "columnMapping.body/1": "mapping.body/1",
      "columnMapping.0.value": "mapping.body/1",
      startAt: "start",
      resourceId: undefined,
    };
    for (const [name, place] of Object.entries(placed)) expect(placeOf(name, request)).toBe(place);
  });

  test("documents are PDF, pictures and videos of their kind", () => {
    expect(isFitting("DOC", "application/pdf")).toBe(true);
    expect(isFitting("DOC", "application/msword")).toBe(false);
    expect(isFitting("IMAGE", "video/mp4")).toBe(false);
    expect(isFitting("VIDEO", "video/mp4")).toBe(true);
  });

  test("says of two variables of one name where each is", () => {
    expect(labelOf(parameter)).toBe("{{1}}");
    expect(labelOf({ ...parameter, name: "header/1" })).toBe("{{1}} (header)");
    expect(labelOf({ ...parameter, name: "buttons.1/1", type: "URL" })).toBe("{{1}} (button 2)");
    expect(labelOf({ ...parameter, name: "cards.1.body/1" })).toBe("{{1}} (card 2)");
    expect(labelOf({ ...parameter, name: "buttons.0", type: "CODE" })).toBe("Code to copy");
  });
});

describe("figures", () => {
  const counts = {
    total: 20,
    replied: 1,
    doubles: 0,
    queued: 5,
    unknown: 1,
    sent: 3,
    delivered: 4,
    read: 2,
    failed: 3,
    expired: 1,
    cancelled: 1,
  };

  test("who has read it was sent it too", () => {
    expect(reachedOf(counts)).toEqual({ sent: 9, delivered: 6, read: 2, replied: 1 });
    expect([failedOf(counts), retriedOf(counts), doneOf(counts)]).toEqual([4, 5, 0.75]);
    expect(doneOf({ ...counts, total: 0, queued: 0 })).toBe(0);
  });

  test("are asked for anew while it is sent, and a while after its end", () => {
    expect(isGoingOn({ status: "processing", endedAt: null }, noon)).toBe(true);
    expect(isGoingOn({ status: "scheduled", endedAt: null }, noon)).toBe(false);
    const ended = { status: "completed", endedAt: "2026-11-24T12:00:00Z" } as const;
    expect([isGoingOn(ended, noon + 119_999), isGoingOn(ended, noon + 120_000)]).toEqual([true, false]);
  });

  test("the time left is at the last minute's pace, else at the channel's rate", () => {
    expect(secondsLeft({ counts, sentLastMinute: 60, ratePerSecond: 100 })).toBe(5);
    expect(secondsLeft({ counts, sentLastMinute: 0, ratePerSecond: 2 })).toBe(3);
    expect(secondsLeft({ counts, sentLastMinute: 0, ratePerSecond: 0 })).toBeUndefined();
    expect(
      secondsLeft({ counts: { ...counts, queued: 0 }, sentLastMinute: 1, ratePerSecond: 1 }),
    ).toBeUndefined();
  });
});

describe("the dates of the list", () => {
  const now = new Date(2026, 10, 24, 15, 30);
  const usual = { start: "2026-11-17T00:00:00", end: "2026-11-24T23:59:59" };

  test("are seven days back to today unless the address says something else", () => {
    expect(usualRange(now)).toEqual(usual);
    expect(rangeIn(new URLSearchParams(), now)).toEqual(usual);
    expect(rangeIn(new URLSearchParams("start=nonsense&end=any"), now)).toEqual({ ...usual, end: "" });
    expect(addressOfRange(usual, now)).toEqual({ start: "", end: "" });
    expect(addressOfRange({ start: "", end: usual.end }, now)).toEqual({ start: "any", end: "" });
  });

  test("hold their last second, and are none where a side is open", () => {
    expect(queryOf({ start: "", end: usual.end })).toEqual({
      fromDate: "",
      toDate: new Date(2026, 10, 24, 23, 59, 59, 999).toISOString(),
    });
  });

  test("are refused where they are no dates, or end before they begin", () => {
    expect(readRange({ start: "2026/11/17", end: "" }).problems).toEqual({ start: "Invalid Date Format" });
    expect(readRange({ start: "2026/11/17 00:00:00", end: "2026/11/16 00:00:00" }).problems).toEqual({
      end: texts.endBeforeStart,
    });
    expect(readRange({ start: "", end: "2026/11/16 00:00:00" }).range).toEqual({
      start: "",
      end: "2026-11-16T00:00:00",
    });
  });
});

test("a saved view names groups that still exist, and its search", () => {
  const groups = [{ id: "a", name: "Buyers" }];
  expect(filterOf("q=rao&group=a&group=gone&label=b", groups, [{ id: "b", name: "New" }])).toEqual({
    search: "rao",
    groups,
    tags: [{ id: "b", name: "New" }],
  });
});

test("a recipient's words stand for the header's, the body's and the footer's", () => {
  const own = components.parse({
    header: { format: "TEXT", text: "Hi" },
    body: { text: "Hello {{1}}" },
    footer: { text: "Bye" },
  });
  const read = readBy(own, "Hi\n\nHello Asha\n\nBye", channelTypes.whatsApp);
  expect([read.header, read.body.text, read.footer]).toEqual([null, "Hi\n\nHello Asha\n\nBye", null]);
  expect(readBy(own, "Hello", channelTypes.email).header?.text).toBe("Hi");
  const shown = componentsOf(components.parse({ header: { format: "IMAGE" } }), whole);
  expect([shown.header?.medium, shown.samples]).toEqual([picture, { "body/1": " Asha " }]);
});

test("a moment is read by the clocks of its zone, also around their changes", () => {
  expect(timeIn("Europe/Berlin", "2026-07-01T12:00:00")).toBe(Date.parse("2026-07-01T10:00:00Z"));
  expect(timeIn("Europe/Berlin", "2026-10-25T01:30:00")).toBe(Date.parse("2026-10-24T23:30:00Z"));
  expect(timeIn("Europe/Berlin", "2026-10-25T03:30:00")).toBe(Date.parse("2026-10-25T02:30:00Z"));
  expect(timeIn("Europe/Berlin", "2026-03-29T03:30:00")).toBe(Date.parse("2026-03-29T01:30:00Z"));
  expect(timeIn("UTC", "no moment")).toBeNaN();
  expect(momentIn("Asia/Kolkata", Date.parse("2026-11-24T12:00:00Z"))).toBe("2026-11-24T17:30:00");
});
