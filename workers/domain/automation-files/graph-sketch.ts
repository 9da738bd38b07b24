import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import { GRAPH_FORMAT, type Graph, type GraphNode } from "#workers/contract/automation/graph.ts";
import { nodeTypeOf, type NodeTypeName, portsOf } from "#workers/contract/automation/node-types.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { MOST_SOURCE, type NameType } from "#workers/contract/expression.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { compileExpression } from "../expression/cel.ts";
import { knownNames } from "../flow/names.ts";

type Data = GraphNode["data"];

/** Room for a node and the names of its exits. */
const ROW = 150;
const END = "end";

/** A graph that a reader of another maker's file writes, node by node, with notes on what has no match. */
export class GraphSketch {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #edges: Graph["edges"] = [];
  readonly #led = new Set<string>();
  readonly #used = new Set<string>([END, "start"]);
  readonly #variables = new Map<string, NameType>();
  readonly #ids = new Map<string, string>();
  readonly #notes: Set<string>;
  /** Names of customers' fields that its texts use. */
  readonly fields = new Set<string>();

  constructor(notes: Set<string>) {
    this.#notes = notes;
  }

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** An id of ours for one of theirs, always the same. */
  idOf(theirs: string): string {
    const known = this.#ids.get(theirs);
    if (known !== undefined) return known;
    const plain = theirs.replaceAll(/[^\w-]/g, "-").slice(0, 56) || "node";
    let id = plain;
    for (let number = 2; this.#used.has(id); number++) id = `${plain}-${number}`;
    this.#used.add(id);
    this.#ids.set(theirs, id);
    return id;
  }

  /** A variable of that name in signs of ours; the first type that is asked for stays, but for text. */
  variable(theirs: string, type: NameType = "text"): string {
    const plain = theirs
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/\W+/g, "_")
      .replace(/^(?=\d)/, "_")
      .slice(0, 64);
    const name = plain.replaceAll("_", "") === "" ? "value" : plain;
    const before = this.#variables.get(name);
    if (before === undefined || before === "text") this.#variables.set(name, type);
    return name;
  }

  typeOf(variable: string): NameType {
    return this.#variables.get(variable) ?? "text";
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  node(id: string): GraphNode | undefined {
    return this.#nodes.get(id);
  }

  add(id: string, type: NodeTypeName, data: Data = {}, name = "", position = { x: 0, y: 0 }): string {
    const { x, y } = position;
    const place = { x: Number.isFinite(x) ? x : 0, y: Number.isFinite(y) ? y : 0 };
    this.#nodes.set(id, { id, type, name: name.slice(0, 100), position: place, data });
    return id;
  }

  lead(from: string, port: string, to: string | undefined): void {
    const exit = `${from} ${port}`;
    if (to === undefined || this.#led.has(exit)) return;
    this.#led.add(exit);
    this.#edges.push({ from, port, to });
  }

  message(id: string, text: string, name = "", position?: { x: number; y: number }): string {
    return this.add(id, "sendMessage", says({ kind: "text", text }), name, position);
  }

  media(id: string, kind: MediaKind, url: string, position?: { x: number; y: number }): string {
    return this.add(id, "sendMessage", says({ kind, url }), "", position);
  }

  /** A text that our checks take; a longer one is cut, with a note. */
  text(where: string, text: string): string {
    if (text.length <= MOST_SOURCE) return text;
    this.note(texts.cutText(where, MOST_SOURCE));
    const cut = text.slice(0, MOST_SOURCE);
    const open = cut.lastIndexOf("{");
    return open > cut.lastIndexOf("}") ? cut.slice(0, open) : cut;
  }

  /** Whether an expression may stand in the graph as it is by now. */
  takes(source: string, gives?: NameType): boolean {
    return compileExpression(source, this.#known(), gives).ok;
  }

  #known() {
    const fields = new Map<string, NameType>(
      ["name", "phoneNumber", ...this.fields].map((each) => [each, "text"]),
    );
    const variables = [...this.#variables].map(([name, type]) => ({ name, type }));
    return knownNames(variables, { fields });
  }

  /** The whole graph: it starts at `first`, and exits that lead nowhere end it. */
  graph(first: string | undefined, triggers: readonly object[] = []): Graph {
    this.add("start", "start", triggers.length > 0 ? { triggers } : {});
    this.lead("start", "next", first ?? END);
    const edges = this.#edges.filter(({ from, to }) => this.has(from) && (this.has(to) || to === END));
    const led = new Set(edges.map(({ from, port }) => `${from} ${port}`));
    for (const node of this.#nodes.values()) {
      for (const { id, failure } of portsOf(node)) {
        if (!failure && !led.has(`${node.id} ${id}`)) edges.push({ from: node.id, port: id, to: END });
      }
    }
    const bottom = this.#nodes.values().reduce((most, { position }) => Math.max(most, position.y), 0);
    this.add(END, "end", { outcome: texts.noReply }, "", { x: 0, y: bottom + ROW });
    return {
      format: GRAPH_FORMAT,
      nodes: [...this.#nodes.values()].toSorted(
        (a, b) => Number(b.id === "start") - Number(a.id === "start"),
      ),
      edges,
      variables: [...this.#variables].slice(0, 500).map(([name, type]) => ({ name, type })),
      notes: [],
      frames: [],
    };
  }
}

export const says = (content: object): Data => ({ variants: [{ channel: EVERY_CHANNEL, content }] });

/** Whether data are what their type takes. */
export const fits = (type: NodeTypeName, data: Data): boolean =>
  nodeTypeOf(type)?.schema.safeParse(data).success ?? false;

/** A label of a choice or an exit. */
export const labelOf = (text: string, otherwise: string): string =>
  text.trim().slice(0, 60).trim() || otherwise;

export const literal = (words: string): string => words.replaceAll(/[{}]/g, "$&$&");
