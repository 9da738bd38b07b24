import { Plus, Workflow } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import type { AutomationDraft, References } from "#workers/contract/endpoints/automations.ts";
import {
  addNode,
  connect,
  disconnect,
  duplicateNode,
  moveNode,
  nodeOf,
  removeNode,
  setErrorHandler,
} from "./edits.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { type NodeRow, readingOrder } from "#workers/contract/automation/reading-order.ts";
import { Inspector } from "./inspector.tsx";
import { SteadyNodeList } from "./node-list.tsx";
import type { GraphActions } from "./node-lines.tsx";
import { ProblemsPanel } from "./problems-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { type Choosing, StepChoice } from "./step-choice.tsx";
import { Canvas, type StepsView, TestPanel, ViewSwitch } from "./steps-view.tsx";
import type { Tester } from "./test-panel.tsx";
import { useTest } from "./use-test.ts";
import { useNotes } from "./use-notes.tsx";
import type { GraphControl } from "./use-graph.ts";

type Panel = "step" | "problems" | "test" | "settings";
/** Short, and unlike any that the graph has. */
const newId = (): string => crypto.randomUUID().slice(0, 8);

/** Steps on one side, and on the other the open step's form, what is wrong, or what belongs to the whole. */
export function EditorBody({
  draft,
  control,
  references,
  nodeId,
  readOnly,
}: {
  draft: AutomationDraft;
  control: GraphControl;
  references: References | undefined;
  nodeId: string | undefined;
  readOnly: boolean;
}) {
  const { graph, problems, change } = control;
  const [selected, setSelected] = useState(nodeId);
  const [panel, setPanel] = useState<Panel>("step");
  const [view, setView] = useState<StepsView>("list");
  const [choosing, setChoosing] = useState<Choosing>();
  const [focusField, setFocusField] = useState({ path: "", round: 0 });
  /** In a narrow window the list and the panel take turns. */
  const [isBeside, setIsBeside] = useState(nodeId !== undefined);
  const toast = useToast();
  const [tester, setTester] = useState<Tester>({
    channelType: channelTypes.whatsApp,
    customer: { name: "Asha Rao", phone: "+919800000001" },
  });
  const test = useTest(draft.kind, graph, tester);
  const rows = readingOrder(graph);
  const title = ({ node }: Pick<NodeRow, "node">) => nodeTitle(node, graph, references);
  const labels = rows.map((row) => ({ value: row.node.id, label: texts.step(row.number, title(row)) }));
  const labelOf = (id: string) => labels.find(({ value }) => value === id)?.label;
  const notes = useNotes({
    graph,
    change,
    readOnly,
    labelOf: (id) => labelOf(id) ?? id,
    selected,
    newId,
  });
  const node = selected === undefined ? undefined : nodeOf(graph, selected);

  const open = (id: string, path = "") => {
    setSelected(id);
    setPanel("step");
    setIsBeside(true);
    setFocusField(({ round }) => ({ path, round: round + 1 }));
  };
  const openProblem = ({ node: id, field = "" }: GraphProblem) => id !== undefined && open(id, field);
  const actions: GraphActions = {
    open,
    addAt: (exit) => setChoosing({ kind: "add", exit }),
    connect: (exit, label) => setChoosing({ kind: "connect", exit, label }),
    disconnect: (exit) => change((now) => disconnect(now, exit)),
    move: (id) => setChoosing({ kind: "move", nodeId: id }),
    duplicate: (id) => {
      const copy = newId();
      change((now) => duplicateNode(now, id, copy));
      open(copy);
    },
    remove: (id) => {
      const row = rows.find((each) => each.node.id === id);
      change((now) => removeNode(now, id));
      if (row) toast.info(texts.removed(title(row)));
    },
    takeErrors: (id) => change((now) => setErrorHandler(now, id)),
  };
  const choose = (key: string) => {
    if (choosing?.kind === "add") {
      const id = key === "start" && !nodeOf(graph, "start") ? "start" : newId();
      change((now) => addNode(now, id, key as NodeTypeName, choosing.exit));
      open(id);
    } else if (choosing?.kind === "connect") change((now) => connect(now, choosing.exit, key));
    else if (choosing?.kind === "move") {
      const [from = "", port = ""] = key.split(" ");
      change((now) => moveNode(now, choosing.nodeId, { from, port }));
    }
    setChoosing(undefined);
  };
  const shared = {
    rows,
    titleOf: title,
    problemsOf: (id: string) => {
      const own = problems.filter((each) => each.node === id);
      return {
        problems: own.length,
        errors: own.filter(({ severity }) => severity === "error").length,
      };
    },
    selected,
    readOnly,
    current: test.current,
    actions,
  };
  // The typed text is drawn first, then its effect on the list.
  const listed = useDeferredValue({ ...shared, errorHandler: graph.errorHandler });
  const shownView = rows.length > graphLimits.onCanvas ? "list" : view;
  const hasStart = graph.nodes.some(({ type }) => type === "start");

  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(20rem,1fr)_minmax(22rem,28rem)]">
      <section
        aria-label={texts.steps}
        className={cx("min-h-0 min-w-0 overflow-y-auto p-3", isBeside && "max-lg:hidden")}
      >
        {rows.length === 0 ? (
          <EmptyState
            icon={<Workflow />}
            title={texts.empty}
            action={
              !readOnly && (
                <Button tone="primary" onClick={() => change((now) => addNode(now, "start", "start"))}>
                  {texts.addStart}
                </Button>
              )
            }
          >
            {texts.emptyText}
          </EmptyState>
        ) : (
          <div className="flex h-full min-w-0 flex-col gap-3">
            <div className="flex flex-wrap items-center gap-3">
              <ViewSwitch view={shownView} count={rows.length} onChange={setView} />
              {!readOnly && (
                <Button size="sm" icon={<Plus aria-hidden />} onClick={() => actions.addAt(undefined)}>
                  {texts.add}
                </Button>
              )}
              {notes.menu}
            </div>
            {shownView === "canvas" ? (
              <div className="min-h-0 flex-1 rounded-lg border border-line">
                <Canvas {...shared} graph={graph} change={change} onWrite={notes.write} />
              </div>
            ) : (
              <div className="mx-auto w-full max-w-3xl min-w-0">
                <SteadyNodeList of={listed} isAway={choosing !== undefined || notes.isOpen} />
                {!readOnly && <p className="mt-3 text-xs text-muted max-sm:hidden">{texts.keys}</p>}
                {notes.list}
              </div>
            )}
          </div>
        )}
      </section>
      <section
        aria-label={texts.panels}
        className={cx(
          "min-h-0 min-w-0 overflow-y-auto border-line bg-surface p-3 lg:border-l",
          !isBeside && "max-lg:border-t",
        )}
      >
        {isBeside && (
          <Button size="sm" className="mb-2 lg:hidden" onClick={() => setIsBeside(false)}>
            {texts.back}
          </Button>
        )}
        <Tabs
          label={texts.panels}
          selected={panel}
          onChange={(id) => {
            setPanel(id as Panel);
            setIsBeside(true);
          }}
          items={[
            {
              id: "step",
              label: texts.panel.step,
              content: node ? (
                <Inspector
                  key={node.id}
                  node={node}
                  graph={graph}
                  contactFields={draft.contactFields}
                  references={references}
                  problems={problems}
                  readOnly={readOnly}
                  focusField={focusField}
                  change={change}
                />
              ) : (
                <p className="py-6 text-center text-muted">{texts.noStep}</p>
              ),
            },
            {
              id: "problems",
              label: problems.length > 0 ? texts.panel.problemsCount(problems.length) : texts.panel.problems,
              content: <ProblemsPanel problems={problems} labelOf={labelOf} onOpen={openProblem} />,
            },
            {
              id: "test",
              label: texts.panel.test,
              content: (
                <TestPanel
                  draft={draft}
                  graph={graph}
                  test={test}
                  tester={tester}
                  setTester={setTester}
                  readOnly={readOnly}
                  change={change}
                  labelOf={(id) => labelOf(id) ?? id}
                  selected={node?.id}
                  onOpen={open}
                />
              ),
            },
            {
              id: "settings",
              label: texts.panel.settings,
              content: (
                <SettingsPanel
                  graph={graph}
                  contactFields={draft.contactFields}
                  nodes={labels}
                  readOnly={readOnly}
                  change={change}
                />
              ),
            },
          ]}
        />
      </section>
      {choosing && (
        <StepChoice
          choosing={choosing}
          rows={rows}
          labels={labels}
          hasStart={hasStart}
          onClose={() => setChoosing(undefined)}
          onChoose={choose}
        />
      )}
      {notes.dialog}
    </div>
  );
}
