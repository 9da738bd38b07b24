import { expect, test } from "vitest";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { schedule, trigger, triggerInWords, triggersIn } from "#workers/contract/automation/triggers.ts";
import { nextTime } from "#workers/domain/entries/calendar.ts";
import { type Asked, decideEntry, MOST_AN_HOUR } from "#workers/domain/entries/decide.ts";
import { fits } from "#workers/domain/entries/fits.ts";
import { heldBy } from "#workers/domain/entries/held.ts";
import { shapeOf } from "#workers/domain/entries/shape.ts";
import { type Beginning, beginningOf } from "#workers/domain/messaging/beginnings.ts";

const held = (...triggers: object[]) => heldBy(triggersIn(triggers), []);
const beginnings = (...triggers: object[]): Beginning[] =>
  held(...triggers).map(({ kind, key }) => ({ kind, key, instanceId: `${kind} ${key}` }));
const said = (all: readonly Beginning[], words: string, more: { kind?: string; isFirst?: boolean } = {}) =>
  beginningOf(all, { words, kind: "text", isFirst: false, ...more })?.instanceId;

test("words are compared folded and whole; the whole text goes before its start, the longest before shorter ones", () => {
  const all = beginnings(
    { kind: "keyword", words: ["Offer!"], mode: "exact" },
    { kind: "keyword", words: ["offer", "offer today", "कीमत"], mode: "starts" },
    { kind: "keyword", words: ["price list"], mode: "contains" },
    { kind: "message", what: "first" },
    { kind: "message", what: "image" },
    { kind: "message", what: "any" },
  );
  expect(said(all, "OFFER")).toBe("keyword offer");
  expect(said(all, "Offer, please")).toBe("starts offer");
  expect(said(all, "offer today?")).toBe("starts offer today");
  expect(said(all, "कीमत क्या है")).toBe("starts कीमत");
  // A vowel sign makes another word of it.
  expect(said(all, "कीमती")).toBe("message any");
  expect(said(all, "Send the (price list), please")).toBe("contains price list");
  expect(said(all, "offers", { isFirst: true })).toBe("message first");
  expect(said(all, "", { kind: "image" })).toBe("message image");
  expect(said([], "offer")).toBeUndefined();
});

test("nothing is waited for twice, and each kind knows itself by what has to happen", () => {
  expect(
    heldBy(
      triggersIn([
        { kind: "keyword", words: ["Hi", "hi!"] },
        { kind: "link", token: "QR-7" },
      ]),
      ["HI"],
    ).map(({ kind, key }) => [kind, key]),
  ).toEqual([
    ["keyword", "hi"],
    ["keyword", "qr-7"],
  ]);
  expect(
    held(
      { kind: "membership", change: { what: "leavesLabel", id: "vip" } },
      { kind: "broadcast", what: "click" },
      { kind: "manual" },
    ).map(({ key }) => key),
  ).toEqual(["leaves:vip", "click"]);
});

test("what is set wrong is refused with a sentence; words by which people refuse messages begin nothing", () => {
  const refusals = (given: object) => trigger.safeParse(given).error?.issues.map(({ message }) => message);
  expect(refusals({ kind: "keyword", words: ["STOP"] })?.[0]).toMatch(/refuse or allow/);
  expect(refusals({ kind: "keyword", words: [] })?.[0]).toMatch(/one per line/);
  expect(refusals({ kind: "event", name: "paid now" })?.[0]).toMatch(/order\.paid/);
  expect(refusals({ kind: "webhook", at: "a..b" })?.[0]).toMatch(/customer\.phone/);
  expect(refusals({ kind: "nothing" })?.[0]).toMatch(/Choose/);
  expect(refusals({ kind: "imported", more: 1 })).toHaveLength(1);
  expect(triggersIn([{ kind: "nothing" }, { kind: "imported" }])).toEqual([{ kind: "imported" }]);
  expect(triggerInWords({ kind: "membership", change: { what: "entersGroup", id: "g" } }, () => "Gold")).toBe(
    "a customer comes into the group Gold",
  );
});

const at = (when: object, zone: string, after: string) =>
  new Date(
    nextTime(
      schedule.parse({ kind: "schedule", clock: "02:30", audience: { of: "group", id: "g" }, ...when }),
      zone,
      Date.parse(after),
    ),
  ).toISOString();

test("a schedule keeps the clock of its zone over changes of it, and short months have it on their last day", () => {
  const daily = { every: "day", clock: "09:00" };
  expect(at(daily, "Europe/Berlin", "2026-10-24T06:00:00Z")).toBe("2026-10-24T07:00:00.000Z");
  expect(at(daily, "Europe/Berlin", "2026-10-24T07:00:00Z")).toBe("2026-10-25T08:00:00.000Z");
  // Half past two is left out that night.
  expect(at({ every: "day" }, "Europe/Berlin", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
  expect(at({ every: "week", weekday: "mon" }, "Asia/Kolkata", "2026-11-22T20:59:00Z")).toBe(
    "2026-11-22T21:00:00.000Z",
  );
  expect(at({ every: "month", day: 31 }, "UTC", "2027-01-31T03:00:00Z")).toBe("2027-02-28T02:30:00.000Z");
});

const asked = (more: Partial<Asked> = {}): Asked => ({
  state: INSTANCE.started,
  isReached: true,
  isBlocked: false,
  reentry: "afterEnd",
  filter: undefined,
  runs: { all: 0, open: 0, lately: 0 },
  known: new Map([
    ["contact.city", "text"],
    ["contact.plan", "text"],
  ]),
  values: { contact: { city: "Pune", plan: "gold" } },
  now: 0,
  ...more,
});
const result = (more: Partial<Asked>) => decideEntry(asked(more)).result;

test("whoever does not enter is told the first reason: the instance, reach, coming again, then the filter's row", () => {
  expect(result({})).toBe("entered");
  expect(result({ state: INSTANCE.paused, isReached: false })).toBe("paused");
  expect(result({ state: INSTANCE.scheduled })).toBe("stopped");
  expect(result({ isReached: false, isBlocked: true })).toBe("unreachable");
  expect(result({ isBlocked: true })).toBe("blocked");
  const once = { all: 1, open: 0, lately: 1 };
  expect([result({ runs: once }), result({ runs: once, reentry: "never" })]).toEqual(["entered", "wasIn"]);
  const open = { all: 2, open: 1, lately: 2 };
  expect([result({ runs: open }), result({ runs: open, reentry: "always" })]).toEqual(["inIt", "entered"]);
  expect(result({ reentry: "always", runs: { all: 90, open: 9, lately: MOST_AN_HOUR } })).toBe("tooOften");
  const rows = [
    { field: "contact.city", operator: "is" as const, value: "Pune" },
    { field: "contact.plan", operator: "is" as const, value: "silver" },
  ];
  expect(decideEntry(asked({ filter: { match: "all", rows } }))).toEqual({
    result: "filter",
    detail: "plan is silver",
  });
  expect(result({ filter: { match: "any", rows } })).toBe("entered");
  expect(result({ filter: { match: "any", rows: rows.slice(1) } })).toBe("filter");
  // A field that is gone, or is not of its type, keeps people out, rather than letting everybody in.
  const row = (field: string, operator: "is" | ">", value: string | number) => ({
    match: "all" as const,
    rows: [{ field, operator, value }],
  });
  expect(result({ filter: row("contact.gone", "is", "x") })).toBe("filter");
  const known = new Map([["contact.plan", "number" as const]]);
  expect(result({ known, filter: row("contact.plan", ">", 1) })).toBe("filter");
});

test("a field that becomes something else, and another template's broadcast, are not waited for", () => {
  const field = (is: string, spec: object) =>
    fits({ kind: "field", told: JSON.stringify({ is }), spec: JSON.stringify(spec) });
  expect([field("gold", {}), field("gold", { to: "gold" }), field("silver", { to: "gold" })]).toEqual([
    true,
    true,
    false,
  ]);
  expect(fits({ kind: "broadcast", told: '{"templateId":"a"}', spec: '{"templateId":"b"}' })).toBe(false);
});

test("a call's shape has none of its values", () => {
  const shape = shapeOf({ buyer: { phone: "+919", age: 7 }, items: [{ id: "x" }], paid: true, note: null });
  expect(JSON.parse(shape)).toEqual({
    buyer: { phone: "text", age: "number" },
    items: [{ id: "text" }],
    paid: "boolean",
    note: "nothing",
  });
  const wide = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`key ${n}`, { deep: { deeper: "secret" } }]),
  );
  expect(shapeOf(wide).length).toBeLessThanOrEqual(4_096);
});
