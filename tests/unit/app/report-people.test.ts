import { expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { milestoneStep, peopleOf, startOf } from "#app/routes/journey-reports/people-of.ts";
import { peopleFilterIn } from "#app/features/automation-monitor/people-filter.ts";

const asked = { id: "j", instanceId: "", from: "2026-05-01", to: "2026-05-31" };
const filterOf = (address: string | undefined) => {
  const { pathname, searchParams } = new URL(address ?? "", "https://console.example");
  return [pathname, searchParams.get("at"), peopleFilterIn(searchParams)];
};

test("a report's number opens the people of its launch, days and version as the monitor's filter has them", () => {
  const people = peopleOf({ ...asked, version: 2 }, [{ value: "one" }], true);
  expect(filterOf(people({ node: "ask", did: "left", port: "noReply" }))).toEqual([
    "/journey/monitor",
    "j.one",
    {
      node: "ask",
      did: "left",
      port: "noReply",
      version: 2,
      since: "2026-05-01T00:00:00.000Z",
      until: "2026-06-01T00:00:00.000Z",
    },
  ]);
  // Somebody who is there now is there whatever the days are.
  expect(filterOf(people({ node: "ask", state: "waiting" }))[2]).toEqual({
    node: "ask",
    state: "waiting",
    version: 2,
  });
});

test("numbers of several launches together open nothing until one is chosen, nor does one open for whoever may not watch", () => {
  const two = [{ value: "one" }, { value: "two" }];
  expect(peopleOf(asked, two, true)({ node: "ask" })).toBeUndefined();
  expect(filterOf(peopleOf({ ...asked, instanceId: "two" }, two, true)({ node: "ask" }))[1]).toBe("j.two");
  expect(peopleOf({ ...asked, instanceId: "two" }, two, false)({ node: "ask" })).toBeUndefined();
});

test("a milestone opens those who came to its step, where it has one step alone", () => {
  const graph = graphOf({
    start: ["start"],
    paid: ["milestone", { milestoneId: "paid" }],
    one: ["milestone", { milestoneId: "twice" }],
    other: ["milestone", { milestoneId: "twice" }],
  });
  expect([startOf(graph), milestoneStep(graph, "paid"), milestoneStep(graph, "twice")]).toEqual([
    "start",
    "paid",
    undefined,
  ]);
});
