import { expect, test } from "vitest";
import { validate } from "#workers/domain/flow/validate.ts";
import { maxDaysOf } from "#workers/domain/flow/check-age.ts";
import { fields, graphOf } from "#tests/support/flow.ts";

const wait = (amount: number, unit: string): [string, object] => [
  "wait",
  { until: { kind: "duration", length: { amount, unit } } },
];
const waiting = (start: object, it: [string, object]) =>
  graphOf({ start: ["start", start], it, end: ["end"] } as never, ["start > it", "it > end"]);

test.each<[object, number]>([
  [{}, 90],
  [{ days: 1 }, 1],
  [{ days: 365 }, 365],
  // Half-typed: as if there were no number.
  [{ days: 366 }, 90],
  [{ days: 0 }, 90],
])("a Start with %j lets people stay for %i days", (start, days) => {
  expect(maxDaysOf(waiting(start, wait(1, "days")))).toBe(days);
});

test.each<[object, [string, object], string[]]>([
  [{}, wait(89, "days"), []],
  [{}, wait(90, "days"), ["it until.length"]],
  [{ days: 365 }, wait(90, "days"), []],
  [{ days: 2 }, ["ask", { text: "?", timeout: { amount: 48, unit: "hours" } }], ["it timeout"]],
  [{ days: 2 }, ["ask", { text: "?" }], []],
  // Another problem says so.
  [{}, wait(366, "days"), []],
])("with a Start of %j a wait of %j is as long as nobody stays: %j", (start, it, expected) => {
  const found = validate(waiting(start, it), { fields, properties: new Map() });
  expect(
    found.flatMap(({ code, severity, node, field }) =>
      code === "outlives" && severity === "warning" ? [`${node} ${field}`] : [],
    ),
  ).toEqual(expected);
});
