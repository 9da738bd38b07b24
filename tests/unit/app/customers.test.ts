import { getCountries, getExampleNumber } from "libphonenumber-js";
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import { expect, test } from "vitest";
import { shownColumns, withColumn, withMoved } from "#app/routes/customers/list/columns.ts";
import { addressOf, listStateOf } from "#app/routes/customers/list/list-state.ts";
import { digestOf, draftOf } from "#app/routes/customers/form/customer-draft.ts";
import { phones } from "#app/routes/customers/form/phones.ts";
import { phoneOf } from "#workers/domain/customers/phone.ts";

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
    expect(phoneOf(sent) !== undefined, `${typed} → ${sent}`).toBe(phones.read(typed, "IN") !== undefined);
  }
});

test("the list's address holds what is shown, and what is no such thing is left out of it", () => {
  const listState = { search: "a & b", groups: ["g1", "g2"], tags: ["t1"], from: 20 };
  expect(listStateOf(addressOf(listState))).toEqual(listState);
  expect(addressOf({ search: "", groups: [], tags: [], from: 0 }).toString()).toBe("");
  const odd = listStateOf(new URLSearchParams(`from=-3&group=&group=g&group=g&label=${"x".repeat(65)}`));
  expect(odd).toEqual({ search: "", groups: ["g"], tags: [], from: 0 });
  expect(listStateOf(new URLSearchParams("from=many")).from).toBe(0);
});

test("columns are shown, hidden and moved; one that is gone, or was another enterprise's, harms nothing", () => {
  expect(namesOf(null)).toEqual(["City", "Plan", "Remark"]);
  expect(namesOf(["remark", "gone", "city"])).toEqual(["Remark", "City"]);
  expect(namesOf(["another", "enterprise"])).toEqual(["City", "Plan", "Remark"]);
  expect(namesOf([])).toEqual([]);
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
