import * as fc from "fast-check";
import { expect, test } from "vitest";
import { endsBeforeCall, highest, statuses, type Status } from "#workers/contract/message.ts";

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
