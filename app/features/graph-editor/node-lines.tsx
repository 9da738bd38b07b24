import { ChevronDown, ChevronRight, CircleAlert, EllipsisVertical, FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import type { Exit } from "./edits.ts";
import { typeLabel } from "./names.ts";
import { NodeIcon } from "./node-icon.tsx";
import type { ExitRow, NodeRow } from "#workers/contract/automation/reading-order.ts";

/** The actions on a graph from its list or its canvas. */
export interface GraphActions {
  open: (nodeId: string) => void;
  addAt: (exit: Exit | undefined) => void;
  connect: (exit: Exit, label: string) => void;
  disconnect: (exit: Exit) => void;
  move: (nodeId: string) => void;
  duplicate: (nodeId: string) => void;
  remove: (nodeId: string) => void;
  takeErrors: (nodeId: string | undefined) => void;
}

/** Props for the lines of a list of steps. */
export interface ListProps {
  rows: readonly NodeRow[];
  /** One line about a node. */
  titleOf: (row: NodeRow) => string;
  problemsOf: (nodeId: string) => { problems: number; errors: number };
  selected: string | undefined;
  errorHandler: string | undefined;
  readOnly: boolean;
  /** A dialog is open or on its way: keys are not for the list. */
  isAway: boolean;
  /** Where a test stands. */
  current?: string | undefined;
  actions: GraphActions;
}

/** Where an exit leads, in words. */
export function leadsTo(
  { rows, titleOf }: Pick<ListProps, "rows" | "titleOf">,
  { to, failure }: ExitRow,
): string {
  const target = rows.find(({ node }) => node.id === to);
  if (target) return texts.step(target.number, titleOf(target));
  return failure ? texts.stopsHere : texts.endsHere;
}

/** Everything that a step's line shows, in its order. */
export function nameOf(
  {
    titleOf,
    problemsOf,
    errorHandler,
    current,
  }: Pick<ListProps, "titleOf" | "problemsOf" | "errorHandler" | "current">,
  row: NodeRow,
): string {
  const { node, number, reached } = row;
  const { problems } = problemsOf(node.id);
  return [
    texts.step(number, titleOf(row)),
    typeLabel(node),
    ...(errorHandler === node.id ? [texts.errorHandler] : []),
    ...(reached ? [] : [texts.notReached]),
    ...(node.pin ? [texts.pinned] : []),
    ...(current === node.id ? [texts.testIsHere] : []),
    ...(problems > 0 ? [texts.problemsOfStep(problems)] : []),
  ].join(", ");
}

interface LineProps extends ListProps {
  row: NodeRow;
  isActive: boolean;
}

/** A step: what it does, what is wrong with it, and what may be done to it. */
export function NodeLine({
  row,
  titleOf,
  problemsOf,
  selected,
  errorHandler,
  readOnly,
  current,
  actions,
  isOpen,
  isActive,
  onToggle,
}: LineProps & { isOpen: boolean; onToggle: () => void }) {
  const { node, number, reached, exits } = row;
  const title = titleOf(row);
  const { problems, errors } = problemsOf(node.id);
  const first = exits[0];
  const entries: MenuEntry[] = [
    ...(first
      ? [
          {
            label: texts.addAfter,
            hint: "A",
            onSelect: () => actions.addAt({ from: node.id, port: first.port }),
          },
        ]
      : []),
    ...(node.type === "start"
      ? []
      : [
          { label: texts.move, hint: "M", onSelect: () => actions.move(node.id) },
          { label: texts.duplicate, onSelect: () => actions.duplicate(node.id) },
          errorHandler === node.id
            ? { label: texts.takeNoErrors, onSelect: () => actions.takeErrors(undefined) }
            : { label: texts.takeErrors, onSelect: () => actions.takeErrors(node.id) },
        ]),
    "separator",
    { label: texts.remove, hint: "Del", tone: "danger", onSelect: () => actions.remove(node.id) },
  ];
  return (
    <div
      className={cx(
        "flex min-h-11 items-center gap-2 rounded-lg border px-2 py-1.5",
        selected === node.id ? "border-accent bg-accent-soft" : "border-line bg-surface hover:bg-hover",
        current === node.id && "ring-2 ring-accent ring-inset",
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onClick={onToggle}
        className={cx("shrink-0 text-muted", exits.length === 0 && "invisible")}
      >
        {isOpen ? <ChevronDown className="size-4" /> : <ChevronRight className="size-4" />}
      </button>
      <NodeIcon type={node.type} />
      <button
        type="button"
        tabIndex={-1}
        onClick={() => actions.open(node.id)}
        className="min-w-0 flex-1 text-left"
      >
        <span className="block truncate font-medium">{texts.step(number, title)}</span>{" "}
        <span className="block truncate text-xs text-muted">{typeLabel(node)}</span>
      </button>{" "}
      {errorHandler === node.id && <Badge>{texts.errorHandler}</Badge>}{" "}
      {!reached && (
        <Badge tone="warning" className="max-sm:hidden">
          {texts.notReached}
        </Badge>
      )}{" "}
      {node.pin && <Badge icon={<FlaskConical aria-hidden />}>{texts.pinned}</Badge>}{" "}
      {current === node.id && <Badge tone="accent">{texts.testIsHere}</Badge>}{" "}
      {problems > 0 && (
        <Badge tone={errors > 0 ? "danger" : "warning"} icon={<CircleAlert aria-hidden />}>
          {problems}
        </Badge>
      )}
      {!readOnly && <RowMenu of={title} isActive={isActive} entries={entries} />}
    </div>
  );
}

/** A way out of a step, and where it leads. */
export function ExitLine({
  row: { node },
  exit,
  rows,
  titleOf,
  readOnly,
  actions,
  isActive,
  onGo,
}: LineProps & { exit: ExitRow; onGo: () => void }) {
  const at = { from: node.id, port: exit.port };
  const target = rows.find((each) => each.node.id === exit.to);
  const label = exit.label || exit.port;
  const entries: MenuEntry[] = [
    { label: texts.addHere, hint: "A", onSelect: () => actions.addAt(at) },
    { label: texts.connect, hint: "C", onSelect: () => actions.connect(at, label) },
    ...(exit.to === undefined
      ? []
      : [
          { label: texts.goThere, onSelect: onGo },
          { label: texts.disconnect, hint: "Del", onSelect: () => actions.disconnect(at) },
        ]),
  ];
  return (
    <div className="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-[0.8125rem] hover:bg-hover">
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{label}</span>
        <span aria-hidden> → </span>

        <span className={target ? "" : "text-muted"}>{leadsTo({ rows, titleOf }, exit)}</span>
      </span>
      {!readOnly && <RowMenu of={label} isActive={isActive} entries={entries} />}
    </div>
  );
}

/** Only the focused row's menu is a stop of Tab. */
function RowMenu({
  of,
  isActive,
  entries,
}: {
  of: string;
  isActive: boolean;
  entries: readonly MenuEntry[];
}): ReactNode {
  return (
    <Menu
      button={
        <IconButton
          size="sm"
          side="left"
          tabIndex={isActive ? 0 : -1}
          label={texts.actionsOf(of)}
          icon={<EllipsisVertical aria-hidden />}
        />
      }
      entries={entries}
    />
  );
}
