import { expect, test } from "vitest";
import { missingIn, proposedFor, refusalsOf, sentOf } from "#app/routes/marketplace/install-values.ts";
import { placeIn, packagesLike } from "#app/routes/marketplace/place.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { CheckedPackage, PackageEntry, PackagePart } from "#workers/contract/endpoints/marketplace.ts";

const part = (some: Partial<PackagePart> = {}): PackagePart => ({
  of: "form",
  id: "form",
  name: "Visit",
  state: "changed",
  existing: { id: "f1", name: "Visit", mark: "3", altered: false, fixed: false, newer: true },
  freeName: "Visit 2",
  ...some,
});
const checked = (...parts: PackagePart[]): CheckedPackage => ({
  name: "Visit",
  kind: "form",
  version: 2,
  used: 1,
  changes: "",
  parts,
  references: [],
  choices: {},
  channels: null,
});
const here = (some: object) =>
  part({
    existing: { id: "f1", name: "Visit", mark: "3", altered: false, fixed: false, newer: true, ...some },
  });

test("an update is proposed where nobody has changed anything, and a new one beside what somebody has", () => {
  const into = (one: PackagePart) => proposedFor(checked(one))["parts.0.into"];
  expect(into(part())).toBe("existing");
  expect(into(here({ altered: true }))).toBe("new");
  expect(into(here({ fixed: true }))).toBe("new");
  expect(into(part({ existing: null }))).toBe("new");
});

test("an update leaves alone what it has nothing new for; an install again proposes all of it", () => {
  const into = (one: CheckedPackage) => one.parts.map((_, at) => proposedFor(one)[`parts.${at}.into`]);
  const [mine, theirs] = [here({ newer: false, altered: true }), here({ newer: false })];
  expect(into(checked(mine, theirs, part()))).toEqual(["skip", "skip", "existing"]);
  expect(into({ ...checked(mine, theirs), used: 2 })).toEqual(["new", "existing"]);
});

test("what is replaced is sent with the mark that was looked at, and a new one with its name", () => {
  const one = checked(part());
  expect(sentOf(one, proposedFor(one)).parts).toEqual([
    { of: "form", id: "form", into: "existing", name: "", existing: { id: "f1", mark: "3" } },
  ]);
  expect(sentOf(one, { ...proposedFor(one), "parts.0.into": "new" }).parts).toEqual([
    { of: "form", id: "form", into: "new", name: "Visit 2" },
  ]);
});

test("a name and a channel are missed only where something new is made", () => {
  const one = { ...checked(part()), channels: [] };
  const values = { ...proposedFor(one), "parts.0.name": " " };
  expect(missingIn(one, values)).toEqual({});
  expect(missingIn(one, { ...values, "parts.0.into": "new" })).toEqual({
    "parts.0.name": texts.nameMissing,
    channelId: texts.chooseChannel,
  });
});

test("a file's refusal is led to the part that it is about", () => {
  const both = checked(part({ of: "journey", id: "j" }), part());
  expect(
    refusalsOf(both, { "forms.0.name": "Taken", "automations.0.existing": "Gone", channelId: "None" }),
  ).toEqual({
    "parts.1.name": "Taken",
    "parts.0.into": "Gone",
    channelId: "None",
  });
});

test("cards are found by what the address says, whatever else it says", () => {
  const place = placeIn(new URLSearchParams("kind=bot&category=nothing&tab=shelf"));
  expect(place).toEqual({ tab: "shelf", kind: "bot", category: "", language: "" });
  const entry = (name: string, kind: "bot" | "form") =>
    ({ name, kind, summary: "About leave" }) as PackageEntry;
  const all = [entry("HR", "bot"), entry("Bank", "bot"), entry("HR", "form")];
  expect(packagesLike(all, place, " hr ")).toEqual([all[0]]);
  expect(packagesLike(all, place, "LEAVE")).toEqual([all[0], all[1]]);
});
