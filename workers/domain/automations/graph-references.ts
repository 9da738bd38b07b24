import { isOurId } from "#workers/contract/ids.ts";
import type { ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import type { Use } from "#workers/contract/automation/node-type.ts";
import { nodeTypeOf } from "#workers/contract/automation/node-types.ts";
import type { Condition } from "#workers/contract/expression.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import { NAME, PHONE } from "../audience/values.ts";
import { parseText, printText } from "../expression/text.ts";
import { NO_MARKS } from "../runs/contact-fields.ts";

/** Says what a reference becomes; `place` is the same for the same field of the same node of two graphs. */
export type Rename = (kind: ReferenceKind, id: string, place: string) => string;

type Data = Record<string, unknown>;

/** Names of data that hold an id, whatever the type of node or trigger. */
const KINDS: Readonly<Record<string, ReferenceKind>> = {
  templateId: "template",
  formId: "form",
  cardId: "card",
  botId: "bot",
  departmentId: "department",
  labelId: "label",
  groupId: "group",
  configId: "integration",
  journeyId: "journey",
  fileId: "file",
  channelId: "channel",
  flowId: "flow",
};
/** An answer that stands in for another system's is theirs, whatever its names are. */
const THEIRS = "mock";
const GROUP = "contact.";
/** Place of a graph's exit rule, which is no node's. */
const EXIT = "exit";
const BUILT_IN: ReadonlySet<string> = new Set([NAME, PHONE, ...Object.keys(NO_MARKS)]);
/** Lists of a customer in which a comparison looks for a thing by its id; by a name that was typed in older ones. */
const MARKED: Readonly<Record<string, ReferenceKind>> = {
  [`${GROUP}groups`]: "group",
  [`${GROUP}labels`]: "label",
};

function kindOf(key: string, holder: Data): ReferenceKind | undefined {
  if (Object.hasOwn(KINDS, key)) return KINDS[key];
  if (key === "field") return holder["kind"] === "field" ? "field" : undefined;
  if (key === "name") return holder["to"] === "field" ? "field" : undefined;
  if (key !== "id" || holder["kind"] !== undefined) return undefined;
  const of = holder["what"] ?? holder["of"];
  if (typeof of !== "string") return undefined;
  return /group$/i.test(of) ? "group" : /label$/i.test(of) ? "label" : undefined;
}

/** A graph whose references are renamed; all else stays as it is. */
export function mapReferences(graph: Graph, rename: Rename): Graph {
  const ports = new Map<string, string>();
  const nodes = graph.nodes.map((node) => {
    const data = mapData(node.data, `${node.id} `, rename) as Data;
    const known = node.type === "bot" ? mapIntents(node, data, rename, ports) : data;
    return { ...node, data: mapNames({ ...node, data: known }, rename) };
  });
  return {
    ...graph,
    nodes,
    edges: graph.edges.map((edge) => ({
      ...edge,
      port: ports.get(`${edge.from} ${edge.port}`) ?? edge.port,
    })),
    ...(graph.exit && { exit: mapCondition(graph.exit, rename, EXIT) }),
  };
}

function mapData(value: unknown, place: string, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((each, at) => mapData(each, `${place}.${at}`, rename));
  if (typeof value !== "object" || value === null) return value;
  const holder = value as Data;
  return Object.fromEntries(
    Object.entries(holder).map(([key, each]) => {
      if (key === THEIRS) return [key, each];
      const kind = typeof each === "string" && each !== "" ? kindOf(key, holder) : undefined;
      const at = `${place}.${key}`;
      return [key, kind ? rename(kind, each as string, at) : mapData(each, at, rename)];
    }),
  );
}

/** Intents are exits as well, which are named by them. */
function mapIntents(node: GraphNode, data: Data, rename: Rename, ports: Map<string, string>): Data {
  const { intents } = data;
  if (!Array.isArray(intents)) return data;
  return {
    ...data,
    intents: intents.map((each: unknown, at) => {
      const id = (each as Data | null)?.["id"];
      if (typeof id !== "string") return each;
      const to = rename("intent", id, `${node.id} .intents.${at}.id`);
      ports.set(`${node.id} intent:${id}`, `intent:${to}`);
      return { ...(each as Data), id: to };
    }),
  };
}

/** Renames the customer's fields in texts, conditions and expressions, and what comparisons name by its id. */
function mapNames({ id, type, data }: GraphNode, rename: Rename): Data {
  const found = nodeTypeOf(type);
  const parsed = found?.schema.safeParse(data);
  if (!found || !parsed?.success) return data;
  return found
    .uses(parsed.data)
    .reduce(
      (changed, use) => replaceAt(changed, use.field.split("."), mapperOf(id, use, rename)) as Data,
      data,
    );
}

function mapperOf(id: string, { kind, field }: Use, rename: Rename): (value: unknown) => unknown {
  const place = `${id} ${field}`;
  const named = (name: string) => mapName(name, rename, place);
  const ofText = (map: (text: string) => string) => (value: unknown) =>
    typeof value === "string" ? map(value) : value;
  switch (kind) {
    case "text":
      return ofText((text) => mapText(text, named));
    case "expression":
      return ofText((text) => text.replaceAll(/\bcontact\.[A-Za-z_]\w*/g, named));
    case "name":
      return ofText(named);
    case "condition":
      return (value) =>
        typeof value === "object" && value !== null ? mapCondition(value as Condition, rename, place) : value;
    default:
      return (value) => value;
  }
}

function mapName(name: string, rename: Rename, place: string): string {
  const field = name.slice(GROUP.length);
  if (!name.startsWith(GROUP) || field === "" || BUILT_IN.has(field)) return name;
  return `${GROUP}${rename("field", field, `${place} ${field}`)}`;
}

function mapText(text: string, named: (name: string) => string): string {
  const { parts } = parseText(text);
  let isChanged = false;
  const mapped = parts.map((part) => {
    if (typeof part === "string") return part;
    const name = named(part.name);
    isChanged ||= name !== part.name;
    return { ...part, name };
  });
  // As it was typed where nothing changes: braces may be written in two ways.
  return isChanged ? printText(mapped) : text;
}

const mapCondition = (given: Condition, rename: Rename, place: string): Condition => ({
  ...given,
  rows: (given.rows ?? []).map((row, at) => {
    const here = `${place}.rows.${at}`;
    const kind = Object.hasOwn(MARKED, row.field) ? MARKED[row.field] : undefined;
    return {
      ...row,
      field: mapName(row.field, rename, `${here}.field`),
      ...(kind && isOurId(row.value) && { value: rename(kind, row.value, `${here}.value`) }),
    };
  }),
});

function replaceAt(value: unknown, path: readonly string[], map: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return map(value);
  if (Array.isArray(value)) {
    return value.map((each, at) => (String(at) === key ? replaceAt(each, rest, map) : each));
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: replaceAt((value as Data)[key], rest, map) };
}

/** A form whose customer's fields are renamed. */
export const mapFormReferences = (content: FormContent, rename: Rename): FormContent => ({
  ...content,
  fields: content.fields.map((field) =>
    field.saveTo === undefined || field.saveTo === ""
      ? field
      : { ...field, saveTo: rename("field", field.saveTo, `${field.id} saveTo`) },
  ),
});

export interface FoundReference {
  kind: ReferenceKind;
  id: string;
  place: string;
}

/** Every place of a graph that names something. */
export function referencesIn(graph: Graph): FoundReference[] {
  const found: FoundReference[] = [];
  mapReferences(graph, collecting(found));
  return found;
}

export function referencesInForm(content: FormContent): FoundReference[] {
  const found: FoundReference[] = [];
  mapFormReferences(content, collecting(found));
  return found;
}

interface HeldId extends Omit<FoundReference, "place"> {
  /** Without one it is the exit rule's. */
  node?: string;
  field: string;
}

/** Places that hold an id, in data as in comparisons; fields, which texts and conditions name by their names, are left out. */
export function idsIn({ nodes, exit }: Graph): HeldId[] {
  const compared = (found: readonly FoundReference[]) => found.filter(({ kind }) => kind !== "field");
  const ofNodes = nodes.flatMap((node) => {
    const held: FoundReference[] = [];
    const named: FoundReference[] = [];
    mapData(node.data, `${node.id} `, collecting(held));
    if (node.type === "bot") mapIntents(node, node.data, collecting(held), new Map());
    mapNames(node, collecting(named));
    return [...held, ...compared(named)].map(({ kind, id, place }) => ({
      kind,
      id,
      node: node.id,
      field: place.slice(node.id.length + 1).replace(/^\./, ""),
    }));
  });
  const ofExit: FoundReference[] = [];
  if (exit) mapCondition(exit, collecting(ofExit), EXIT);
  return [...ofNodes, ...compared(ofExit).map(({ kind, id, place }) => ({ kind, id, field: place }))];
}

const collecting =
  (found: FoundReference[]): Rename =>
  (kind, id, place) => {
    found.push({ kind, id, place });
    return id;
  };
