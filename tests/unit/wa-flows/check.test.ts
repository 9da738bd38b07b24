import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleFlows } from "#tests/support/sample-flows.ts";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import {
  actionsOf,
  componentsOf,
  type Json,
  jsonOf,
  pointer,
  screensOf,
  textOf,
} from "#workers/contract/wa-flows/flow-json.ts";
import { flowJsonLimits } from "#workers/contract/wa-flows/versions.ts";
import { componentOf } from "#workers/contract/wa-flows/components.ts";

const errorsOf = (flow: unknown) =>
  checkWaFlow(flow)
    .problems.filter(({ severity }) => severity === "error")
    .map(({ path, sentence }) => `${path}: ${sentence}`);
const pathsOf = (flow: unknown) => checkWaFlow(flow).problems.map(({ path }) => path);

test("each documented kind of flow is accepted", () => {
  for (const [name, flow] of Object.entries(sampleFlows))
    expect([name, checkWaFlow(flow).problems]).toEqual([name, []]);
});

/** Breaks a copy of a flow in one place; the path where that is told, or nothing where this flow has no such place. */
type Mutation = (flow: Json, pick: <T>(list: readonly T[]) => T | undefined) => string | undefined;
const allOf = (flow: Json) =>
  screensOf(flow).flatMap((screen, at) => componentsOf(screen, pointer("/screens", at)));
const pressesOf = (flow: Json) => allOf(flow).flatMap(actionsOf);

const mutations: Record<string, Mutation> = {
  "unknown part of a component": (flow, pick) => {
    const at = pick(allOf(flow));
    if (at) at.component["colour"] = "red";
    return at && pointer(at.path, "colour");
  },
  "unknown component": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => !["If", "Switch", "Form", "Footer"].includes(type)));
    if (at) at.component["type"] = "Slider";
    return at && pointer(at.path, "type");
  },
  "needed part missing": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => componentOf(type)?.properties["label"]?.required));
    if (at) delete at.component["label"];
    return at?.path;
  },
  "label too long": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => componentOf(type)?.properties["label"]?.most));
    if (at) at.component["label"] = "x".repeat(121);
    return at && pointer(at.path, "label");
  },
  "component twice": (flow, pick) => {
    const screen = pick(
      screensOf(flow).flatMap((each, at) =>
        componentsOf(each, pointer("/screens", at))
          .filter(
            ({ branch, path, component }) =>
              branch === "" &&
              /children\/\d+$/.test(path) &&
              !path.includes("children/0/children") &&
              typeof component["name"] === "string",
          )
          .map((found) => ({ each, found })),
      ),
    );
    if (!screen) return undefined;
    const children = (screen.each["layout"] as { children: Json[] }).children;
    if (children.includes(screen.found.component)) children.push(structuredClone(screen.found.component));
    else return undefined;
    return pointer(screen.found.path.replace(/\d+$/, String(children.length - 1)), "name");
  },
  "answer that nothing asks": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => type === "TextBody"));
    if (at) at.component["text"] = "${form.nobody}";
    return at && pointer(at.path, "text");
  },
  "data that nothing declares": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => type === "Footer"));
    if (at) at.component["label"] = "${data.nothing}";
    return at && pointer(at.path, "label");
  },
  "data of a screen that isn't there": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => type === "Footer"));
    if (at) at.component["label"] = "${screen.NOWHERE.data.x}";
    return at && pointer(at.path, "label");
  },
  "second footer": (flow, pick) => {
    const at = pick(
      screensOf(flow)
        .map((screen, index) => ({ screen, index }))
        .filter(({ screen }) => componentsOf(screen, "").some(({ type }) => type === "Footer")),
    );
    const children = (at?.screen["layout"] as { children: Json[] } | undefined)?.children;
    if (!at || !children) return undefined;
    children.push({ type: "Footer", label: "Again", "on-click-action": { name: "complete", payload: {} } });
    return pointer("/screens", at.index, "layout", "children", children.length - 1);
  },
  "screen's id with a digit": (flow, pick) => {
    const at = pick(screensOf(flow));
    const index = at ? screensOf(flow).indexOf(at) : 0;
    if (at) at["id"] = "PAGE1";
    return pointer("/screens", index, "id");
  },
  "screen that is called SUCCESS": (flow) => {
    const at = screensOf(flow)[0];
    if (at) at["id"] = "SUCCESS";
    return "/screens/0/id";
  },
  "no last screen": (flow) => {
    for (const each of screensOf(flow)) delete each["terminal"];
    return "/screens";
  },
  "old version": (flow) => {
    flow["version"] = "4.0";
    return "/version";
  },
  "action of another world": (flow, pick) => {
    const at = pick(pressesOf(flow));
    if (at) at.action["name"] = "teleport";
    return at && pointer(at.path, "name");
  },
  "next screen that isn't there": (flow, pick) => {
    const at = pick(pressesOf(flow).filter(({ action }) => action["name"] === "navigate"));
    if (at) at.action["next"] = { type: "screen", name: "NOWHERE" };
    return at && pointer(at.path, "next", "name");
  },
  "payload that the next screen doesn't take": (flow, pick) => {
    const at = pick(pressesOf(flow).filter(({ action }) => action["name"] === "navigate"));
    if (at) jsonOf(at.action["payload"])["surprise"] = "x";
    return at && pointer(at.path, "payload", "surprise");
  },
  "data without an example": (flow, pick) => {
    const at = pick(
      screensOf(flow).flatMap((screen, index) =>
        Object.keys(jsonOf(screen["data"])).map((name) => ({ screen, index, name })),
      ),
    );
    if (at) delete jsonOf(jsonOf(at.screen["data"])[at.name])["__example__"];
    return at && pointer("/screens", at.index, "data", at.name);
  },
  "no options": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ component }) => Array.isArray(component["data-source"])));
    if (at) at.component["data-source"] = [];
    return at && pointer(at.path, "data-source");
  },
  "option twice": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ component }) => Array.isArray(component["data-source"])));
    const source = at?.component["data-source"] as Json[] | undefined;
    if (!at || !source?.[0]) return undefined;
    at.component["data-source"] = [source[0], { id: source[0]["id"], title: "Twin" }];
    return pointer(at.path, "data-source", 1, "id");
  },
  "condition that can't be read": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => type === "If"));
    if (at) at.component["condition"] = "${form.age} >=";
    return at && pointer(at.path, "condition");
  },
  "flag that is a word": (flow, pick) => {
    const at = pick(allOf(flow).filter(({ type }) => componentOf(type)?.properties["visible"]));
    if (at) at.component["visible"] = "yes";
    return at && pointer(at.path, "visible");
  },
  "way back": (flow) => {
    if (textOf(flow["data_api_version"]) === "") return undefined;
    flow["routing_model"] = { SEARCH: ["FOUND"], FOUND: ["SEARCH"] };
    return "/routing_model";
  },
  "screen that nothing leads to": (flow) => {
    (flow["screens"] as Json[]).push({
      id: "ISLAND",
      layout: { type: "SingleColumnLayout", children: [{ type: "TextBody", text: "Hm" }] },
    });
    return flow["routing_model"] ? "/routing_model" : pointer("/screens", screensOf(flow).length - 1);
  },
};

test("a way back and a screen that nothing leads to are refused where the routing model has them", () => {
  const screen = (id: string) => ({
    id,
    terminal: true,
    layout: { type: "SingleColumnLayout", children: [{ type: "TextBody", text: "x" }] },
  });
  const wrong = (model: Record<string, string[]>) =>
    errorsOf({
      version: "7.3",
      data_api_version: "3.0",
      routing_model: model,
      screens: Object.keys(model).map(screen),
    }).filter((each) => each.startsWith("/routing_model"));
  expect(wrong({ A: ["B", "C"], B: ["C"], C: [] })).toEqual([]);
  expect(wrong({ A: ["B"], B: ["C"], C: ["B"] })).toEqual([expect.stringMatching("^/routing_model/C/0: ")]);
  expect(wrong({ A: ["B"], B: [], ALONE: [] })).toEqual([expect.stringMatching("^/routing_model/ALONE: ")]);
});

test("200 flows that are broken in one place are each refused there", () => {
  const names = Object.keys(mutations);
  const flows = Object.entries(sampleFlows);
  let seed = 20_260_101;
  const random = () => (seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const missed: string[] = [];
  const used = new Set<string>();
  for (let tried = 0, round = 0; tried < 200 && round < 5_000; round++) {
    const name = names[round % names.length] ?? "";
    let [of, flow, path] = ["", {} as Json, undefined as string | undefined];
    for (let again = 0; path === undefined && again < 200; again++) {
      const [chosen, sample] = pick(flows) ?? ["", {}];
      [of, flow] = [chosen, structuredClone(sample)];
      path = mutations[name]?.(flow, pick);
    }
    if (path === undefined) continue;
    tried++;
    used.add(name);
    if (!pathsOf(flow).includes(path))
      missed.push(`${of}: ${name} at ${path}, but ${errorsOf(flow).join(" | ")}`);
  }
  expect(missed).toEqual([]);
  expect(used.size).toBe(names.length);
});

test("whatever comes in is answered: any JSON, deep, circular, with ten thousand components", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(Array.isArray(checkWaFlow(value).problems)).toBe(true);
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(sampleFlows)),
      fc.nat(),
      fc.jsonValue(),
      (sample, place, value) => {
        const flow = structuredClone(sample);
        const holders: Json[] = [];
        const collect = (each: unknown) => {
          if (typeof each !== "object" || each === null) return;
          holders.push(each as Json);
          Object.values(each).forEach(collect);
        };
        collect(flow);
        const holder = holders[place % holders.length] ?? {};
        const keys = Object.keys(holder);
        holder[keys[place % (keys.length || 1)] ?? "x"] = value;
        expect(Array.isArray(checkWaFlow(flow).problems)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
  const deep = (ifs: number) => {
    let within: unknown = { type: "TextBody", text: "x" };
    for (let at = 0; at < ifs; at++) within = { type: "If", condition: "${form.x}", else: [within] };
    return within;
  };
  const holding = (children: unknown[]) => ({
    version: "7.3",
    screens: [{ id: "A", terminal: true, layout: { type: "SingleColumnLayout", children } }],
  });
  // The first could be walked, the second not even be written down.
  for (const ifs of [flowJsonLimits.depth, 50_000]) {
    expect(errorsOf(holding([deep(ifs)]))).toEqual([": This is nested too deeply to be a flow."]);
  }
  const ring: Json = { type: "If", condition: "${form.x}" };
  ring["else"] = [ring, ring];
  expect(errorsOf(holding([ring]))).toHaveLength(1);
  const many = Array.from({ length: 10_000 }, () => ({ type: "TextBody", text: "x" }));
  const began = performance.now();
  expect(errorsOf(holding(many))[0]).toContain("/screens/0");
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(errorsOf({ version: "7.3", screens: [], name: "x".repeat(10_500_000) })).toEqual([
    ": A flow has at most 10 MB.",
  ]);
});
