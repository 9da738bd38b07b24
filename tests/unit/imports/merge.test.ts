import { expect, test } from "vitest";
import type { RowValues } from "#workers/domain/imports/check-row.ts";
import type { ReadRow } from "#workers/domain/imports/csv-text.ts";
import { type Known, mergeRows } from "#workers/domain/imports/merge.ts";
import { nextBytes } from "#workers/domain/imports/read-page.ts";

const PHONE = "+919876543210";
const ids = { whatsapp: "", facebookId: "", instaId: "", twitterId: "" };
const row = (line: number, more: Partial<RowValues>) => ({
  row: { line, raw: "" } as ReadRow,
  said: { ...ids, phone: PHONE, phoneTyped: PHONE, name: "Asha", data: {}, taggings: [], ...more },
});
const group = (name: string) => ({ kind: "group" as const, name, key: name.toLowerCase() });
const merged = (rows: readonly ReturnType<typeof row>[], known?: Known) =>
  mergeRows({ good: rows, wrong: [] }, new Map(known && [[PHONE, known]]), new Set(), []);

test("the rows of a new customer add up, and all of it is written", () => {
  const { drafts, counts } = merged([
    row(1, { data: { city: "Pune", plan: "Basic" }, taggings: [group("A")] }),
    row(2, { data: { plan: "Gold", age: "41" }, taggings: [group("B")] }),
  ]);
  expect(counts).toMatchObject({ created: 1, duplicates: 1 });
  expect(drafts).toHaveLength(1);
  expect(drafts[0]?.said).toEqual({ city: "Pune", plan: "Gold", age: "41" });
  expect([...(drafts[0]?.taggings.values() ?? [])].map(({ name }) => name)).toEqual(["A", "B"]);
});

test("of a customer who is there only what the rows change is written", () => {
  const data = { city: "Pune", plan: "Basic" };
  const known: Known = {
    ...{ ...ids, number: 1, revision: 1, phone: PHONE, phoneTyped: PHONE, name: "Asha", data },
    ...{ seen: false, given: [], taggings: new Set<string>() },
  };
  const { drafts } = merged([row(1, { data: { city: "Pune", plan: "Gold" } })], known);
  expect(drafts[0]?.said).toEqual({ plan: "Gold" });
  expect(drafts[0]?.data).toEqual({ city: "Pune", plan: "Gold" });
  expect(data.plan).toBe("Basic");
  expect(merged([row(1, { data: { city: "Pune" } })], known).drafts[0]?.changed).toBe(false);
});

test("a page grows to 2 MB, and no further than the rows that it takes", () => {
  const most = 2 * 1024 * 1024;
  expect(nextBytes(100_000, { rows: 900, bytes: 99_000 })).toBe(200_000);
  expect(nextBytes(1_500_000, { rows: 900, bytes: 1_490_000 })).toBe(most);
  expect(nextBytes(1_500_000, { rows: 10_000, bytes: 800_000 })).toBe(840_000);
  expect(nextBytes(most, { rows: 10_000, bytes: most })).toBe(most);
});
