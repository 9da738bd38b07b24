import type { MediaKind } from "#workers/contract/message-body.ts";
import type { References } from "#workers/contract/endpoints/automations.ts";

/** A field of a node's form as data: one table for all types of node, one renderer. */

export interface FieldChoice {
  value: string | number;
  label: string;
}

/** One of several kinds of a part; choosing it begins it anew. */
export interface Kind {
  value: string | number;
  label: string;
  fresh: Readonly<Record<string, unknown>>;
  fields: readonly FieldDef[];
}

export type ReferenceKind = keyof References;

interface Base {
  /** Path below the part that the field belongs to; empty for the part itself. */
  at: string;
  label: string;
  hint?: string;
}

export type FieldDef = Base &
  (
    | { as: "text" | "line"; names?: boolean; placeholder?: string; optional?: boolean }
    | { as: "number"; optional?: boolean }
    | { as: "switch"; usual: boolean }
    | { as: "choice"; choices: readonly FieldChoice[]; usual?: string | number }
    | { as: "checks"; choices: readonly FieldChoice[] }
    | { as: "duration"; usual?: { amount: number; unit: string } }
    | { as: "value"; optional?: boolean }
    | { as: "mapping"; declared: boolean }
    | { as: "saveTo" }
    | { as: "variable"; optional?: boolean }
    | { as: "contactField" }
    | { as: "reference"; of: ReferenceKind; optional?: boolean }
    /** A screen of the flow whose id is at another path. */
    | { as: "flowScreen"; flowAt: string }
    | { as: "node"; optional?: boolean }
    | { as: "condition"; optional?: boolean }
    | { as: "when" }
    | { as: "day" | "clock" }
    | { as: "lines"; most: number }
    /** `by` is the key that says which kind it is. */
    | { as: "kinds"; by: string; kinds: readonly Kind[] }
    | { as: "optional"; fresh: Readonly<Record<string, unknown>>; fields: readonly FieldDef[] }
    | {
        as: "list";
        item: (place: number) => string;
        add: string;
        fields: readonly FieldDef[];
        fresh: (items: readonly unknown[]) => Readonly<Record<string, unknown>>;
        most: number;
      }
    | { as: "retry" }
    | { as: "file"; mark: MediaKind }
  );
