import { expect, test } from "vitest";
import { fields, graphOf, worldAt } from "#tests/support/flow.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { newForm } from "#workers/contract/forms/form.ts";
import { CASES, spokenOf, type TestCase, testCase } from "#workers/contract/automation/test-case.ts";
import {
  isStopped,
  type CaseAct,
  type TryAct,
  type TryStop,
} from "#workers/contract/automation/tried-run.ts";
import { MOST_CASE_STEPS, playCases, recorded } from "#workers/domain/automations/play-cases.ts";
import { advance } from "#workers/domain/flow/advance.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import { newRun, type Run } from "#workers/domain/flow/run.ts";
import { USUAL_PLACE } from "#workers/domain/runs/contact-fields.ts";
import { play, type Played, somebody, trialFlow, trialOf } from "#workers/domain/automations/trial.ts";

/** Tests of a graph that are kept, pinned answers, and a test that stops between two steps. */
const NOW = Date.parse("2026-11-25T06:00:00Z");
const TESTER = { channelType: 4, customer: { name: "Asha", phone: "+919800000001" } };

const NO_FIELDS = newForm("");

const say = (text: string) => ({ variants: [{ channel: -1, content: { kind: "text", text } }] });
const request = { authType: 2, configId: "none", method: "GET", path: "" };
const answers = [{ variable: "answer", type: "expression", value: "http.body.city" }];
const graph = graphOf(
  {
    start: ["start"],
    ask: [
      "buttons",
      {
        text: "Shall we?",
        options: [
          { id: "1", label: "Yes" },
          { id: "2", label: "No" },
        ],
      },
    ],
    wait: ["wait", { until: { kind: "duration", length: { amount: 2, unit: "days" } } }],
    call: ["http", { request, answers }],
    thanks: ["sendMessage", say("Thank you {vars.answer|friend}")],
    sorry: ["sendMessage", say("Sorry")],
  },
  [
    "start > ask",
    "ask.option:1 > wait",
    "ask.option:2 > call",
    "wait > thanks",
    "call > thanks",
    "call.serverError > sorry",
  ],
);
const changed = (id: string, data: object): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? { ...node, data: { ...node.data, ...data } } : node)),
});
const pinned = (pin: Graph["nodes"][number]["pin"]): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === "call" ? { ...node, pin } : node)),
});
const NOTHING = { fields: [], place: USUAL_PLACE };
const trialOn = (of: Graph) => trialOf(of, { ...NOTHING, flow: trialFlow(of, []), forms: new Map() });

const empty = (acts: readonly CaseAct[]): TestCase => ({
  ...TESTER,
  now: NOW,
  turns: acts.map((act) => ({ act, path: [], said: [] })),
});
/** A case of these acts that passes on the graph. */
const caseOf = (...acts: CaseAct[]): TestCase =>
  recorded(trialOn(graph), empty([{ kind: "start" }, ...acts]));
const yes = caseOf({ kind: "press", label: "Yes" }, { kind: "pass" });
const failureOn = (of: Graph, ...cases: TestCase[]) => playCases(trialOn(of), of, cases);

test("a case remembers the way and the words, and passes on the graph that it was played on", () => {
  expect(yes.turns.map(({ path, said }) => ({ path, said }))).toEqual([
    {
      path: [
        { node: "start", port: "next" },
        { node: "ask", port: null },
      ],
      said: ["Shall we? [Yes] [No]"],
    },
    {
      path: [
        { node: "ask", port: "option:1" },
        { node: "wait", port: null },
      ],
      said: [],
    },
    {
      path: [
        { node: "wait", port: "next" },
        { node: "thanks", port: "next" },
      ],
      said: ["Thank you friend"],
    },
  ]);
  expect(testCase.safeParse(yes).success).toBe(true);
  expect(failureOn(graph, yes, yes)).toEqual([undefined, undefined]);
});

test("a jump of the clock ends what falls due on its way, each at its time, and is played again from a case", () => {
  const twice = graphOf(
    {
      start: ["start"],
      first: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }],
      one: ["sendMessage", say("One")],
      second: ["wait", { until: { kind: "duration", length: { amount: 2, unit: "days" } } }],
      two: ["sendMessage", say("Two")],
    },
    ["start > first", "first > one", "one > second", "second > two"],
  );
  const DAY = 86_400_000;
  const trial = trialOn(twice);
  const turn = (act: TryAct, run: Run, now: number) => play(trial, TESTER, { run, act, now }, () => "id");
  const begun = turn({ kind: "start" }, somebody(NOW), NOW);
  const later = turn({ kind: "pass", ms: 2 * DAY }, begun.run, NOW);
  expect([later.now, later.run.nodeId, later.run.wakeAt]).toEqual([NOW + 2 * DAY, "second", NOW + 3 * DAY]);
  const over = turn({ kind: "pass", ms: 9 * DAY }, begun.run, NOW);
  expect([over.now, over.run.state]).toEqual([NOW + 9 * DAY, "completed"]);
  expect(over.path.map(({ node }) => node)).toEqual(["first", "one", "second", "second", "two"]);
  const early = turn({ kind: "pass", ms: DAY / 2 }, begun.run, NOW);
  expect([early.now, early.run, early.path]).toEqual([NOW + DAY / 2, begun.run, []]);
  const kept = recorded(trial, empty([{ kind: "start" }, { kind: "pass", ms: 9 * DAY }]));
  expect(testCase.safeParse(kept).success).toBe(true);
  expect(playCases(trial, twice, [kept])).toEqual([undefined]);
});

test("a case that differs says at which turn, what was expected and what came", () => {
  const [words] = failureOn(changed("thanks", say("Thanks a lot")), yes);
  expect(words).toEqual({
    turn: 3,
    expected: "“Thank you friend”",
    got: "“Thanks a lot”",
    sentence: "Turn 3 (time passes) says something else. Expected: “Thank you friend”. Got: “Thanks a lot”.",
  });
  const [button] = failureOn(changed("ask", { options: [{ id: "1", label: "Sure" }] }), yes);
  expect(button).toMatchObject({ turn: 1, got: "“Shall we? [Sure]”" });
});

test("a case of a step that is gone names it, and a button that nothing offers any more", () => {
  const { nodes, edges } = graph;
  const without = {
    ...graph,
    nodes: nodes.filter(({ id }) => id !== "wait"),
    edges: edges.filter(({ from, to }) => from !== "wait" && to !== "wait"),
  };
  expect(failureOn(without, yes)[0]).toMatchObject({
    turn: 2,
    expected: "a step that is gone (wait)",
    got: "nothing more",
  });
  const noButton: TestCase = {
    ...yes,
    turns: [
      { act: { kind: "start" }, path: yes.turns[0]?.path ?? [], said: yes.turns[0]?.said ?? [] },
      { act: { kind: "press", label: "Maybe" }, path: [], said: [] },
    ],
  };
  expect(failureOn(graph, noButton)[0]?.sentence).toBe("Turn 2: nothing offers the button “Maybe” any more.");
  expect(failureOn(graphOf({}), yes)[0]?.turn).toBe(1);
});

test("what other systems answer is of the case: works, a status, and no answer at all", () => {
  const no: CaseAct = { kind: "press", label: "No" };
  const works = caseOf(no, { kind: "result", ok: true, data: { city: "Pune" } });
  expect(works.turns.at(-1)?.said).toEqual(["Thank you Pune"]);
  expect(caseOf(no, { kind: "result", ok: false, status: 503 }).turns.at(-1)?.said).toEqual(["Sorry"]);
  const late = caseOf(no, { kind: "result", ok: false, code: "timeout" });
  expect(late.turns.at(-1)?.path).toEqual([{ node: "call", port: null }]);
});

const failuresWithin = (most: number) => playCases(trialOn(graph), graph, [yes], most);

test("a jump of the clock goes as far as a case can keep", () => {
  const words = Array.from({ length: 20 }, (_, at) => `say${at}`);
  const day = { until: { kind: "duration", length: { amount: 1, unit: "minutes" } } };
  const circle = graphOf(
    {
      start: ["start"],
      wait: ["wait", day],
      ...Object.fromEntries(words.map((id) => [id, ["sendMessage", say("Hi")]])),
    },
    [...["start", "wait", ...words].map((id, at, all) => `${id} > ${all[at + 1] ?? "wait"}`)],
  );
  const trial = trialOn(circle);
  const turn = (act: TryAct, run: Run) => play(trial, TESTER, { run, act, now: NOW }, () => "id");
  const { path } = turn({ kind: "pass", ms: 86_400_000 }, turn({ kind: "start" }, somebody(NOW)).run);
  expect(path.length).toBeGreaterThanOrEqual(CASES.path);
  expect(path.length).toBeLessThan(CASES.path + words.length + 2);
});

test("cases that take too many steps together are not played on and on", () => {
  const [first, second] = playCases(trialOn(graph), graph, [yes, yes], 9);
  expect(first).toBeUndefined();
  expect(second?.sentence).toMatch(/too many steps/);
  // Nor is a single one, from the turn on for which nothing is left.
  expect(failuresWithin(5)).toMatchObject([{ turn: 3, sentence: expect.stringMatching(/too many steps/) }]);
  expect(MOST_CASE_STEPS).toBeGreaterThanOrEqual(CASES.most * 100);
});

test("a case is bounded: it begins with a start, and has so many turns and bytes", () => {
  const start = { act: { kind: "start" as const }, path: [], said: [] };
  const of = (turns: object[]) => testCase.safeParse({ ...TESTER, now: NOW, turns }).success;
  expect(of([start])).toBe(true);
  expect(of([])).toBe(false);
  expect(of([{ ...start, act: { kind: "pass" } }])).toBe(false);
  expect(of(Array.from({ length: CASES.turns + 1 }, () => start))).toBe(false);
  expect(of([start, { ...start, said: ["x".repeat(11_000), "x".repeat(11_000)] }])).toBe(false);
  let deep: unknown = "deep";
  for (let level = 0; level < 20_000; level++) deep = [deep];
  expect(of([start, { ...start, act: { kind: "result", ok: true, data: deep } }])).toBe(false);
});

/** Plays acts in a row, and stops where it is told. */
function played(of: Graph, acts: readonly { act: TryAct; stop?: TryStop }[]) {
  const trial = trialOn(of);
  let run = somebody(NOW);
  let now = NOW;
  let events = 0;
  const all: Played[] = [];
  for (const { act, stop } of acts) {
    const one = play(trial, TESTER, { run, act, now, stop }, () => `event:${events++}`);
    ({ run, now } = one);
    all.push(one);
  }
  return all;
}
const spoken = ({ advances }: Played) =>
  advances
    .flatMap(({ effects }) => effects)
    .flatMap((each) => (each.kind === "message" ? spokenOf(each.body) : []));
const ways = (all: readonly Played[]) =>
  all.map(({ path }) => path.map(({ node, port }) => `${node} ${port ?? "waits"}`));

test("a pinned answer comes by itself in a test, as it was pinned", () => {
  const at = { act: { kind: "start", nodeId: "call" } as const };
  const [works] = played(pinned({ ok: true, data: { city: "Goa" } }), [at]);
  expect(works && spoken(works)).toEqual(["Thank you Goa"]);
  expect(works?.pinned).toEqual(["call"]);
  const [fails] = played(pinned({ ok: false, status: 500 }), [at]);
  expect(fails && spoken(fails)).toEqual(["Sorry"]);
  const [waits] = played(graph, [at]);
  expect(waits?.run.waits).toMatchObject([{ kind: "call" }]);
});

test("no run of a customer looks at a pinned answer", () => {
  const flow = compile(pinned({ ok: true, data: { city: "Goa" } }), { fields });
  const run = newRun({ id: "r", customerId: "c", channelId: "h", startedAt: NOW });
  const { run: after, effects } = advance({ ...flow, start: "call" }, run, { kind: "start" }, worldAt(NOW));
  expect(after.waits).toMatchObject([{ kind: "call" }]);
  expect(effects).toMatchObject([{ kind: "http" }]);
});

test("a circle of pinned answers ends, and waits for whoever tests", () => {
  const circle = graphOf(
    { start: ["start"], fill: ["form", { formId: "f", text: "?", button: "Go", as: "link" }] },
    ["start > fill", "fill.submitted > fill"],
  );
  const form = circle.nodes.find(({ id }) => id === "fill");
  if (form) form.pin = { ok: true, data: {} };
  const trial = trialOf(circle, {
    ...NOTHING,
    flow: trialFlow(circle, []),
    forms: new Map([["f", { version: 1, content: NO_FIELDS }]]),
  });
  const one = play(trial, TESTER, { run: somebody(NOW), act: { kind: "start" }, now: NOW }, () =>
    crypto.randomUUID(),
  );
  expect(one.pinned).toHaveLength(20);
  expect(one.run.waits).toMatchObject([{ kind: "form" }]);
});

test("step by step a test goes the way that it goes at once, and an answer is still there one step later", () => {
  const each: TryStop = { when: "each" };
  const start: TryAct = { kind: "start", nodeId: "call" };
  const result: TryAct = { kind: "result", ok: true, data: { city: "Pune" } };
  const later = changed("thanks", say("Status {http.status|none}"));
  const go = { act: { kind: "go" } as const, stop: each };
  const steps = played(later, [{ act: start, stop: each }, { act: result, stop: each }, go]);
  const atOnce = played(later, [{ act: start }, { act: result }]);
  expect(ways(steps)).toEqual([["call waits"], ["call next"], ["thanks next"]]);
  expect(ways(atOnce)).toEqual([["call waits"], ["call next", "thanks next"]]);
  expect(steps.map(spoken)).toEqual([[], [], ["Status 200"]]);
  expect(steps.map(({ run }) => isStopped(run))).toEqual([false, true, false]);
  expect(steps.at(-1)?.run.state).toBe(atOnce.at(-1)?.run.state);
});

test("a test runs to the cursor and stops before it; the step's variables can be set there", () => {
  const [stopped, set, on] = played(graph, [
    { act: { kind: "start", nodeId: "wait" } },
    { act: { kind: "set", name: "answer", value: "Set" } },
    { act: { kind: "pass" }, stop: { when: "at", nodeId: "thanks" } },
  ])
    .concat(
      played(graph, [
        { act: { kind: "start", nodeId: "wait" } },
        { act: { kind: "pass" }, stop: { when: "at", nodeId: "thanks" } },
        { act: { kind: "set", name: "answer", value: "Set" } },
        { act: { kind: "go" } },
      ]).slice(-2),
    )
    .slice(-3);
  expect(stopped?.run.nodeId).toBe("thanks");
  expect(set?.run.vars["answer"]).toBe("Set");
  expect(on && spoken(on)).toEqual(["Thank you Set"]);
  expect(() => played(graph, [{ act: { kind: "set", name: "nothing", value: 1 } }])).toThrow(/nothing/);
});

test("fifty cases are played within a publishing's patience", () => {
  const nodes = Object.fromEntries(
    Array.from({ length: 95 }, (_, at) => [`say${at}`, ["sendMessage", say("Hello {contact.name}")]]),
  ) as Record<string, [string, object]>;
  const ids = ["start", ...Object.keys(nodes)];
  const long = graphOf(
    { start: ["start"], ...nodes },
    ids.slice(1).map((id, at) => `${ids[at]} > ${id}`),
  );
  const trial = trialOn(long);
  const one = recorded(trial, empty([{ kind: "start" }]));
  const begun = performance.now();
  const failures = playCases(trial, long, Array<TestCase>(CASES.most).fill(one));
  expect(failures.every((each) => each === undefined)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(30_000);
});
