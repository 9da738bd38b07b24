import { useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { portsOf } from "#workers/contract/automation/node-types.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { isStopped, type TryAct } from "#workers/contract/automation/tried-run.ts";
import { allChannelTypes, channelTypeName, type ChannelType } from "#workers/contract/channel-types.ts";
import type { Tried } from "#workers/contract/endpoints/automations.ts";
import { nodeOf, setPin } from "./edits.ts";
import { Acts } from "./test-acts.tsx";
import { TestCases } from "./test-cases.tsx";
import { Conversation } from "./test-conversation.tsx";
import { Stopped, StopField, type Stopping, stopOf } from "./test-stops.tsx";
import { Variables } from "./test-variables.tsx";
import type { TestControl } from "./use-test.ts";

const texts = automationTryTexts.panel;

export interface Tester {
  channelType: ChannelType;
  customer: { name: string; phone: string };
}

/** Plays a customer on the graph as it is drawn: says, presses, lets time pass, and chooses what others answer. */
export function TestPanel({
  draft,
  graph,
  test,
  tester,
  setTester,
  labelOf,
  selected,
  readOnly,
  change,
  onOpen,
}: {
  draft: { id: string; kind: AutomationKind };
  graph: Graph;
  test: TestControl;
  tester: Tester;
  setTester: (tester: Tester) => void;
  labelOf: (nodeId: string) => string;
  /** The step that is open: a test may begin at it, or stop before it. */
  selected: string | undefined;
  readOnly: boolean;
  change: (edit: (graph: Graph) => Graph) => void;
  onOpen: (nodeId: string) => void;
}) {
  const { state, busy, failure } = test;
  const [stopping, setStopping] = useState<Stopping>("never");
  /** Values that variables have when the next test begins. */
  const [begins, setBegins] = useState<Extract<TryAct, { kind: "start" }>["vars"]>({});
  const stop = stopOf(stopping, selected);
  const act = (next: TryAct) => test.act(next, stop);
  const start = (nodeId?: string) =>
    act({
      kind: "start",
      ...(nodeId !== undefined && { nodeId }),
      ...(Object.keys(begins ?? {}).length > 0 && { vars: begins }),
    });
  const find = (id: string) => nodeOf(graph, id);
  const isRunning = state !== undefined && !isOver(state.run.state);
  return (
    <div className="grid gap-4">
      <p className="text-[0.8125rem] text-muted">{texts.lead}</p>
      <TesterFields tester={tester} setTester={setTester} />
      <StopField
        stopping={stopping}
        open={selected === undefined ? undefined : labelOf(selected)}
        onChange={setStopping}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={busy && !state} onClick={() => start()}>
          {state ? texts.anew : texts.start}
        </Button>
        {selected !== undefined && <Button onClick={() => start(selected)}>{texts.from}</Button>}
      </div>
      <Failure text={failure} />
      {state && (
        <>
          <Conversation state={state} onPress={act} />
          {isRunning && isStopped(state.run) && (
            <Stopped before={labelOf(state.run.nodeId ?? "")} stop={stop} busy={busy} act={test.act} />
          )}
          <Acts
            state={state}
            busy={busy}
            act={act}
            nodeOf={find}
            onPin={readOnly ? undefined : (id, pin) => change((now) => setPin(now, id, pin))}
          />
          <Path path={state.path} labelOf={labelOf} portOf={portName(find)} onOpen={onOpen} />
        </>
      )}
      <Variables
        graph={graph}
        vars={isRunning || state ? state.run.vars : (begins ?? {})}
        busy={busy}
        onSet={
          state && !isRunning
            ? undefined
            : (name, value) =>
                isRunning
                  ? act({ kind: "set", name, value })
                  : setBegins((before) => ({ ...before, [name]: value }))
        }
      />
      <TestCases draft={draft} graph={graph} done={state?.done} readOnly={readOnly} />
    </div>
  );
}
function TesterFields({ tester, setTester }: { tester: Tester; setTester: (tester: Tester) => void }) {
  const { channelType, customer } = tester;
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer font-medium">
        {texts.customer}: {customer.name}, {channelTypeName(channelType)}
      </summary>
      <div className="mt-2 grid gap-3">
        <Field label={texts.customerName}>
          <TextInput
            maxLength={200}
            value={customer.name}
            onChange={(event) =>
              setTester({ ...tester, customer: { ...customer, name: event.target.value } })
            }
          />
        </Field>
        <Field label={texts.customerPhone}>
          <TextInput
            maxLength={40}
            value={customer.phone}
            onChange={(event) =>
              setTester({ ...tester, customer: { ...customer, phone: event.target.value } })
            }
          />
        </Field>
        <Field label={texts.channel}>
          <Select
            value={String(channelType)}
            options={allChannelTypes.map((type) => ({ value: String(type), label: channelTypeName(type) }))}
            onChange={(type) => setTester({ ...tester, channelType: Number(type) as ChannelType })}
          />
        </Field>
      </div>
    </details>
  );
}

const portName = (find: (id: string) => GraphNode | undefined) => (nodeId: string, port: string) => {
  const node = find(nodeId);
  return (node && portsOf(node).find(({ id }) => id === port)?.label) ?? port;
};

function Path({
  path,
  labelOf,
  portOf,
  onOpen,
}: {
  path: Tried["path"];
  labelOf: (nodeId: string) => string;
  portOf: (nodeId: string, port: string) => string;
  onOpen: (nodeId: string) => void;
}) {
  return (
    <section aria-labelledby="test-path">
      <h2 id="test-path" className="mb-1 font-semibold">
        {texts.path}
      </h2>
      <ol className="grid gap-0.5 text-[0.8125rem]">
        {path.map(({ node, port, outcome }, at) => (
          // Steps are only ever added.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <button
              type="button"
              onClick={() => onOpen(node)}
              className={cx("min-h-6 text-left hover:underline", outcome === "error" && "text-danger-ink")}
            >
              {port === null ? texts.stays(labelOf(node)) : texts.left(labelOf(node), portOf(node, port))}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
