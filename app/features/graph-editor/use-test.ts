import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import type { TryAct } from "#workers/contract/automation/tried-run.ts";
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
}

export interface TestControl {
  state: TestState | undefined;
  busy: boolean;
  failure: string;
  /** The step where it stands; undefined before it and after it. */
  current: string | undefined;
  act: (act: TryAct) => void;
}

/** A test of a graph as it is drawn at each moment: the state is here, the engine is the server's. */
export function useTest(
  kind: AutomationKind,
  graph: Graph,
  { channelType, customer }: { channelType: number; customer: { name: string; phone: string } },
): TestControl {
  const [state, setState] = useState<TestState>();
  const { busy, failure, send } = useSend();
  const act = (next: TryAct) => {
    const before = next.kind === "start" ? undefined : state;
    void send(
      () =>
        call(automationDoors[kind].try, {
          body: {
            graph,
            run: before?.run ?? null,
            act: next,
            now: before?.now ?? Date.now(),
            channelType,
            customer,
          },
        }),
      ({ run, now, took, said, did, path }) =>
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
        }),
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

const spoken = (act: TryAct): TestLine[] =>
  act.kind === "say"
    ? [{ by: "customer", text: act.text }]
    : act.kind === "press"
      ? [{ by: "customer", text: act.label }]
      : [];

const ignored = (act: TryAct): TestLine[] =>
  act.kind === "say" || act.kind === "press" ? [{ by: "note", text: automationTryTexts.panel.notHeard }] : [];
