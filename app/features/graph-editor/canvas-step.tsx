import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { FlaskConical } from "lucide-react";
import { cx } from "#app/components/ui/cx.ts";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { NodeIcon } from "./node-icon.tsx";
import { typeLabel } from "./names.ts";
import type { NodeRow } from "#workers/contract/automation/reading-order.ts";

interface StepData extends Record<string, unknown> {
  row: NodeRow;
  title: string;
  errors: number;
  isCurrent: boolean;
  marks: StepMarks | undefined;
}
/** The marks on a watched step: lines of figures, and a word at each exit. */
export interface StepMarks {
  lines: readonly string[];
  ports: Readonly<Record<string, string>>;
}
export type StepNode = Node<StepData, "step">;

/** A step as it is drawn, with its ways out below. */
export function StepOnCanvas({
  data: { row, title, errors, isCurrent, marks },
  selected,
  isConnectable,
}: NodeProps<StepNode>) {
  const { node, exits } = row;
  const shown = exits.filter(({ failure, to }) => !failure || to !== undefined || selected);
  return (
    <div
      className={cx(
        "min-w-56 rounded-lg border bg-surface text-[0.8125rem] shadow-sm",
        selected ? "border-accent ring-1 ring-accent" : errors > 0 ? "border-danger" : "border-edge",
        isCurrent && "shadow-lg ring-4 shadow-accent/40 ring-accent",
      )}
    >
      {node.type !== "start" && (
        <Handle type="target" position={Position.Top} isConnectable={isConnectable} className="step-handle" />
      )}
      <div className="flex max-w-72 items-center gap-2 px-3 py-2">
        <NodeIcon type={node.type} />
        <div className="min-w-0">
          <p className="truncate font-medium">{title}</p>
          <p className="truncate text-xs text-muted">
            {typeLabel(node)}
            {isCurrent && `, ${texts.testIsHere}`}
          </p>
        </div>
        {node.pin && <FlaskConical role="img" aria-label={texts.pinned} className="size-4 shrink-0" />}
      </div>
      {marks && (
        <ul className="border-t border-line px-3 py-1.5 text-xs tabular-nums">
          {marks.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <div className="flex border-t border-line">
          {shown.map(({ port, label }) => (
            <div key={port} className="relative min-w-14 flex-1 px-1.5 py-1 text-center">
              <span className="mx-auto block max-w-24 truncate text-xs text-muted">{label || port}</span>
              {marks?.ports[port] !== undefined && (
                <span className="block text-xs font-medium tabular-nums">{marks.ports[port]}</span>
              )}
              <Handle
                id={port}
                type="source"
                position={Position.Bottom}
                isConnectable={isConnectable}
                className="step-handle"
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
