import { getCountries, getExampleNumber } from "libphonenumber-js";
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import { expect, test } from "vitest";
import { shownColumns, withColumn, withMoved } from "#app/kit/columns.ts";
import { addressOf, type ListState, listStateOf } from "#app/routes/customers/list/list-state.ts";
import { digestOf, draftOf } from "#app/routes/customers/form/customer-draft.ts";
import { phones } from "#app/features/customers/phones.ts";
import { timezoneNames } from "#workers/contract/timezones.ts";
import { countryOfZone } from "#workers/contract/zone-countries.ts";
import { phoneOf, phoneProblem } from "#workers/domain/customers/phone.ts";

const headers = ["City", "Plan", "Remark"].map((name) => ({ id: name.toLowerCase(), name }));
const namesOf = (columns: string[] | null) => shownColumns(headers, columns).map(({ name }) => name);

test("the number of every country, typed as people there do, is sent as the server reads it", () => {
  const wrong = getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples);
    if (!example) return [];
    const spellings = [
      example.formatNational(),
      example.nationalNumber,
      example.formatInternational(),
      example.number,
    ];
    return spellings
      .filter((typed) => phoneOf(phones.withCode(typed, country)) !== example.number)
      .map((typed) => `${country} ${typed}: ${phoneOf(phones.withCode(typed, country))}`);
  });
  expect(wrong).toEqual([]);
});

test("what the form takes for a number the server does too, and the other way round", () => {
  for (const typed of [
    "",
    " ",
    "12",
    "+",
    "+91",
    "abc",
    "98765 43210",
    "+91 98765 43210",
    "00919876543210",
  ]) {
    const sent = phones.withCode(typed, "IN");
    expect(phoneOf(sent) !== undefined, `${typed} → ${sent}`).toBe(
      phones.read(typed, "IN").problem === undefined,
    );
  }
});

test("a number that its country does not have is refused with the reason, by the form and the server alike", () => {
  const wrong: [typed: string, country: string, reason: RegExp][] = [
    ["98765 43210", "GB", /^\+44 has no such number\./],
    ["98765", "IN", /^This number is too short for \+91\./],
    ["98765 43210 98765", "IN", /^This number is too long for \+91\./],
    ["+999 98765 43210", "IN", /^This is not a phone number\./],
    ["abc", "IN", /^This is not a phone number\./],
  ];
  for (const [typed, country, reason] of wrong) {
    const sent = phones.withCode(typed, country);
    expect(phones.read(typed, country).problem, typed).toMatch(reason);
    expect(phoneOf(sent), typed).toBeUndefined();
    expect(phoneProblem(sent), typed).toMatch(reason);
  }
});

test("a time zone tells its country, by its old name too; UTC tells none", () => {
  expect(["Asia/Kolkata", "Asia/Calcutta", "Europe/London", "UTC", ""].map(countryOfZone)).toEqual([
    "IN",
    "IN",
    "GB",
    "",
    "",
  ]);
  expect(timezoneNames().filter((zone) => countryOfZone(zone) === "")).toEqual(["UTC"]);
});

const nothing = listStateOf(new URLSearchParams());

test("the list's address holds what is shown, and what is no such thing is left out of it", () => {
  const listState: ListState = {
    search: "a & b",
    groups: ["g1", "g2"],
    tags: ["t1"],
    fields: [
      { field: "city", is: "oneOf", values: ["Pune & more", "Delhi"], several: false },
      { field: "cards", is: "oneOf", values: ["gold"], several: true },
      { field: "age", is: "between", from: -1.5, to: null },
      { field: "size", is: "between", from: null, to: 0 },
    ],
    from: 20,
    order: "nameDown",
    view: "Only these",
  };
  expect(listStateOf(addressOf(listState))).toEqual(listState);
  expect(addressOf({ ...nothing, from: 0 }).toString()).toBe("");
  const odd = listStateOf(new URLSearchParams(`from=-3&group=&group=g&group=g&label=${"x".repeat(65)}`));
  expect(odd).toEqual({ ...nothing, groups: ["g"] });
  const unread = "is.=x&min.age=many&is.city=" + "x".repeat(201) + "&sort=wealth&is=y";
  expect(listStateOf(new URLSearchParams(unread))).toEqual(nothing);
  expect(listStateOf(new URLSearchParams("from=many")).from).toBe(0);
});

test("columns are shown, hidden and moved; one that is gone, or was another enterprise's, harms nothing", () => {
  expect(namesOf(null)).toEqual(["City", "Plan", "Remark"]);
  expect(namesOf(["remark", "gone", "city"])).toEqual(["Remark", "City"]);
  expect(namesOf(["another", "enterprise"])).toEqual(["City", "Plan", "Remark"]);
  expect(namesOf([])).toEqual([]);
  // An extra is hidden until somebody chooses it.
  const more = [...headers, { id: "added", name: "Added", extra: true }];
  expect(shownColumns(more, null).map(({ id }) => id)).toEqual(["city", "plan", "remark"]);
  expect(shownColumns(more, ["another"])).toHaveLength(3);
  expect(withColumn(more, null, "added", true)).toEqual(["city", "plan", "remark", "added"]);
  expect(withColumn(headers, null, "plan", false)).toEqual(["city", "remark"]);
  expect(withColumn(headers, ["remark"], "plan", true)).toEqual(["remark", "plan"]);
  expect(withMoved(headers, null, "city", 1)).toEqual(["plan", "city", "remark"]);
  expect(withMoved(headers, null, "city", -1)).toBeNull();
});

test("a form in which only the country was chosen is not edited yet", () => {
  const draft = draftOf(undefined);
  expect(digestOf({ ...draft, country: "FR" })).toBe(digestOf(draft));
  expect(digestOf({ ...draft, country: "FR", number: "6" })).not.toBe(digestOf(draft));
  expect(digestOf({ ...draft, values: { city: "" } })).toBe(digestOf(draft));
});
