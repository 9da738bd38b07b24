import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { LayoutGrid } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { connect, disconnect, removeNode } from "./edits.ts";
import { arrange, type Places } from "./layout.ts";
import { NodeIcon } from "./node-icon.tsx";
import { typeLabel } from "./names.ts";
import type { GraphActions } from "./node-lines.tsx";
import type { NodeRow } from "#workers/contract/automation/reading-order.ts";

interface StepData extends Record<string, unknown> {
  row: NodeRow;
  title: string;
  errors: number;
  isCurrent: boolean;
  notes: StepNotes | undefined;
}
/** What is written on a step that is watched: lines of figures, and a word at each way out. */
export interface StepNotes {
  lines: readonly string[];
  ports: Readonly<Record<string, string>>;
}
type StepNode = Node<StepData, "step">;

interface Props {
  graph: Graph;
  rows: readonly NodeRow[];
  titleOf: (row: NodeRow) => string;
  problemsOf: (nodeId: string) => { errors: number };
  selected: string | undefined;
  current: string | undefined;
  readOnly: boolean;
  actions: Pick<GraphActions, "open">;
  notesOf?: (nodeId: string) => StepNotes | undefined;
  change: (edit: (graph: Graph) => Graph, gesture?: string) => void;
}

/** Before a step was drawn. */
const USUAL = { width: 240, height: 96 };
const types = { step: memo(Step) };

/** The graph as a drawing: drag steps, draw from an exit to a step, press Delete. The list can do all of it as well. */
export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({
  graph,
  rows,
  titleOf,
  problemsOf,
  selected,
  current,
  readOnly,
  actions,
  notesOf,
  change,
}: Props) {
  const flow = useReactFlow<StepNode>();
  const toast = useToast();
  /** Where steps are shown and not kept: while they are dragged, and where they lay on each other. */
  const [moved, setMoved] = useState<Places>({});
  const [measured, setMeasured] = useState<StepNode[]>([]);
  const fits = useRef(false);

  const nodes: StepNode[] = rows.map((row) => {
    const { node } = row;
    const known = measured.find(({ id }) => id === node.id);
    return {
      id: node.id,
      type: "step",
      position: moved[node.id] ?? node.position,
      selected: node.id === selected,
      ...(known?.measured && { measured: known.measured }),
      ariaLabel: texts.step(row.number, titleOf(row)),
      data: {
        row,
        title: titleOf(row),
        errors: problemsOf(node.id).errors,
        isCurrent: node.id === current,
        notes: notesOf?.(node.id),
      },
    };
  });
  const edges: Edge[] = graph.edges.map(({ from, port, to }) => ({
    id: `${from} ${port}`,
    source: from,
    sourceHandle: port,
    target: to,
    markerEnd: { type: MarkerType.ArrowClosed },
  }));

  const arranged = async (keeps: boolean) => {
    try {
      const places = await arrange({
        nodes: flow.getNodes().map(({ id, measured: size }) => ({
          id,
          width: size?.width ?? USUAL.width,
          height: size?.height ?? USUAL.height,
        })),
        edges: graph.edges.map(({ from, to }) => ({ from, to })),
      });
      if (keeps) place(places);
      else setMoved(places);
      requestAnimationFrame(() => void flow.fitView({ padding: 0.15, maxZoom: 1 }));
    } catch {
      toast.error(texts.notArranged);
    }
  };
  const place = (places: Places) => {
    change((now) => ({
      ...now,
      nodes: now.nodes.map((node) => {
        const position = places[node.id];
        return position ? { ...node, position: { x: position.x, y: position.y } } : node;
      }),
    }));
    setMoved({});
  };
  // A graph that was made in the list has steps on top of each other.
  useEffect(() => {
    if (fits.current || measured.length === 0) return;
    fits.current = true;
    if (overlaps(graph)) void arranged(false);
  });

  return (
    <div className="relative h-full min-h-96">
      <ReactFlow<StepNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={types}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        edgesFocusable={!readOnly}
        deleteKeyCode={readOnly ? null : ["Delete"]}
        minZoom={0.1}
        fitView
        fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
        onlyRenderVisibleElements={rows.length > 100}
        proOptions={{ hideAttribution: true }}
        onNodesChange={(changes) => {
          setMeasured(applyNodeChanges(changes, nodes));
          const places: Places = {};
          for (const each of changes) {
            if (each.type === "position" && each.position) places[each.id] = each.position;
          }
          if (Object.keys(places).length > 0) setMoved((before) => ({ ...before, ...places }));
        }}
        onNodeDragStop={(_, __, dragged) =>
          place({ ...moved, ...Object.fromEntries(dragged.map(({ id, position }) => [id, position])) })
        }
        onNodeClick={(_, { id }) => actions.open(id)}
        onConnect={({ source, sourceHandle, target }: Connection) => {
          if (sourceHandle !== null)
            change((now) => connect(now, { from: source, port: sourceHandle }, target));
        }}
        isValidConnection={({ target }) => rows.find(({ node }) => node.id === target)?.node.type !== "start"}
        onDelete={({ nodes: gone, edges: cut }) =>
          change((now) => {
            const ids = new Set(gone.map(({ id }) => id));
            const kept = cut
              .filter(({ source, target }) => !ids.has(source) && !ids.has(target))
              .reduce(
                (rest, { source, sourceHandle }) =>
                  disconnect(rest, { from: source, port: sourceHandle ?? "" }),
                now,
              );
            return [...ids].reduce(removeNode, kept);
          })
        }
      >
        <Background gap={20} color="var(--line)" />
        <Controls showInteractive={false} position="bottom-left" />
      </ReactFlow>
      {!readOnly && (
        <Button
          size="sm"
          className="absolute top-2 right-2 z-10"
          icon={<LayoutGrid aria-hidden />}
          onClick={() => void arranged(true)}
        >
          {texts.arrange}
        </Button>
      )}
    </div>
  );
}

const NEAR = 40;
const overlaps = ({ nodes }: Graph): boolean =>
  nodes.some(({ position: { x, y } }, at) =>
    nodes
      .slice(at + 1)
      .some(({ position }) => Math.abs(position.x - x) < NEAR && Math.abs(position.y - y) < NEAR),
  );

function Step({
  data: { row, title, errors, isCurrent, notes },
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
        isCurrent && "ring-2 ring-accent",
      )}
    >
      {node.type !== "start" && (
        <Handle type="target" position={Position.Top} isConnectable={isConnectable} className="step-handle" />
      )}
      <div className="flex max-w-72 items-center gap-2 px-3 py-2">
        <NodeIcon type={node.type} />
        <div className="min-w-0">
          <p className="truncate font-medium">{title}</p>
          <p className="truncate text-xs text-muted">{typeLabel(node)}</p>
        </div>
      </div>
      {notes && (
        <ul className="border-t border-line px-3 py-1.5 text-xs tabular-nums">
          {notes.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <div className="flex border-t border-line">
          {shown.map(({ port, label }) => (
            <div key={port} className="relative min-w-14 flex-1 px-1.5 py-1 text-center">
              <span className="mx-auto block max-w-24 truncate text-xs text-muted">{label || port}</span>
              {notes?.ports[port] !== undefined && (
                <span className="block text-xs font-medium tabular-nums">{notes.ports[port]}</span>
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
