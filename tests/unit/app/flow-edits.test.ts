import { expect, test } from "vitest";
import {
  addScreen,
  changeAt,
  insertComponent,
  moveComponent,
  newComponent,
  nextPlace,
  removeScreen,
  renameAnswer,
  renameScreen,
  valueAt,
} from "#app/features/flow-editor/edits.ts";
import { sampleFlows } from "#tests/support/sample-flows.ts";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import type { Json } from "#workers/contract/wa-flows/flow-json.ts";
import { emptyFlow, READY_FLOWS } from "#workers/contract/wa-flows/ready-made.ts";

const of = (name: string): Json => structuredClone(sampleFlows[name] ?? {});

test("flows to begin with are as WhatsApp takes them", () => {
  for (const { content } of Object.values(READY_FLOWS)) expect(checkWaFlow(content).problems).toEqual([]);
  expect(checkWaFlow(emptyFlow("Coffee")).problems).toEqual([]);
});

test("a new name of a screen or an answer is said wherever the old one was", () => {
  for (const [name, flow] of Object.entries(sampleFlows)) {
    expect([name, checkWaFlow(renameScreen(flow, 0, "RENAMED")).problems]).toEqual([name, []]);
  }
  const town = renameAnswer(of("pages"), "/screens/0/layout/children/0", "place");
  expect(JSON.stringify(town)).toContain("${screen.FIRST_PAGE.form.place}");
  expect(checkWaFlow(town).problems).toEqual([]);
});

test("components go in above the Footer, move within their list, and the flow before stays as it was", () => {
  const flow = of("choices");
  const before = structuredClone(flow);
  const place = nextPlace(flow, 0, undefined);
  const added = insertComponent(flow, place.list, place.at, newComponent(flow, "OptIn"));
  expect(added.path).toBe("/screens/0/layout/children/5");
  expect(checkWaFlow(added.content).problems).toEqual([]);
  const moved = moveComponent(added.content, added.path, 0);
  expect(valueAt(moved.content, "/screens/0/layout/children/0/name")).toBe("opt_in_1");
  expect(moveComponent(flow, "/screens/0/layout/children/0", -3).content).toBe(flow);
  expect(
    valueAt(
      changeAt(flow, "/screens/0/title", () => undefined),
      "/screens/0/title",
    ),
  ).toBeUndefined();
  expect(flow).toEqual(before);
});

test("screens that come and go are in the routing model, too", () => {
  const grown = addScreen(of("endpoint"), "More").content;
  expect(grown["routing_model"]).toEqual({ SEARCH: ["FOUND"], FOUND: [], SCREEN_A: [] });
  expect(removeScreen(grown, 1)["routing_model"]).toEqual({ SEARCH: [], SCREEN_A: [] });
});
