import { Plus, Workflow } from "lucide-react";
import { useState } from "react";
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
import { ChooseDialog } from "./choose-dialog.tsx";
import {
  addNode,
  connect,
  disconnect,
  duplicateNode,
  type Exit,
  moveNode,
  nodeOf,
  removeNode,
  setErrorHandler,
} from "./edits.ts";
import { Inspector } from "./inspector.tsx";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { NodeIcon } from "./node-icon.tsx";
import { NodeList } from "./node-list.tsx";
import type { GraphActions } from "./node-lines.tsx";
import { type NodeRow, readingOrder } from "#workers/contract/automation/reading-order.ts";
import { paletteFor } from "./palette.ts";
import { ProblemsPanel } from "./problems-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Canvas, type StepsView, ViewSwitch } from "./steps-view.tsx";
import { TestPanel, type Tester } from "./test-panel.tsx";
import { useTest } from "./use-test.ts";
import type { GraphControl } from "./use-graph.ts";

type Panel = "step" | "problems" | "test" | "settings";
type Choosing =
  | { kind: "add"; exit: Exit | undefined }
  | { kind: "connect"; exit: Exit; label: string }
  | { kind: "move"; nodeId: string };

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
            </div>
            {shownView === "canvas" ? (
              <div className="min-h-0 flex-1 rounded-lg border border-line">
                <Canvas {...shared} graph={graph} change={change} />
              </div>
            ) : (
              <div className="mx-auto w-full max-w-3xl min-w-0">
                <NodeList {...shared} isAway={choosing !== undefined} errorHandler={graph.errorHandler} />
                {!readOnly && <p className="mt-3 text-xs text-muted max-sm:hidden">{texts.keys}</p>}
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
              content: (
                <ProblemsPanel
                  problems={problems}
                  labelOf={(id) => labels.find(({ value }) => value === id)?.label}
                  onOpen={openProblem}
                />
              ),
            },
            {
              id: "test",
              label: texts.panel.test,
              content: (
                <TestPanel
                  test={test}
                  tester={tester}
                  setTester={setTester}
                  nodeOf={(id) => nodeOf(graph, id)}
                  labelOf={(id) => labels.find(({ value }) => value === id)?.label ?? id}
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
        <ChooseDialog
          title={
            choosing.kind === "connect"
              ? texts.target.connectTitle(choosing.label)
              : choosing.kind === "move"
                ? texts.target.moveTitle(labels.find(({ value }) => value === choosing.nodeId)?.label ?? "")
                : texts.palette.title
          }
          search={choosing.kind === "add" ? texts.palette.search : texts.target.search}
          none={choosing.kind === "add" ? texts.palette.none : texts.target.none}
          choices={choicesFor(choosing, rows, labels, hasStart)}
          onClose={() => setChoosing(undefined)}
          onChoose={choose}
        />
      )}
    </div>
  );
}

function choicesFor(
  choosing: Choosing,
  rows: readonly NodeRow[],
  labels: readonly { value: string; label: string }[],
  hasStart: boolean,
) {
  if (choosing.kind === "connect") {
    return rows
      .filter(({ node }) => node.type !== "start")
      .map(({ node }) => ({
        key: node.id,
        label: labels.find(({ value }) => value === node.id)?.label ?? node.id,
        icon: <NodeIcon type={node.type} />,
      }));
  }
  if (choosing.kind === "move") {
    return rows
      .filter(({ node }) => node.id !== choosing.nodeId)
      .flatMap(({ node, exits }) =>
        exits.map(({ port, label }) => ({
          key: `${node.id} ${port}`,
          label: texts.target.behind(labels.find(({ value }) => value === node.id)?.label ?? node.id, label),
          icon: <NodeIcon type={node.type} />,
        })),
      );
  }
  return paletteFor(hasStart).map(({ type, label, group }) => ({
    key: type,
    label,
    group,
    icon: <NodeIcon type={type} />,
  }));
}
