import { describe, expect, test } from "vitest";
import type { CallResult } from "#workers/domain/flow/cause.ts";
import { play, Played, text } from "#tests/support/flow.ts";

const request = { authType: 2, configId: "a1", path: "/" };
const failed: CallResult = { ok: false, code: "network", retryable: true };

describe("errors", () => {
  const retry = { most: 2, backoff: "exponential", seconds: 10 };

  test("a call that may go well later is made again, later each time, under the key of the first", () => {
    const it = play({ start: ["start"], it: ["http", { request, retry }], sorry: ["end"] }, [
      "start > it",
      "it.error > sorry",
    ]);
    it.start();
    for (const [least, most] of [
      [5, 10],
      [10, 20],
    ] as const) {
      const { steps } = it.result(failed);
      expect(steps).toMatchObject([{ node: "it", port: null, outcome: "error" }]);
      expect(it.run.waits).toMatchObject([{ kind: "retry" }]);
      const ms = (it.run.wakeAt ?? 0) - it.now;
      expect(ms).toBeGreaterThanOrEqual(least * 1_000);
      expect(ms).toBeLessThanOrEqual(most * 1_000);
      it.wake();
    }
    it.result(failed);
    expect(it.path.at(-1)).toBe("sorry");
    expect(it.effects.map((each) => [each.key, "idempotencyKey" in each && each.idempotencyKey])).toEqual([
      ["r1:2", "r1:2"],
      ["r1:4", "r1:2"],
      ["r1:6", "r1:2"],
    ]);
  });

  test("the jitter of two runs differs, and that of one is always the same", () => {
    const { flow } = play(
      { start: ["start"], it: ["http", { request, retry: { most: 1, backoff: "fixed", seconds: 600 } }] },
      ["start > it"],
    );
    const wakeOf = (id: string): number => {
      const it = new Played(flow, {}, { id });
      it.start();
      it.result(failed);
      return it.run.wakeAt ?? 0;
    };
    expect(wakeOf("r1")).toBe(wakeOf("r1"));
    expect(wakeOf("r1")).not.toBe(wakeOf("r2"));
  });

  test("what cannot go well is not tried again", () => {
    const it = play({ start: ["start"], it: ["http", { request, retry }], sorry: ["end"] }, [
      "start > it",
      "it.error > sorry",
    ]);
    it.start();
    it.result({ ok: false, code: "refused", retryable: false });
    expect(it.path.at(-1)).toBe("sorry");
  });

  test("an error leaves by its own port, else by the port for errors, else to the graph's handler, else the run fails", () => {
    const nodes = {
      start: ["start"],
      it: ["http", { request }],
      own: ["end"],
      any: ["end"],
      handler: ["sendMessage", text("{error.node}: {error.code}")],
    } as never;
    const endOf = (edges: string[], more: object = {}): Played => {
      const it = play(nodes, ["start > it", ...edges], more);
      it.start();
      it.result({ ok: true, status: 404 });
      return it;
    };
    expect(endOf(["it.clientError > own", "it.error > any"], { errorHandler: "handler" }).path.at(-1)).toBe(
      "own",
    );
    expect(endOf(["it.error > any"], { errorHandler: "handler" }).path.at(-1)).toBe("any");
    expect(endOf([], { errorHandler: "handler" }).said).toEqual(["it: http404"]);
    expect(endOf([]).run).toMatchObject({ state: "failed", reason: { code: "http404", nodeId: "it" } });
  });

  test("an error in the handler ends the run, and no handler runs for ever", () => {
    const it = play(
      {
        start: ["start"],
        bad: ["sendMessage", text("{contact.city}")],
        handler: ["sendMessage", text("{contact.city}")],
      },
      ["start > bad"],
      { errorHandler: "handler" },
    );
    it.start();
    expect(it.path).toEqual(["start.next", "bad", "handler"]);
    expect(it.run).toMatchObject({ state: "failed", reason: { nodeId: "handler" } });
  });

  test("a step in trouble leaves nothing behind", () => {
    const it = play(
      {
        start: ["start"],
        it: [
          "setVariables",
          {
            set: [
              { variable: "answer", type: "static", value: "new" },
              { variable: "total", type: "expression", value: "1 / 0" },
            ],
          },
        ],
        sorry: ["end"],
      },
      ["start > it", "it.error > sorry"],
    );
    it.start();
    expect([it.run.vars["answer"], it.path.at(-1)]).toEqual([null, "sorry"]);
  });

  test("a run that failed goes on from the node that failed, or from another one", () => {
    const nodes = { start: ["start"], it: ["http", { request }], end: ["end"] } as never;
    const it = play(nodes, ["start > it", "it > end"]);
    it.start();
    it.result({ ok: false, code: "refused", retryable: false });
    expect(it.run.state).toBe("failed");
    expect(it.cause({ kind: "retry", nodeId: "gone" }).used).toBe(false);
    it.cause({ kind: "retry" });
    expect(it.run).toMatchObject({ state: "waiting", nodeId: "it", reason: null });
    it.result({ ok: true, status: 200 });
    expect(it.run.state).toBe("completed");
    const again = new Played(it.flow);
    again.start();
    again.result({ ok: false, code: "refused", retryable: false });
    again.cause({ kind: "retry", nodeId: "start" });
    expect(again.path.slice(-2)).toEqual(["start.next", "it"]);
  });

  test("a run whose node is gone, or another one now, is not stuck", () => {
    const waiting = play({ start: ["start"], it: ["ask", { text: "?" }] }, ["start > it"]);
    waiting.start();
    const changed = play({ start: ["start"], it: ["end"] });
    const gone = play({ start: ["start"] });
    const ends = [changed, gone].map(({ flow }) => {
      const it = new Played(flow, {}, waiting.run);
      it.wake();
      return [it.run.state, it.run.reason?.code];
    });
    expect(ends).toEqual([
      ["failed", "brokenNode"],
      ["failed", "unknownNode"],
    ]);
  });

  test("a graph without a start, a node of no known type and a node with broken data fail with a sentence", () => {
    const none = play({ it: ["end"] });
    none.start();
    expect(none.run.reason?.code).toBe("noStart");
    const unknown = play({ start: ["start"], it: ["teleport"] }, ["start > it"]);
    unknown.start();
    expect(unknown.run.reason?.code).toBe("brokenNode");
    const broken = play({ start: ["start"], it: ["ask", { text: 3 }], sorry: ["end"] }, [
      "start > it",
      "it.error > sorry",
    ]);
    broken.start();
    expect(broken.path.at(-1)).toBe("sorry");
  });
});
