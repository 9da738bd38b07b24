import type { InputOf } from "./endpoint.ts";
import type { sendEvent } from "./endpoints/automation-triggers.ts";
import type { recordExternalCampaign } from "./endpoints/external-campaigns.ts";
import type { PublicMessage } from "./endpoints/public-messages.ts";
import type { answerForm } from "./endpoints/public-form.ts";

/** Steps of an enterprise's move into another tenant database, in their order; the last two are its ends. */
export const moveSteps = [
  "still",
  "fence",
  "told",
  "reserve",
  "copy",
  "words",
  "compare",
  "switch",
  "objects",
  "drain",
  "keep",
  "remove",
  "undo",
  "undoRows",
  "done",
  "cancelled",
] as const;
export type MoveStep = (typeof moveSteps)[number];

/** Every move of the state machine; what isn't here is refused. */
export const MOVES: Readonly<Record<MoveStep, readonly MoveStep[]>> = {
  still: ["fence", "undo"],
  fence: ["told", "undo"],
  told: ["reserve", "undo"],
  reserve: ["copy", "undo"],
  copy: ["words", "undo"],
  words: ["compare", "undo"],
  compare: ["switch", "undo"],
  switch: ["objects", "undo"],
  objects: ["drain"],
  drain: ["keep"],
  keep: ["remove"],
  remove: ["done"],
  undo: ["undoRows"],
  undoRows: ["cancelled"],
  done: [],
  cancelled: [],
};

/** Steps behind which the enterprise lies in its new database: nobody takes the move back from there. */
export const isSwitched = (step: MoveStep): boolean =>
  ["objects", "drain", "keep", "remove", "done"].includes(step);

/** Where a walk through tables is. */
export interface Walk {
  table: number;
  /** The key behind which the next page begins, as JSON. */
  after: string;
}

/** The number of rows, and the sum of their hashes in hex, which no order changes. */
export interface Sum {
  rows: number;
  sum: string;
}

/** The offset added to the platform's numbers of a table, and the span that they had before. */
export interface NumberSpan {
  offset: number;
  from: number;
  to: number;
}

export interface MoveNotes {
  /** The newest migration of both databases, which stays for as long as rows are copied. */
  schema?: string;
  /** By table. */
  numbers?: Record<string, NumberSpan>;
  walk?: Walk;
  rows?: number;
  /** The table in the hands of `compare`, as the old database has it, and as far as the new one is read. */
  before?: Sum;
  reading?: Sum;
  tables?: number;
  removed?: number;
  played?: number;
}

/** A call from outside that is kept while its enterprise moves, and made afterwards: made twice it is made once. */
export type KeptCall = { at: number } & (
  | { kind: "click" | "unsubscribe"; code: string; n: number }
  | { kind: "runClick"; code: string }
  | { kind: "hook"; instanceId: string; secret: string; id: string; body: Record<string, unknown> }
  | { kind: "event"; body: InputOf<typeof sendEvent>["body"] }
  | { kind: "form"; token: string; body: InputOf<typeof answerForm>["body"] }
  | { kind: "campaign"; by: string; id: string; body: InputOf<typeof recordExternalCampaign>["body"] }
  | {
      kind: "messages";
      /** The key that asked for them. */
      by: string;
      messages: { id: string; asked: PublicMessage }[];
      /** Where links to us stand, whichever database they are made in. */
      links: { origin: string; origins?: readonly string[] };
    }
  | { kind: "formSeen"; token: string; what: "opened" | "started" }
);
