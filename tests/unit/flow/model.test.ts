import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runLimits } from "#workers/contract/automation/limits.ts";
import { isOver, mayMove, runMoves, runStates } from "#workers/contract/automation/run-states.ts";
import { advance } from "#workers/domain/flow/advance.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import type { Advanced } from "#workers/domain/flow/advanced.ts";
import type { Cause } from "#workers/domain/flow/cause.ts";
import type { Run } from "#workers/domain/flow/run.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { anyGraph, anyHappening, causeOf } from "#tests/support/any-flow.ts";
import { aRun, fields, MINUTE, NOW, worldAt } from "#tests/support/flow.ts";

test("a final state is followed by none, but a failure by another try", () => {
  expect(runStates.filter((from) => !runMoves.some(([before]) => before === from))).toEqual([
    "completed",
    "exited",
    "cancelled",
    "expired",
  ]);
  expect(runMoves.filter(([from]) => from !== null && isOver(from))).toEqual([
    ["failed", "waiting", "retry"],
  ]);
  expect(mayMove(null, "running")).toBe(false);
});

/** Forbids what an advance must not touch. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) frozen(each);
  }
  return value;
}

/** The moves that a run makes by an advance, as its row makes them: a claim and a commit, or a way out from outside. */
function expectLegal(before: Run, { used, run }: Advanced, cause: Cause): void {
  if (!used) {
    expect(run).toBe(before);
    return;
  }
  const waiting = before.state === "failed" ? "waiting" : before.state;
  if (before.state === "failed") expect([cause.kind, mayMove("failed", "waiting")]).toEqual(["retry", true]);
  if (["exited", "cancelled", "expired"].includes(run.state)) {
    expect(mayMove(waiting, run.state)).toBe(true);
    return;
  }
  expect(
    mayMove(waiting, "running") && mayMove("running", run.state),
    `${before.state} to ${run.state}`,
  ).toBe(true);
}

function expectWhole({ used, run, steps, effects, waits }: Advanced, before: Run): void {
  if (!used) {
    expect([steps, effects]).toEqual([[], []]);
    return;
  }
  // Every commit writes a step with the next number, which is what two workers meet at.
  expect(steps.map(({ seq }) => seq)).toEqual(steps.map((_, at) => before.seq + 1 + at));
  expect(steps.length).toBeGreaterThan(0);
  expect(run.seq).toBe(steps.at(-1)?.seq);
  expect(run.seq).toBeLessThanOrEqual(runLimits.steps + 1);
  if (run.state === "waiting") {
    expect(run.wakeAt).toBe(Math.min(...waits.map(({ until }) => until)));
    expect(waits.every(({ seq }) => seq === run.seq)).toBe(true);
  } else {
    expect(isOver(run.state)).toBe(true);
    expect([waits, run.wakeAt]).toEqual([[], null]);
    expect(run.reason === null).toBe(run.state === "completed");
  }
  expect(waits).toEqual(run.waits);
  expect(JSON.parse(JSON.stringify(run))).toEqual(run);
}

test("any graph and any causes: only legal moves, every run ends or waits, keys are unique, and a replay is the same", () => {
  const states = new Set<string>();
  fc.assert(
    fc.property(
      anyGraph,
      fc.array(anyHappening, { maxLength: 40 }),
      fc.string(),
      (graph, happenings, salt) => {
        expect(
          validate(graph, { fields }).filter(({ severity, code }) => severity === "error" && code !== "loop"),
        ).toEqual([]);
        const flow = compile(graph, { fields });
        let run = frozen(aRun());
        let now = NOW;
        const log: { cause: Cause; now: number; advanced: Advanced }[] = [];
        for (const happening of [{ what: 0, which: 0, detail: 0 }, ...happenings]) {
          now += MINUTE;
          const cause = causeOf(
            happening,
            run,
            now,
            log.map((each) => each.cause),
          );
          if (cause.kind === "timer" && happening.detail > 1) now = Math.max(now, run.wakeAt ?? 0);
          const advanced = frozen(advance(flow, run, frozen(cause), { ...worldAt(now), salt }));
          expectLegal(run, advanced, cause);
          expectWhole(advanced, run);
          log.push({ cause, now, advanced });
          run = advanced.run;
          states.add(run.state);
        }
        const keys = log.flatMap(({ advanced }) => advanced.effects.map(({ key }) => key));
        expect(new Set(keys).size).toBe(keys.length);

        const again = compile(graph, { fields });
        let replayed = aRun();
        for (const { cause, now: then, advanced } of log) {
          const anew = advance(again, replayed, cause, { ...worldAt(then), salt });
          expect(anew).toEqual(advanced);
          replayed = anew.run;
        }
      },
    ),
    { numRuns: 300 },
  );
  // The property says little about states that no run has reached.
  expect(["waiting", "completed", "failed"].filter((state) => !states.has(state))).toEqual([]);
  expect(["exited", "cancelled", "expired"].some((state) => states.has(state))).toBe(true);
});

test("left alone, every run ends: its timers lead it out, or a limit does", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const flow = compile(graph, { fields });
      let run = aRun();
      let { now } = worldAt();
      run = advance(flow, run, { kind: "start" }, worldAt(now)).run;
      for (let turns = 0; !isOver(run.state); turns++) {
        expect(turns).toBeLessThan(runLimits.steps);
        now = run.wakeAt ?? now;
        run = advance(flow, run, { kind: "timer", seq: run.seq }, worldAt(now)).run;
      }
    }),
    { numRuns: 40 },
  );
});
