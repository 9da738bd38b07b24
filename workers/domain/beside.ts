import type { BatchItem } from "drizzle-orm/batch";

/** Something that a rule makes of a part of what it was given. */
export interface MadeOf<Of extends string = string> {
  part: string;
  of: Of;
  id: string;
}

/** Statements for the end of the batch of a rule's change, by what it makes: both come true, or neither. */
export type Beside<Of extends string = string> = (made: readonly MadeOf<Of>[]) => BatchItem<"sqlite">[];

export const nothingBeside: Beside = () => [];
