import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { LayoutGrid } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { NodeRow } from "#workers/contract/automation/reading-order.ts";
import { type StepMarks, StepOnCanvas, type StepNode } from "./canvas-step.tsx";
import {
  drawnNotes,
  drawnOf,
  type FrameNode,
  FrameOnCanvas,
  type NoteNode,
  NoteOnCanvas,
  placedOf,
} from "./canvas-notes.tsx";
import { connect, disconnect, removeNode } from "./edits.ts";
import { arrange, type Places } from "./layout.ts";
import type { GraphActions } from "./node-lines.tsx";
import { type Frame, putAll, removeFrame, removeNote, setFrame, type Size } from "./notes.ts";
import type { Writing } from "./note-dialog.tsx";

type DrawnNode = StepNode | NoteNode | FrameNode;

interface Props {
  graph: Graph;
  rows: readonly NodeRow[];
  titleOf: (row: NodeRow) => string;
  problemsOf: (nodeId: string) => { errors: number };
  selected: string | undefined;
  current: string | undefined;
  readOnly: boolean;
  actions: Pick<GraphActions, "open">;
  /** The marks on a watched step. */
  marksOf?: (nodeId: string) => StepMarks | undefined;
  change: (edit: (graph: Graph) => Graph, gesture?: string) => void;
  onWrite?: (writing: Writing) => void;
}

/** Before a step was drawn. */
const USUAL = { width: 240, height: 96 };
const types = { step: memo(StepOnCanvas), note: memo(NoteOnCanvas), frame: memo(FrameOnCanvas) };

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
  marksOf,
  change,
  onWrite,
}: Props) {
  const flow = useReactFlow<DrawnNode>();
  const toast = useToast();
  /** Where steps are shown and not kept: while they are dragged, and where they lay on each other. */
  const [moved, setMoved] = useState<Places>({});
  const [measured, setMeasured] = useState<DrawnNode[]>([]);
  const fits = useRef(false);
  const dragging = useRef(false);

  const steps: StepNode[] = rows.map((row) => {
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
        marks: marksOf?.(node.id),
      },
    };
  });
  const resize = (frame: Frame, { x, y, width, height }: Size & { x: number; y: number }) => {
    setMoved({});
    setMeasured((before) => before.filter(({ id }) => drawnOf(id).id !== frame.id));
    change((now) => {
      const sized = setFrame(now, frame.id, { title: frame.title, size: { width, height } });
      return {
        ...sized,
        frames: sized.frames.map((each) => (each.id === frame.id ? { ...each, position: { x, y } } : each)),
      };
    });
  };
  const nodes: DrawnNode[] = [
    ...drawnNotes(graph, moved, readOnly ? undefined : resize).map((drawn) => {
      const known = measured.find(({ id }) => id === drawn.id);
      return {
        ...drawn,
        ...(known?.measured && { measured: known.measured }),
        // As it is pulled larger, before it is let go.
        ...(known?.width && known.height && { style: { width: known.width, height: known.height } }),
        selected: known?.selected ?? false,
      };
    }),
    ...steps,
  ];
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
        nodes: flow
          .getNodes()
          .filter(({ type }) => type === "step")
          .map(({ id, measured: size }) => ({
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
  const place = (places: Places, gesture?: string) => {
    change((now) => putAll(now, placedOf(places)), gesture);
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
      <ReactFlow<DrawnNode>
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
          const ids = Object.keys(places);
          if (ids.length === 0) return;
          // The pointer says by itself when it lets go. Keys do not: each press is kept, all of one thing as one gesture.
          const byKeys = changes.some((each) => each.type === "position" && each.dragging === false);
          if (byKeys && !dragging.current && !readOnly)
            place({ ...moved, ...places }, `keys ${ids.join(" ")}`);
          else setMoved((before) => ({ ...before, ...places }));
        }}
        onNodeDragStart={() => (dragging.current = true)}
        onNodeDragStop={(_, __, dragged) => {
          dragging.current = false;
          place({ ...moved, ...Object.fromEntries(dragged.map(({ id, position }) => [id, position])) });
        }}
        onNodeClick={(_, node) => node.type === "step" && actions.open(node.id)}
        onNodeDoubleClick={(_, node) => {
          if (readOnly) return;
          if (node.type === "note") onWrite?.({ kind: "note", note: node.data.note });
          if (node.type === "frame") onWrite?.({ kind: "frame", frame: node.data.frame });
        }}
        onConnect={({ source, sourceHandle, target }: Connection) => {
          if (sourceHandle !== null)
            change((now) => connect(now, { from: source, port: sourceHandle }, target));
        }}
        isValidConnection={({ target }) => rows.find(({ node }) => node.id === target)?.node.type !== "start"}
        onDelete={({ nodes: gone, edges: cut }) =>
          change((now) => {
            const drawn = gone.map(({ id }) => drawnOf(id));
            const ids = new Set(drawn.flatMap(({ kind, id }) => (kind === "nodes" ? [id] : [])));
            const kept = cut
              .filter(({ source, target }) => !ids.has(source) && !ids.has(target))
              .reduce(
                (rest, { source, sourceHandle }) =>
                  disconnect(rest, { from: source, port: sourceHandle ?? "" }),
                now,
              );
            return drawn.reduce(
              (rest, { kind, id }) =>
                kind === "nodes"
                  ? removeNode(rest, id)
                  : kind === "notes"
                    ? removeNote(rest, id)
                    : removeFrame(rest, id),
              kept,
            );
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
