import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { ChooseDialog } from "./choose-dialog.tsx";
import type { Exit } from "./edits.ts";
import { NodeIcon } from "./node-icon.tsx";
import type { NodeRow } from "#workers/contract/automation/reading-order.ts";
import { paletteFor } from "./palette.ts";

/** The choice that a dialog asks for: a type of step to add, a step to lead to, or an exit to move a step to. */
export type Choosing =
  | { kind: "add"; exit: Exit | undefined }
  | { kind: "connect"; exit: Exit; label: string }
  | { kind: "move"; nodeId: string };

interface Props {
  choosing: Choosing;
  rows: readonly NodeRow[];
  labels: readonly { value: string; label: string }[];
  hasStart: boolean;
  onClose: () => void;
  onChoose: (key: string) => void;
}

/** Chooses a step, an exit, or a type of step. */
export function StepChoice({ choosing, rows, labels, hasStart, onClose, onChoose }: Props) {
  return (
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
      choices={choicesFor({ choosing, rows, labels, hasStart })}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}

function choicesFor({ choosing, rows, labels, hasStart }: Omit<Props, "onClose" | "onChoose">) {
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
