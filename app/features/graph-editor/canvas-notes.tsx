import { type Node, type NodeProps, NodeResizer } from "@xyflow/react";
import { Markdown } from "#app/components/markdown.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { Places } from "./layout.ts";
import type { Frame, Note, Placed, Size } from "./notes.ts";

const texts = graphEditorTexts.notes;

interface NoteData extends Record<string, unknown> {
  note: Note;
}
interface FrameData extends Record<string, unknown> {
  frame: Frame;
  onResize: ((size: Size & { x: number; y: number }) => void) | undefined;
}
export type NoteNode = Node<NoteData, "note">;
export type FrameNode = Node<FrameData, "frame">;

/** Ids of what is drawn are one kind of thing, those of notes and frames others: `note:` and `frame:` keep them apart. */
const NOTE = "note:";
const FRAME = "frame:";
export const drawnOf = (id: string): { kind: "nodes" | "notes" | "frames"; id: string } =>
  id.startsWith(NOTE)
    ? { kind: "notes", id: id.slice(NOTE.length) }
    : id.startsWith(FRAME)
      ? { kind: "frames", id: id.slice(FRAME.length) }
      : { kind: "nodes", id };

/** Frames behind all else, and notes. */
export function drawnNotes(
  { notes, frames }: Pick<Graph, "notes" | "frames">,
  moved: Places,
  onResize: ((frame: Frame, size: Size & { x: number; y: number }) => void) | undefined,
): (NoteNode | FrameNode)[] {
  return [
    ...frames.map((frame): FrameNode => ({
      id: `${FRAME}${frame.id}`,
      type: "frame",
      position: moved[`${FRAME}${frame.id}`] ?? frame.position,
      style: { width: frame.size.width, height: frame.size.height },
      zIndex: -1,
      connectable: false,
      ariaLabel: texts.frame(frame.title),
      data: { frame, onResize: onResize && ((size) => onResize(frame, size)) },
    })),
    ...notes.map((note): NoteNode => ({
      id: `${NOTE}${note.id}`,
      type: "note",
      position: moved[`${NOTE}${note.id}`] ?? note.position,
      ...(note.size && { style: { width: note.size.width } }),
      connectable: false,
      ariaLabel: texts.note,
      data: { note },
    })),
  ];
}

/** Places of drawn things, each among its kind. */
export function placedOf(places: Places): Placed {
  const placed = { nodes: {}, notes: {}, frames: {} } as Record<keyof Placed, Places>;
  for (const [drawn, place] of Object.entries(places)) {
    const { kind, id } = drawnOf(drawn);
    placed[kind][id] = place;
  }
  return placed;
}

export function NoteOnCanvas({ data: { note }, selected }: NodeProps<NoteNode>) {
  return (
    <div
      className={cx(
        "max-w-72 min-w-32 rounded-md border bg-sunken px-3 py-2 text-[0.8125rem] [overflow-wrap:anywhere] shadow-sm",
        selected ? "border-accent ring-1 ring-accent" : "border-edge",
      )}
    >
      <Markdown text={note.text} />
    </div>
  );
}

export function FrameOnCanvas({ data: { frame, onResize }, selected }: NodeProps<FrameNode>) {
  return (
    <div
      className={cx(
        "size-full rounded-lg border-2 border-dashed bg-accent-soft/30",
        selected ? "border-accent" : "border-edge",
      )}
    >
      {onResize && (
        <NodeResizer
          isVisible={selected}
          minWidth={80}
          minHeight={80}
          onResizeEnd={(_, { width, height, x, y }) => onResize({ width, height, x, y })}
        />
      )}
      <p className="truncate px-3 py-1.5 font-medium">{frame.title}</p>
    </div>
  );
}
