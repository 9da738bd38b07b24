import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { portsOf } from "#workers/contract/automation/node-types.ts";
import { allChannelTypes, channelTypeName, type ChannelType } from "#workers/contract/channel-types.ts";
import type { Tried } from "#workers/contract/endpoints/automations.ts";
import { Acts } from "./test-acts.tsx";
import { Conversation } from "./test-conversation.tsx";
import type { TestControl } from "./use-test.ts";

const texts = automationTryTexts.panel;

export interface Tester {
  channelType: ChannelType;
  customer: { name: string; phone: string };
}

/** Plays a customer on the graph as it is drawn: says, presses, lets time pass, and chooses what others answer. */
export function TestPanel({
  test,
  tester,
  setTester,
  nodeOf,
  labelOf,
  selected,
  onOpen,
}: {
  test: TestControl;
  tester: Tester;
  setTester: (tester: Tester) => void;
  nodeOf: (id: string) => GraphNode | undefined;
  labelOf: (nodeId: string) => string;
  /** The step that is open, at which a test may begin. */
  selected: string | undefined;
  onOpen: (nodeId: string) => void;
}) {
  const { state, busy, failure, act } = test;
  return (
    <div className="grid gap-4">
      <p className="text-[0.8125rem] text-muted">{texts.lead}</p>
      <TesterFields tester={tester} setTester={setTester} />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={busy && !state} onClick={() => act({ kind: "start" })}>
          {state ? texts.anew : texts.start}
        </Button>
        {selected !== undefined && (
          <Button onClick={() => act({ kind: "start", nodeId: selected })}>{texts.from}</Button>
        )}
      </div>
      {failure && (
        <Banner kind="error" live>
          {failure}
        </Banner>
      )}
      {state && (
        <>
          <Conversation state={state} onPress={act} />
          <Acts state={state} busy={busy} act={act} nodeOf={nodeOf} />
          <Path path={state.path} labelOf={labelOf} portOf={portName(nodeOf)} onOpen={onOpen} />
          <Variables vars={state.run.vars} />
        </>
      )}
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

const portName = (nodeOf: (id: string) => GraphNode | undefined) => (nodeId: string, port: string) => {
  const node = nodeOf(nodeId);
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

function Variables({ vars }: { vars: Tried["run"]["vars"] }) {
  const set = Object.entries(vars).filter(([, value]) => value !== null);
  return (
    <section aria-labelledby="test-variables">
      <h2 id="test-variables" className="mb-1 font-semibold">
        {texts.variables}
      </h2>
      {set.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">{texts.noVariables}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[0.8125rem]">
          {set.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-medium">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">
                {typeof value === "string" ? value : JSON.stringify(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
