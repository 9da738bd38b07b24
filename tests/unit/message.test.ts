import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  below,
  CALLS_AT_ONCE,
  endsBeforeCall,
  highest,
  isOlderFact,
  outcomes,
  statuses,
  type Status,
} from "#workers/contract/message.ts";

const after = (facts: readonly Status[]): Status => facts.reduce(highest, "queued");

/** The same facts in two orders, some of them heard twice. */
const twoOrders = fc
  .array(fc.constantFrom(...statuses))
  .chain((facts) =>
    fc.tuple(
      fc.shuffledSubarray(facts, { minLength: facts.length }),
      fc.shuffledSubarray([...facts, ...facts], { minLength: 2 * facts.length }),
    ),
  );

test("any order of facts ends alike, however often each is heard", () => {
  fc.assert(fc.property(twoOrders, ([once, twice]) => after(twice) === after(once)));
});

test.each<[Status[], Status]>([
  [[], "queued"],
  [["sent", "unknown"], "sent"],
  [["failed", "sent"], "failed"],
  [["delivered", "failed"], "delivered"],
  [["failed", "delivered"], "delivered"],
  [["read", "delivered"], "read"],
])("after %j the status is %s", (facts, status) => expect(after(facts)).toBe(status));

test("an end before the call is no status, so that no fact is ever compared with it", () => {
  expect(endsBeforeCall).toEqual(["cancelled", "expired"]);
  expect(statuses.filter((status) => (endsBeforeCall as readonly string[]).includes(status))).toEqual([]);
});

test("a status replaces those that say less, and no other", () => {
  expect(below("queued")).toEqual([]);
  expect(below("sent")).toEqual(["queued", "unknown"]);
  expect(below("read")).toEqual(["queued", "unknown", "sent", "failed", "delivered"]);
  for (const [known, fact, then] of [
    ["sent", "sent", "sent"],
    ["sent", "delivered", "delivered"],
    ["delivered", "sent", "delivered"],
  ] as const)
    expect(highest(known, fact)).toBe(then);
});

test.each<[string, string, boolean]>([
  ["queued", "queued", false],
  ["queued", "sent", true],
  ["queued", "cancelled", true],
  ["sent", "delivered", true],
  ["sent", "sent", false],
  ["delivered", "sent", false],
  ["unknown", "queued", false],
  ["cancelled", "queued", false],
  ["cancelled", "sent", false],
  ["expired", "read", false],
  ["sent", "cancelled", false],
])("%s that comes late, after %s, is an older fact: %s", (status, known, isOlder) => {
  expect(isOlderFact(status, known)).toBe(isOlder);
});

test("a call has four outcomes, and an invocation six calls at a time", () => {
  expect(outcomes).toEqual(["sent", "failed", "later", "unknown"]);
  expect(CALLS_AT_ONCE).toBe(6);
});
