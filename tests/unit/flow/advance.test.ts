import { describe, expect, test } from "vitest";
import { advance } from "#workers/domain/flow/advance.ts";
import { aRun, flowOf, HOUR, MINUTE, NOW, play, Played, text, worldAt } from "#tests/support/flow.ts";

const adding = { set: [{ variable: "total", type: "expression", value: "vars.total + 1.0" }] };
const request = { authType: 2, configId: "a1", path: "/" };

const asking = (): Played => {
  const it = play({ start: ["start"], one: ["ask", { text: "One?" }], two: ["ask", { text: "Two?" }] }, [
    "start > one",
    "one > two",
  ]);
  it.start();
  return it;
};

describe("causes that are too old, too early or come twice do nothing", () => {
  test("a timer of a step that the run has left", () => {
    const it = asking();
    const { seq, wakeAt } = it.run;
    it.says("1");
    const before = it.run;
    it.now = (wakeAt ?? 0) + HOUR;
    expect(it.cause({ kind: "timer", seq })).toMatchObject({ used: false, steps: [], effects: [] });
    expect(it.run).toBe(before);
  });

  test("a timer whose time has not come", () => {
    const it = asking();
    it.now = (it.run.wakeAt ?? 0) - 1;
    expect(it.cause({ kind: "timer", seq: it.run.seq }).used).toBe(false);
    it.now += 1;
    expect(it.cause({ kind: "timer", seq: it.run.seq }).used).toBe(true);
  });

  test("an event that was used, so that it never answers two questions", () => {
    const it = asking();
    const reply = { kind: "reply", key: "ch1:c1", body: { kind: "text", text: "1" }, id: "m1" } as const;
    expect(it.event(reply).used).toBe(true);
    expect(it.event(reply).used).toBe(false);
    expect(it.said).toEqual(["One?", "Two?"]);
    it.event({ ...reply, id: "m2" });
    expect(it.run.state).toBe("completed");
    expect(it.event({ ...reply, id: "m3" }).used).toBe(false);
  });

  test("of a reply and its time-out in one millisecond the first decides", () => {
    const it = asking();
    const { seq } = it.run;
    it.now = it.run.wakeAt ?? 0;
    it.says("1");
    expect(it.cause({ kind: "timer", seq }).used).toBe(false);
    const other = asking();
    other.wake();
    expect(other.says("1").used).toBe(false);
    expect(other.path.at(-1)).toBe("one.noReply");
  });

  test("an event that nobody waits for, and a press of an older message", () => {
    const it = play(
      {
        start: ["start"],
        one: [
          "buttons",
          {
            text: "?",
            options: [
              { id: "a", label: "A" },
              { id: "b", label: "B" },
            ],
          },
        ],
        two: ["ask", { text: "Two?" }],
      },
      ["start > one", "one.option:a > two"],
    );
    it.start();
    const key = it.run.waits.at(-1)?.key ?? "";
    expect(it.event({ kind: "event", key: "order.paid" }).used).toBe(false);
    it.says("A");
    expect(it.event({ kind: "button", key, label: "B" }).used).toBe(false);
    expect(it.run.nodeId).toBe("two");
  });

  test("a result that comes twice, late, or for another step", () => {
    const it = play({ start: ["start"], it: ["http", { request }], ask: ["ask", { text: "?" }] }, [
      "start > it",
      "it > ask",
    ]);
    it.start();
    const { seq } = it.run;
    expect(it.result({ ok: true }, seq - 1).used).toBe(false);
    expect(it.result({ ok: true }, seq).used).toBe(true);
    expect(it.result({ ok: true }, seq).used).toBe(false);
    expect(it.result({ ok: true }).used).toBe(false);
  });

  test("a second start, and anything after the end but a retry of what failed", () => {
    const it = play({ start: ["start"], end: ["end"] }, ["start > end"]);
    expect(it.start().used).toBe(true);
    expect(it.start().used).toBe(false);
    expect(it.cause({ kind: "retry" }).used).toBe(false);
    expect(it.cause({ kind: "leave", state: "exited", code: "optedOut", sentence: "" }).used).toBe(false);
    // Ended before it began.
    const early = play({ start: ["start"], end: ["end"] }, ["start > end"]);
    early.cause({ kind: "leave", state: "cancelled", code: "operator", sentence: "" });
    expect(early.start().used).toBe(false);
  });
});

describe("leaving", () => {
  test("a run that waits is ended from outside, and what it began elsewhere with it", () => {
    const it = play({ start: ["start"], it: ["runJourney", { journeyId: "j2" }] }, ["start > it"]);
    it.start();
    const { effects, run, waits } = it.cause({
      kind: "leave",
      state: "cancelled",
      code: "operator",
      sentence: "Ended.",
    });
    expect(effects).toEqual([{ kind: "cancelRun", key: "r1:3", of: "r1:2" }]);
    expect([run.state, run.reason?.code, waits, run.wakeAt]).toEqual(["cancelled", "operator", [], null]);
    const bot = play({ start: ["start"], it: ["bot", { botId: "b1" }] }, ["start > it"]);
    bot.start();
    const old = bot.cause({ kind: "leave", state: "expired", code: "age", sentence: "" });
    expect(old.effects).toMatchObject([{ kind: "endBot", of: "r1:2" }]);
    expect(old.counters).toEqual([
      { node: "it", port: "", entered: 0, left: 0, errors: 0, timedOut: 0, expired: 1 },
    ]);
  });

  test.each(["optOut", "blocked"])(
    "somebody's refusal (%s) ends a run, unless its Start passes over it",
    (code) => {
      const nodes = (start: object) => ({ start: ["start", start], it: ["ask", { text: "?" }] }) as never;
      const refused = (start: object, of = code) => {
        const it = play(nodes(start), ["start > it"]);
        it.start();
        it.cause({ kind: "leave", state: "exited", code: of, sentence: "No." });
        return it.run.state;
      };
      expect(refused({})).toBe("exited");
      expect(refused({ optOut: "goOn" })).toBe("waiting");
      expect(refused({ optOut: "goOn" }, "stopped")).toBe("exited");
    },
  );

  test("a customer of whom the exit rule holds leaves before anything else happens, and their words are somebody else's", () => {
    const exit = { match: "all", rows: [{ field: "contact.city", operator: "is", value: "Pune" }] } as never;
    const nodes = {
      start: ["start"],
      it: ["ask", { text: "?" }],
      say: ["sendMessage", text("Hello")],
    } as never;
    const it = play(nodes, ["start > it", "it > say"], { exit });
    it.start();
    const moved = new Played(it.flow, { contact: { city: "Pune" } }, it.run);
    const advanced = moved.says("hi");
    expect(advanced).toMatchObject({
      used: true,
      took: false,
      effects: [],
      run: { state: "exited", waits: [] },
    });
    const waiting = new Played(it.flow, { contact: { city: "Pune" } }, it.run);
    expect(waiting.wake().took).toBe(true);
    // An old timer does nothing to them either.
    const old = new Played(it.flow, { contact: { city: "Pune" } }, it.run);
    old.now = NOW + 100 * HOUR;
    expect(old.cause({ kind: "timer", seq: 1 }).used).toBe(false);
  });
});

test("what is counted of a node is what its steps were", () => {
  const it = play(
    { start: ["start"], it: ["ask", { text: "?", timeout: { amount: 1, unit: "minutes" } }], end: ["end"] },
    ["start > it", "it.noReply > end"],
  );
  expect(it.start().counters).toEqual([
    { node: "start", port: "", entered: 1, left: 0, errors: 0, timedOut: 0, expired: 0 },
    { node: "start", port: "next", entered: 0, left: 1, errors: 0, timedOut: 0, expired: 0 },
    { node: "it", port: "", entered: 1, left: 0, errors: 0, timedOut: 0, expired: 0 },
  ]);
  expect(it.run.wakeAt).toBe(NOW + MINUTE);
  expect(it.wake().counters).toEqual([
    { node: "it", port: "noReply", entered: 0, left: 1, errors: 0, timedOut: 1, expired: 0 },
    { node: "end", port: "", entered: 1, left: 1, errors: 0, timedOut: 0, expired: 0 },
  ]);
});

test("variables that a run is given count where the graph declares them, else its own", () => {
  const it = play({ start: ["start"], end: ["end"] }, ["start > end"]);
  it.run = aRun({ vars: { total: 7, stranger: 1 } });
  it.start();
  expect(it.run.vars).toEqual({ answer: null, total: 7, when: null, yes: null, thing: null, list: null });
});

test("nothing of the run that comes in is changed", () => {
  const flow = flowOf({ start: ["start"], it: ["setVariables", adding], ask: ["ask", { text: "?" }] }, [
    "start > it",
    "it > ask",
  ]);
  const run = aRun();
  const before = structuredClone(run);
  advance(flow, run, { kind: "start" }, worldAt());
  expect(run).toEqual(before);
});

describe("moves to another version", () => {
  const graph = {
    start: ["start"],
    it: ["bot", { botId: "b1" }],
    there: ["sendMessage", text("Hello")],
    end: ["end"],
  } as never;
  const edges = ["start > it", "there > end"];

  test("a run that waits goes to another node, and ends what it has begun", () => {
    const it = play(graph, edges);
    it.start();
    const { steps, effects, run } = it.cause({ kind: "move", seq: it.run.seq, nodeId: "there" });
    expect(steps.map(({ node, outcome }) => [node, outcome])).toEqual([
      ["it", "skipped"],
      ["there", "ok"],
      ["end", "ok"],
    ]);
    expect(effects).toMatchObject([{ kind: "endBot", of: "r1:2", key: "r1:3" }, { kind: "message" }]);
    expect([run.state, steps.map(({ seq }) => seq)]).toEqual(["completed", [3, 4, 5]]);
  });

  test("one that has gone on by itself stays where it is, and is not ended either", () => {
    const it = play(graph, edges);
    it.start();
    expect(it.cause({ kind: "move", seq: it.run.seq - 1, nodeId: "there" }).used).toBe(false);
    const leave = { kind: "leave", state: "cancelled", code: "moved", sentence: "" } as const;
    expect(it.cause({ ...leave, seq: it.run.seq - 1 }).used).toBe(false);
    expect(it.cause({ ...leave, seq: it.run.seq }).run.state).toBe("cancelled");
  });
});

describe("what comes too late", () => {
  test("a wait that is skipped says nothing until the run waits again", () => {
    const wait = ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }];
    const it = play(
      {
        start: ["start"],
        it: wait,
        say: ["sendMessage", text("Monday")],
        on: wait,
        late: ["sendMessage", text("Later")],
      } as never,
      ["start > it", "it > say", "say > on", "on > late"],
    );
    it.start();
    it.now = it.run.wakeAt ?? 0;
    const { steps } = it.cause({ kind: "timer", seq: it.run.seq, skip: true });
    expect(steps.map(({ node, outcome }) => [node, outcome])).toEqual([
      ["it", "skipped"],
      ["say", "skipped"],
      ["on", "ok"],
    ]);
    it.wake();
    expect(it.said).toEqual(["Later"]);
  });

  test("a reminder that is skipped is not sent, and the question still stands", () => {
    const it = play(
      {
        start: ["start"],
        it: ["ask", { text: "?", reminder: { after: { amount: 1, unit: "hours" }, text: "Well?" } }],
        end: ["end"],
      } as never,
      ["start > it", "it > end"],
    );
    it.start();
    it.now = it.run.wakeAt ?? 0;
    it.cause({ kind: "timer", seq: it.run.seq, skip: true });
    expect([it.said, it.run.state]).toEqual([["?"], "waiting"]);
    it.says("yes");
    expect(it.run.state).toBe("completed");
  });
});
