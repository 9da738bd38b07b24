import { expect, test } from "vitest";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaviours } from "#workers/domain/flow/behaviours.ts";
import { DAY, flowOf, NOW, one, play, Played, text } from "#tests/support/flow.ts";

test("every type of node that the table names is done by the engine", () => {
  expect(Object.keys(behaviours).toSorted()).toEqual(Object.keys(nodeTypes).toSorted());
});

test("the first condition that holds is taken, by rows or by an expression, else the last port", () => {
  const rows = [
    { id: "old", when: { expression: "contact.age > 60" } },
    {
      id: "asha",
      when: {
        condition: { match: "all", rows: [{ field: "contact.name", operator: "is", value: "asha" }] },
      },
    },
  ];
  const it = one("condition", { rows }, ["row:old", "row:asha", "else"]);
  it.start();
  expect(it.path.at(-1)).toBe("at-row-asha");
  const other = new Played(it.flow, { contact: { name: "Ravi", age: 3 } });
  other.start();
  expect(other.path.at(-1)).toBe("at-else");
  const nobody = new Played(it.flow, { contact: {} });
  nobody.start();
  expect(nobody.run.reason).toMatchObject({ code: "expression" });
});

test("a split is the same for a customer each time, and shared as its shares say", () => {
  const data = {
    variants: [
      { id: "a", label: "A", share: 1 },
      { id: "b", label: "B", share: 3 },
    ],
  };
  const { flow } = one("split", data, ["variant:a", "variant:b"]);
  const variantOf = (customerId: string, id: string): string => {
    const it = new Played(flow, {}, { customerId, id });
    it.start();
    return it.path.at(-1) ?? "";
  };
  const all = Array.from({ length: 1_000 }, (_, at) => variantOf(`c${at}`, "r1"));
  expect(all).toEqual(Array.from({ length: 1_000 }, (_, at) => variantOf(`c${at}`, "r2")));
  const share = all.filter((port) => port === "at-variant-a").length / 1_000;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.3);
});

test("variables are set one after the other, as their types want them", () => {
  const set = [
    { variable: "total", type: "expression", value: "contact.age * 2" },
    { variable: "answer", type: "expression", value: "'twice: ' + string(vars.total)" },
    { variable: "yes", type: "static", value: true },
    { variable: "when", type: "column", value: "now" },
  ];
  const it = one("setVariables", { set }, ["next", "error"]);
  it.start();
  expect(it.run.vars).toMatchObject({
    total: 60,
    answer: "twice: 60",
    yes: true,
    when: "2026-11-25T06:00:00.000Z",
  });
  const wrong = one("setVariables", { set: [{ variable: "total", type: "static", value: "many" }] }, [
    "error",
  ]);
  wrong.start();
  expect([wrong.path.at(-1), wrong.run.vars["total"]]).toEqual(["at-error", 0]);
});

test("a customer is changed by one effect", () => {
  const changes = [
    { kind: "field", field: "city", value: { type: "static", value: "Pune" } },
    { kind: "addLabel", labelId: "l1" },
    { kind: "removeGroup", groupId: "g1" },
    { kind: "optOut", purpose: "marketing" },
  ];
  const it = one("updateCustomer", { changes }, ["next"]);
  it.start();
  expect(it.effects).toMatchObject([
    {
      kind: "customer",
      changes: [{ value: "Pune" }, { labelId: "l1" }, { groupId: "g1" }, { kind: "optOut" }],
    },
  ]);
});

test("a milestone is noted with its value, and an end with its outcome", () => {
  const it = play(
    {
      start: ["start"],
      it: ["milestone", { milestoneId: "m1", value: { type: "expression", value: "vars.total + 5" } }],
      end: ["end", { outcome: "bought" }],
    },
    ["start > it", "it > end"],
  );
  it.start();
  expect(it.all[0]?.milestones).toEqual([{ key: "r1:2", milestoneId: "m1", at: NOW, value: 5 }]);
  expect(it.run).toMatchObject({ state: "completed", outcome: "bought" });
});

test("go to leads to another node without a connection", () => {
  const it = play({ start: ["start"], it: ["goTo", { node: "end" }], end: ["end"] }, ["start > it"]);
  it.start();
  expect(it.path).toEqual(["start.next", "it", "end"]);
  const gone = play({ start: ["start"], it: ["goTo", { node: "nowhere" }] }, ["start > it"]);
  gone.start();
  expect(gone.run.reason).toMatchObject({ code: "unknownNode" });
});

test("another journey is run, and waited for where that is wanted", () => {
  const data = {
    journeyId: "j2",
    mapping: [{ variable: "who", type: "column", value: "contact.name" }],
    save: "thing",
  };
  const it = one("runJourney", data, ["completed", "failed", "timeout"]);
  it.start();
  expect(it.effects).toMatchObject([
    { kind: "startRun", journeyId: "j2", vars: { who: "Asha" }, depth: 2, answers: true },
  ]);
  it.event({ kind: "child", key: "r1:2", state: "completed", vars: { x: 1 } });
  expect([it.path.at(-1), it.run.vars["thing"]]).toEqual(["at-completed", { x: 1 }]);
  const failed = one("runJourney", data, ["completed", "failed", "timeout"]);
  failed.start();
  failed.event({ kind: "child", key: "r1:2", state: "failed", vars: {} });
  expect(failed.path.at(-1)).toBe("at-failed");
  const late = one("runJourney", data, ["timeout"]);
  late.start();
  expect(late.wake().steps[0]).toMatchObject({ port: "timeout", outcome: "timeout" });
  const alone = one("runJourney", { journeyId: "j2", wait: false }, ["next"]);
  alone.start();
  expect(alone.run.state).toBe("completed");
  const deep = new Played(alone.flow, {}, { depth: 5 });
  deep.start();
  expect([deep.effects, deep.run.reason?.code]).toEqual([[], "depth"]);
});

test("the first of several events decides, and only news of the message that was sent", () => {
  const events = [
    { id: "read", kind: "read" },
    { id: "reply", kind: "reply" },
    { id: "paid", kind: "event", key: "order.paid" },
  ];
  const nodes = {
    start: ["start"],
    say: ["sendMessage", text("Hello")],
    it: ["waitFor", { events, timeout: { amount: 2, unit: "days" } }],
    a: ["end"],
    b: ["end"],
    c: ["end"],
    d: ["end"],
  };
  const edges = [
    "start > say",
    "say > it",
    "it.event:read > a",
    "it.event:reply > b",
    "it.event:paid > c",
    "it.timeout > d",
  ];
  const begun = (): Played => {
    const it = new Played(flowOf(nodes as never, edges));
    it.start();
    return it;
  };
  const read = begun();
  expect(read.event({ kind: "message", key: "r1:9", status: "read" }).used).toBe(false);
  expect(read.event({ kind: "message", key: "r1:2", status: "delivered" }).used).toBe(false);
  read.event({ kind: "message", key: "r1:2", status: "read" });
  expect(read.path.at(-1)).toBe("a");
  const replied = begun();
  replied.says("hi");
  expect(replied.path.at(-1)).toBe("b");
  const paid = begun();
  expect(paid.event({ kind: "event", key: "order.lost" }).used).toBe(false);
  paid.event({ kind: "event", key: "order.paid" });
  expect(paid.path.at(-1)).toBe("c");
  const late = begun();
  expect(late.run.wakeAt).toBe(NOW + 2 * DAY);
  late.wake();
  expect(late.path.at(-1)).toBe("d");
});
