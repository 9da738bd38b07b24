import { describe, expect, test } from "vitest";
import { aRun, play, Played } from "#tests/support/flow.ts";

const set = (variable: string, value: string | number) => ({ set: [{ variable, type: "static", value }] });
const adding = { set: [{ variable: "total", type: "expression", value: "vars.total + 1.0" }] };
const request = { authType: 2, configId: "a1", path: "/" };

describe("limits", () => {
  const circle = {
    start: ["start"],
    one: ["setVariables", adding],
    two: ["condition", { rows: [{ id: "r", when: { expression: "vars.total > 1000.0" } }] }],
    end: ["end"],
  } as never;

  test("a circle without a wait ends as a failure that draws it, whatever the graph does with errors", () => {
    const edges = [
      "start > one",
      "one > two",
      "two.else > one",
      "two.row:r > end",
      "one.error > two",
      "two.error > one",
    ];
    const it = play(circle, edges, { errorHandler: "end" });
    it.start();
    expect(it.run).toMatchObject({ state: "failed", reason: { code: "loop" } });
    expect(it.run.reason?.sentence).toContain("one → two → one");
    expect(it.path.filter((each) => each === "one.next")).toHaveLength(25);
  });

  test("a circle through calls alone is one, too; through a wait it is none", () => {
    const calls = play({ start: ["start"], it: ["http", { request }] }, ["start > it", "it > it"]);
    calls.start();
    while (calls.run.state === "waiting") calls.result({ ok: true });
    expect(calls.run).toMatchObject({ state: "failed", reason: { code: "loop" }, seq: 27 + 25 });
    const waits = play(
      {
        start: ["start"],
        it: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "hours" } } }],
      },
      ["start > it", "it > it"],
    );
    waits.start();
    while (waits.run.state === "waiting") waits.wake();
    expect(waits.run).toMatchObject({ state: "failed", reason: { code: "steps" }, seq: 2_001 });
  });

  test("a circle through other journeys alone is one", () => {
    const it = play({ start: ["start"], it: ["runJourney", { journeyId: "j2" }] }, [
      "start > it",
      "it.completed > it",
    ]);
    it.start();
    while (it.run.state === "waiting") {
      it.event({ kind: "child", key: it.run.waits[0]?.key ?? "", state: "completed", vars: {} });
    }
    expect(it.run.reason?.code).toBe("loop");
  });

  test("what people and others send is kept up to 64 kB", () => {
    const it = play(
      { start: ["start"], it: ["form", { formId: "f", text: "Fill", button: "Open" }], sorry: ["end"] },
      ["start > it", "it.error > sorry"],
    );
    it.start();
    it.event({ kind: "form", key: "r1:2", values: { words: "x".repeat(70_000) } });
    expect([it.path.at(-1), it.run.heard]).toEqual(["sorry", {}]);
    const event = play(
      {
        start: ["start"],
        it: ["waitFor", { events: [{ id: "e", kind: "event", key: "paid" }] }],
        ask: ["ask", { text: "?" }],
      },
      ["start > it", "it.event:e > ask"],
    );
    event.start();
    event.event({ kind: "event", key: "paid", data: "x".repeat(70_000) });
    expect(event.run.heard.last).toEqual({ kind: "event", event: null });
  });

  test("a hundred nodes between two waits, and not one more", () => {
    const chain = (length: number): Played => {
      const ids = Array.from({ length }, (_, at) => `n${at}`);
      const it = play(
        Object.fromEntries(
          ids.map((id, at) => [id, at === 0 ? ["start"] : ["setVariables", set("answer", id)]]),
        ) as never,
        ids.slice(1).map((id, at) => `${ids[at]} > ${id}`),
      );
      it.start();
      return it;
    };
    expect(chain(100).run.state).toBe("completed");
    expect(chain(101).run).toMatchObject({
      state: "failed",
      reason: { code: "loop" },
      vars: { answer: "n99" },
    });
  });

  test("a variable of 640 characters and 64 kB of variables, and not one more", () => {
    const one = (source: string): Played => {
      const it = play(
        {
          start: ["start"],
          it: [
            "setVariables",
            {
              set: [
                { variable: "thing", type: "expression", value: source },
                { variable: "answer", type: "column", value: "vars.thing" },
              ],
            },
          ],
        },
        ["start > it"],
      );
      it.run = aRun({
        entry: {
          row: {
            text: "x".repeat(640),
            long: "x".repeat(641),
            list: Array.from({ length: 70 }, () => "x".repeat(1_000)),
          },
        },
      });
      it.start();
      return it;
    };
    expect(one("row.text").run.state).toBe("completed");
    expect(one("row.long").run.reason?.code).toBe("variableTooLong");
    expect(one("row.list").run.reason?.code).toBe("varsTooLarge");
  });

  test("a step keeps at most 4 kB, and no secret", () => {
    const it = play(
      {
        start: ["start"],
        it: ["http", { request, answers: [{ variable: "thing", type: "expression", value: "http.body" }] }],
      },
      ["start > it"],
    );
    it.start();
    it.result({ ok: true, status: 200, data: { accessToken: "abc", name: "Asha", city: "Pune" } });
    expect(it.all[1]?.steps[0]?.out).toEqual({
      status: 200,
      thing: { accessToken: "•••", name: "Asha", city: "Pune" },
    });
    const hidden = new Played(it.flow, { redact: ["city"] });
    hidden.start();
    hidden.result({ ok: true, status: 200, data: { city: "Pune", note: "é".repeat(5_000) } });
    const out = JSON.stringify(hidden.all[1]?.steps[0]?.out);
    expect(out).not.toContain("Pune");
    expect(new TextEncoder().encode(out).length).toBeLessThanOrEqual(4_096);
  });
});
