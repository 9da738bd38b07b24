import type { FileReference } from "#workers/contract/automation/automation-file.ts";
import type { GraphSketch } from "./graph-sketch.ts";
import type { TypebotBlock, TypebotFile } from "./typebot-blocks.ts";

/** A block that is being written. */
export interface Block {
  sketch: GraphSketch;
  bot: TypebotFile;
  block: TypebotBlock;
  id: string;
  /** For notes: the group and the kind of block. */
  where: string;
  position: { x: number; y: number };
  /** The text said just before, which is the question. */
  question: string | undefined;
  /** Where the block's own exit leads, or that of one of its items. */
  next: string | undefined;
  after: (edgeId: string | undefined) => string | undefined;
  /** Where a jump within the same bot leads. */
  jumpTo: (to: { groupId?: string | undefined; blockId?: string | undefined }) => string | undefined;
  /** A text with `{{names}}` as one of ours. */
  text: (source: string) => string;
  variableOf: (id: string | undefined) => string | undefined;
  names: Map<string, string>;
  references: FileReference[];
}

/** Nothing stands there; whoever comes here goes on. */
export function pass({ sketch, block, id, next, position }: Block): void {
  sketch.add(id, "goTo", { node: next ?? "end" }, block.type, position);
}

/** The same, with the reason. */
export function skip(given: Block, note: string): void {
  given.sketch.note(note);
  pass(given);
}
