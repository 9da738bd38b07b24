import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { type CaseTurn, spokenOf, type TestCase } from "#workers/contract/automation/test-case.ts";
import type { CaseAct, TryAct, TryStop } from "#workers/contract/automation/tried-run.ts";
import { automationDoors, type Tried } from "#workers/contract/endpoints/automations.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** One line of a test's conversation. */
export type TestLine =
  | { by: "journey"; body: MessageBody }
  | { by: "customer"; text: string }
  | { by: "note"; text: string };

export interface TestState {
  run: Tried["run"];
  /** The test's own clock. */
  now: number;
  lines: readonly TestLine[];
  path: Tried["path"];
  /** All that was done in it, with what came of it: to be kept as a test case. */
  done: TestCase;
}

export interface TestControl {
  state: TestState | undefined;
  busy: boolean;
  failure: string;
  /** The step where it stands; undefined before it and after it. */
  current: string | undefined;
  act: (act: TryAct, stop?: TryStop) => void;
}

/** A test of a graph as it is drawn at each moment: the state is here, the engine is the server's. */
export function useTest(
  kind: AutomationKind,
  graph: Graph,
  tester: { channelType: number; customer: { name: string; phone: string } },
): TestControl {
  const [state, setState] = useState<TestState>();
  const { busy, failure, send } = useSend();
  const act = (next: TryAct, stop?: TryStop) => {
    const before = next.kind === "start" ? undefined : state;
    const { channelType, customer } = before?.done ?? tester;
    const begun = before?.now ?? Date.now();
    void send(
      () =>
        call(automationDoors[kind].try, {
          body: {
            graph,
            run: before?.run ?? null,
            act: next,
            ...(stop && { stop }),
            now: begun,
            channelType,
            customer,
          },
        }),
      (answer) => {
        const { run, now, took, said, did, path } = answer;
        const done = before?.done ?? { channelType, customer, now: begun, turns: [] };
        setState({
          run,
          now,
          lines: [
            ...(before?.lines ?? []),
            ...spoken(next),
            ...(took || path.length > 0 ? [] : ignored(next)),
            ...did.map((text): TestLine => ({ by: "note", text })),
            ...said.map((body): TestLine => ({ by: "journey", body })),
          ],
          path: [...(before?.path ?? []), ...path],
          done: { ...done, turns: [...done.turns, turnOf(next, stop, answer)] },
        });
      },
    );
  };
  return {
    state,
    busy,
    failure,
    current: state && !isOver(state.run.state) ? (state.run.nodeId ?? undefined) : undefined,
    act,
  };
}

/** An act as a test case remembers it. */
export const turnOf = (
  act: TryAct,
  stop: TryStop | undefined,
  { path, said }: Pick<Tried, "path" | "said">,
): CaseTurn => ({
  act: caseActOf(act),
  ...(stop && { stop }),
  path: path.map(({ node, port }) => ({ node, port })),
  said: said.map(spokenOf),
});

function caseActOf(act: TryAct): CaseAct {
  if (act.kind === "press") return { kind: act.kind, label: act.label };
  if (act.kind !== "event") return act;
  const { key: _, ...rest } = act;
  return rest;
}

const spoken = (act: TryAct): TestLine[] =>
  act.kind === "say"
    ? [{ by: "customer", text: act.text }]
    : act.kind === "press"
      ? [{ by: "customer", text: act.label }]
      : [];

const ignored = (act: TryAct): TestLine[] =>
  act.kind === "say" || act.kind === "press" ? [{ by: "note", text: automationTryTexts.panel.notHeard }] : [];
