import type { Graph } from "#workers/contract/automation/graph.ts";

/** Notes and frames of a graph: drawn and read, and never executed. */

export type Note = Graph["notes"][number];
export type Frame = Graph["frames"][number];
interface Place {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

const FRAME_SIZE: Size = { width: 420, height: 300 };
/** How a step or a note lies in a frame, as long as nobody has measured it. */
const MIDDLE: Place = { x: 110, y: 45 };
/** Beside the steps, below what is there of its kind already. */
const freePlace = ({ nodes }: Graph, others: readonly { position: Place }[]): Place => ({
  x: Math.max(0, ...nodes.map(({ position }) => position.x)) + 460,
  y: others.length * 140,
});

/** Writes a note, a new one or one that is there. */
export function setNote(graph: Graph, id: string, text: string): Graph {
  const isThere = graph.notes.some((note) => note.id === id);
  const notes = isThere
    ? graph.notes.map((note) => (note.id === id ? { ...note, text } : note))
    : [...graph.notes, { id, text, position: freePlace(graph, graph.notes) }];
  return { ...graph, notes };
}

/** Names a frame and gives it a size; a new one lies around the step that is named. */
export function setFrame(
  graph: Graph,
  id: string,
  { title, size = FRAME_SIZE }: { title: string; size?: Size | undefined },
  around?: string,
): Graph {
  const isThere = graph.frames.some((frame) => frame.id === id);
  if (isThere) {
    return {
      ...graph,
      frames: graph.frames.map((frame) => (frame.id === id ? { ...frame, title, size } : frame)),
    };
  }
  const step = graph.nodes.find((node) => node.id === around)?.position;
  const position = step ? { x: step.x - 40, y: step.y - 60 } : freePlace(graph, graph.frames);
  return { ...graph, frames: [...graph.frames, { id, title, position, size }] };
}

export const removeNote = (graph: Graph, id: string): Graph => ({
  ...graph,
  notes: graph.notes.filter((note) => note.id !== id),
});
export const removeFrame = (graph: Graph, id: string): Graph => ({
  ...graph,
  frames: graph.frames.filter((frame) => frame.id !== id),
});

/** Whether something that is drawn there belongs to a frame. */
const isWithin = ({ position: { x, y }, size: { width, height } }: Frame, at: Place): boolean => {
  const [left, top] = [at.x + MIDDLE.x - x, at.y + MIDDLE.y - y];
  return left >= 0 && top >= 0 && left <= width && top <= height;
};
export const stepsIn = ({ nodes }: Pick<Graph, "nodes">, frame: Frame): string[] =>
  nodes.filter(({ position }) => isWithin(frame, position)).map(({ id }) => id);

/** Where things were put, by their ids; each kind has ids of its own. */
export interface Placed {
  nodes: Readonly<Record<string, Place>>;
  notes: Readonly<Record<string, Place>>;
  frames: Readonly<Record<string, Place>>;
}

/** Puts things where they were drawn; a frame takes along what lies in it, but for what was put somewhere itself. */
export function putAll(graph: Graph, placed: Placed): Graph {
  const moves = graph.frames.flatMap((frame) => {
    const to = placed.frames[frame.id];
    return to ? [{ frame, by: { x: to.x - frame.position.x, y: to.y - frame.position.y } }] : [];
  });
  const put = <Thing extends { id: string; position: Place }>(
    things: readonly Thing[],
    places: Readonly<Record<string, Place>>,
  ): Thing[] =>
    things.map((thing) => {
      const own = places[thing.id];
      if (own) return { ...thing, position: { x: own.x, y: own.y } };
      const move = moves.find(({ frame }) => isWithin(frame, thing.position));
      if (!move) return thing;
      return {
        ...thing,
        position: { x: thing.position.x + move.by.x, y: thing.position.y + move.by.y },
      };
    });
  return {
    ...graph,
    nodes: put(graph.nodes, placed.nodes),
    notes: put(graph.notes, placed.notes),
    frames: graph.frames.map((frame) => {
      const to = placed.frames[frame.id];
      return to ? { ...frame, position: { x: to.x, y: to.y } } : frame;
    }),
  };
}
