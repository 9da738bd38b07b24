import { Fragment, type KeyboardEvent, memo, useState } from "react";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { ExitLine, leadsTo, type ListProps, nameOf, NodeLine } from "./node-lines.tsx";
import type { ExitRow, NodeRow } from "#workers/contract/automation/reading-order.ts";
import { useTreeKeys } from "./use-tree-keys.ts";

const exitKey = (nodeId: string, port: string): string => `${nodeId} ${port}`;

/** The list, drawn anew only for another `of`: three hundred steps take longer than a letter that is typed beside them may. */
export const SteadyNodeList = memo(function SteadyNodeList({
  of,
  isAway,
}: {
  of: Omit<ListProps, "isAway">;
  isAway: boolean;
}) {
  return <NodeList {...of} isAway={isAway} />;
});

/** The graph as a list: each step with its exits, in the order of reading. All of the canvas can be done here by keys. */
function NodeList(props: ListProps) {
  const { rows, selected, readOnly, actions } = props;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  /** Ways of trouble that nobody has drawn would fill the list: they are shown at the open step. */
  const shownOf = ({ node, exits }: NodeRow): readonly ExitRow[] =>
    node.id === selected ? exits : exits.filter(({ failure, to }) => !failure || to !== undefined);
  const flat = rows.flatMap((row) => [
    { key: row.node.id, parent: row.node.id },
    ...(closed.has(row.node.id)
      ? []
      : shownOf(row).map(({ port }) => ({ key: exitKey(row.node.id, port), parent: row.node.id }))),
  ]);
  const keys = useTreeKeys(flat);
  const toggle = (id: string) =>
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const openRows = new Set(rows.map(({ node }) => node.id).filter((id) => !closed.has(id)));

  const onNodeKey = ({ node, exits }: NodeRow, key: string): boolean => {
    if (key === "Enter" || key === " ") actions.open(node.id);
    else if (readOnly) return false;
    else if (key === "Delete") {
      // The focus stays in the list.
      const before = flat[flat.findIndex((each) => each.key === node.id) - 1];
      if (before) keys.focus(before.parent);
      actions.remove(node.id);
    } else if (key === "a" && exits[0]) actions.addAt({ from: node.id, port: exits[0].port });
    else if (key === "m") actions.move(node.id);
    else return false;
    return true;
  };
  const onExitKey = ({ node }: NodeRow, exit: ExitRow, key: string): boolean => {
    const at = { from: node.id, port: exit.port };
    if ((key === "Enter" || key === " ") && exit.to !== undefined) keys.focus(exit.to);
    else if (readOnly) return false;
    else if (key === "Enter" || key === " " || key === "a") actions.addAt(at);
    else if (key === "c") actions.connect(at, exit.label);
    else if (key === "Delete") actions.disconnect(at);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (props.isAway || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const focused = event.target as HTMLElement;
    if (focused.getAttribute("role") !== "treeitem") return;
    if (keys.onKeyDown(event, openRows, toggle)) return;
    for (const row of rows) {
      if (row.node.id === keys.active && onNodeKey(row, event.key)) return event.preventDefault();
      for (const exit of row.exits) {
        if (exitKey(row.node.id, exit.port) === keys.active && onExitKey(row, exit, event.key)) {
          return event.preventDefault();
        }
      }
    }
  };

  return (
    <div
      role="tree"
      tabIndex={-1}
      aria-label={texts.steps}
      onKeyDown={onKeyDown}
      className="grid min-w-0 gap-1"
    >
      {rows.map((row) => {
        const { node } = row;
        const isOpen = !closed.has(node.id);
        return (
          // A level is said and not nested: a step's name would have all its exits in it.
          <Fragment key={node.id}>
            <div
              {...keys.rowProps(node.id)}
              role="treeitem"
              aria-level={1}
              aria-expanded={row.exits.length > 0 ? isOpen : undefined}
              aria-selected={selected === node.id}
              aria-label={nameOf(props, row)}
              className="mt-1 min-w-0 rounded-lg focus-visible:outline-2 focus-visible:outline-accent"
            >
              <NodeLine
                {...props}
                row={row}
                isOpen={isOpen}
                isActive={keys.active === node.id}
                onToggle={() => toggle(node.id)}
              />
            </div>
            {isOpen &&
              shownOf(row).map((exit) => (
                <div
                  key={exit.port}
                  {...keys.rowProps(exitKey(node.id, exit.port))}
                  role="treeitem"
                  aria-level={2}
                  aria-selected={false}
                  aria-label={texts.exit(exit.label || exit.port, leadsTo(props, exit))}
                  className="ml-6 min-w-0 rounded-md border-l border-line pl-2 focus-visible:outline-2 focus-visible:outline-accent"
                >
                  <ExitLine
                    {...props}
                    row={row}
                    exit={exit}
                    isActive={keys.active === exitKey(node.id, exit.port)}
                    onGo={() => exit.to !== undefined && keys.focus(exit.to)}
                  />
                </div>
              ))}
          </Fragment>
        );
      })}
    </div>
  );
}
