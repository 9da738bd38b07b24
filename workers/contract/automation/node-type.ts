import type { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import type { Condition, NameType } from "../expression.ts";
import { type Duration, isTooLong, type Mapping, type SaveTo, type ValueSource } from "./parts.ts";

/** A way out of a node. Leaving by a failure's port without an edge is an error of the node. */
export interface Port {
  id: string;
  label: string;
  failure?: true;
}

/** A place in a node's data that names something, for checks, for "used in", and to be compiled once. */
export type Use =
  | { kind: "text"; field: string; source: string }
  | { kind: "expression"; field: string; source: string; gives?: NameType }
  | { kind: "condition"; field: string; condition: Condition }
  | { kind: "pattern"; field: string; source: string }
  | { kind: "name"; field: string; name: string }
  | { kind: "variable"; field: string; name: string }
  | { kind: "contactField"; field: string; name: string }
  | { kind: "node"; field: string; id: string }
  | { kind: "journey"; field: string; id: string }
  | { kind: "form"; field: string; id: string }
  | { kind: "waFlow"; field: string; id: string };

/** Something wrong with a node's data that its schema cannot say. */
export interface Remark {
  field: string;
  code: "noVariant" | "whatsAppLimit" | "waitTooLong" | "duplicateId" | "badPattern" | "emptyChoice";
  sentence: string;
  severity: "error" | "warning";
}

export const nodeGroups = ["start", "messages", "questions", "paths", "values", "waits", "services"] as const;
export type NodeGroup = (typeof nodeGroups)[number];

/** All that palette, inspector, validator, list editor and engine know of a type of node, but for what it does. */
export interface NodeType<Schema extends z.ZodType = z.ZodType, Data = z.output<Schema>> {
  group: NodeGroup;
  label: string;
  schema: Schema;
  ports: (data: Data) => Port[];
  uses: (data: Data) => Use[];
  /** One line for the list editor. */
  describe: (data: Data) => string;
  /** A loop through it is none of the engine's: a person or time lets it go on. */
  waits: (data: Data) => boolean;
  remarks: (data: Data) => Remark[];
}

/** Declares a type; what most types have nothing of may be left out. */
export const nodeType = <Schema extends z.ZodType>(
  given: Pick<NodeType<Schema>, "group" | "label" | "schema" | "ports" | "describe"> &
    Partial<NodeType<Schema>>,
): NodeType<Schema> => ({ uses: () => [], waits: () => false, remarks: () => [], ...given });

const labels: Record<string, string> = texts.ports;
export const port = (id: string, label = labels[id] ?? id): Port => ({ id, label });
export const failure = (id: string): Port => ({ ...port(id), failure: true });
export const next = port("next");
export const error = failure("error");

export const textUse = (field: string, source: string | undefined): Use[] =>
  source === undefined ? [] : [{ kind: "text", field, source }];

export const valueUses = (field: string, source: ValueSource | undefined, gives?: NameType): Use[] => {
  if (source?.type === "column") return [{ kind: "name", field: `${field}.value`, name: source.value }];
  if (source?.type !== "expression") return [];
  return [{ kind: "expression", field: `${field}.value`, source: source.value, ...(gives && { gives }) }];
};

export const mappingUses = (field: string, mapping: Mapping): Use[] =>
  mapping.flatMap((each, at) => valueUses(`${field}.${at}`, each));

/** The variables that a mapping sets. */
export const settingUses = (field: string, mapping: readonly { variable: string }[]): Use[] =>
  mapping.map(({ variable }, at) => ({ kind: "variable", field: `${field}.${at}.variable`, name: variable }));

export const savingUses = (save: SaveTo | undefined): Use[] => {
  if (!save) return [];
  return [
    { kind: save.to === "variable" ? "variable" : "contactField", field: "save.name", name: save.name },
  ];
};

/** Remarks about ids that stand twice in a list, whose ports could not be told apart. */
export const twice = (field: string, items: readonly { id: string }[]): Remark[] =>
  items.flatMap(({ id }, at) =>
    items.findIndex((each) => each.id === id) < at
      ? [
          {
            field: `${field}.${at}.id`,
            code: "duplicateId" as const,
            sentence: texts.remarks.twice(id),
            severity: "error" as const,
          },
        ]
      : [],
  );

/** Remarks about waits that are longer than a run may wait. */
export const tooLong = (field: string, length: Duration | undefined): Remark[] =>
  length && isTooLong(length)
    ? [{ field, code: "waitTooLong", sentence: texts.remarks.waitTooLong, severity: "error" }]
    : [];
