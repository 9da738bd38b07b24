import { expect, test } from "vitest";
import { addToJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import { startBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import { jobKinds } from "#workers/contract/jobs.ts";

const fields = [{ field: "city", is: "oneOf" as const, values: ["Pune"], several: false }];
const filter = { search: "", groups: [], tags: ["vip"], fields };

test.each([
  ["instance.add", addToJourneyInstance],
  ["customers.bulk", startBulk],
] as const)(
  "%s works on those who are shown alone: no condition of the list is lost on the way",
  (kind, { body }) => {
    const asked = body?.shape.filter.parse(filter);
    expect(asked).toEqual(filter);
    expect(jobKinds[kind].payload.shape.filter.parse(asked)).toEqual(filter);
  },
);
