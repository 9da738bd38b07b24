import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import { AUTOMATION_FORMAT, type FileReference } from "#workers/contract/automation/automation-file.ts";
import { MOST_SOURCE } from "#workers/contract/expression.ts";
import { GraphSketch, literal } from "./graph-sketch.ts";
import { type TypebotBlock, typebotFile, type TypebotFile, wordsOfRichText } from "./typebot-blocks.ts";
import { type Block, pass, skip } from "./typebot-block.ts";
import { writeCall, writeMail, writeOther } from "./typebot-integrations.ts";
import { writeInput, isInput } from "./typebot-inputs.ts";
import { writeLogic } from "./typebot-logic.ts";
import type { ReadFile } from "./read-file.ts";

/** A Typebot export, version 6: groups of blocks, edges between them, and variables. */
export const isTypebot = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  "groups" in given &&
  Array.isArray(given.groups) &&
  "edges" in given &&
  "version" in given &&
  typeof given.version === "string";

/** Room for the blocks of a group, one under another. */
const ROW = 130;

export function fromTypebot(given: unknown): Omit<ReadFile, "format"> {
  const bot = typebotFile.parse(given);
  const notes = new Set<string>();
  const references: FileReference[] = [];
  const sketch = new GraphSketch(notes);
  if (!/^6(\.|$)/.test(bot.version)) sketch.note(texts.oldVersion(bot.version.slice(0, 20)));
  const names = namesOf(bot, sketch);
  const entries = new Entries(bot, sketch);
  for (const group of bot.groups) {
    for (const [at, block] of group.blocks.entries()) {
      if (entries.isQuestion(group.blocks, at)) continue;
      const before = entries.isQuestion(group.blocks, at - 1) ? group.blocks[at - 1] : undefined;
      const after = (edgeId: string | undefined) =>
        entries.byEdge(edgeId) ?? entries.of(group.blocks[at + 1]);
      write({
        sketch,
        bot,
        block,
        id: entries.of(block) ?? "",
        where: `${group.title || group.id}, ${block.type}`.slice(0, 160),
        position: { x: group.graphCoordinates.x, y: group.graphCoordinates.y + at * ROW },
        question: before && textOf(before, names, sketch),
        next: after(block.outgoingEdgeId),
        after,
        jumpTo: (to) => entries.to(to),
        text: (source) => textIn(source, names),
        variableOf: (id) => (id === undefined ? undefined : names.get(id)),
        names,
        references,
      });
    }
  }
  return {
    file: {
      format: AUTOMATION_FORMAT,
      automations: [
        {
          id: bot.id.slice(0, 100) || "typebot",
          kind: "journey",
          name: bot.name.trim().slice(0, 200) || texts.unnamed,
          folder: "",
          graph: sketch.graph(entries.start()),
        },
      ],
      forms: [],
      templates: [],
      references,
    },
    notes: [...notes],
  };
}

/** Ours by the id and by the words of theirs. */
function namesOf({ variables, groups }: TypebotFile, sketch: GraphSketch): Map<string, string> {
  const names = new Map<string, string>();
  const numbers = new Set(
    groups.flatMap(({ blocks }) =>
      blocks.flatMap(({ type, options }) =>
        (type === "number input" || type === "rating input") && options?.variableId
          ? [options.variableId]
          : [],
      ),
    ),
  );
  const taken = new Set<string>();
  for (const { id, name } of variables.slice(0, 500)) {
    let wanted = name || "value";
    for (let number = 2; taken.has(sketch.variable(wanted)); number++) wanted = `${name}_${number}`;
    const ours = sketch.variable(wanted, numbers.has(id) ? "number" : "text");
    taken.add(ours);
    names.set(id, ours);
    if (!names.has(`{{${name}}}`)) names.set(`{{${name}}}`, ours);
  }
  return names;
}

const PLACE = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;

/** A name that has no value is left out of a text, as it is there. One that is far too long is read as far as it may be. */
export function textIn(given: string, names: ReadonlyMap<string, string>): string {
  const source = given.slice(0, 2 * MOST_SOURCE);
  let text = "";
  let at = 0;
  for (const { 0: whole, 1: name = "", index } of source.matchAll(PLACE)) {
    const ours = names.get(`{{${name}}}`);
    text += literal(source.slice(at, index)) + (ours === undefined ? literal(whole) : `{vars.${ours}|}`);
    at = index + whole.length;
  }
  return text + literal(source.slice(at));
}

function textOf({ content }: TypebotBlock, names: ReadonlyMap<string, string>, sketch: GraphSketch): string {
  const words =
    content?.richText === undefined
      ? (content?.plainText ?? (content?.html ?? "").replaceAll(/<[^>]*>/g, " ").trim())
      : wordsOfRichText(content.richText);
  return sketch.text("", textIn(words, names));
}

/** Where edges and blocks lead. */
class Entries {
  readonly #bot: TypebotFile;
  readonly #sketch: GraphSketch;
  readonly #edges: ReadonlyMap<string, TypebotFile["edges"][number]>;
  readonly #groups: ReadonlyMap<string, TypebotFile["groups"][number]>;
  /** A block that is the question of the next one is that one. */
  readonly #instead = new Map<string, TypebotBlock>();

  constructor(bot: TypebotFile, sketch: GraphSketch) {
    this.#bot = bot;
    this.#sketch = sketch;
    this.#edges = new Map(bot.edges.map((edge) => [edge.id, edge]));
    this.#groups = new Map(bot.groups.map((group) => [group.id, group]));
    for (const { blocks } of bot.groups) {
      for (const [at, block] of blocks.entries()) {
        const next = blocks[at + 1];
        if (next && this.isQuestion(blocks, at)) this.#instead.set(block.id, next);
      }
    }
  }

  /** A text right before a question, which it is. */
  isQuestion(blocks: readonly TypebotBlock[], at: number): boolean {
    const [block, next] = [blocks[at], blocks[at + 1]];
    return (
      block?.type === "text" && block.outgoingEdgeId === undefined && next !== undefined && isInput(next)
    );
  }

  of(block: TypebotBlock | undefined): string | undefined {
    if (!block) return undefined;
    return this.#sketch.idOf((this.#instead.get(block.id) ?? block).id || "block");
  }

  to({
    groupId,
    blockId,
  }: {
    groupId?: string | undefined;
    blockId?: string | undefined;
  }): string | undefined {
    const group = groupId === undefined ? undefined : this.#groups.get(groupId);
    return this.of(group?.blocks.find(({ id }) => id === blockId) ?? group?.blocks[0]);
  }

  byEdge(edgeId: string | undefined): string | undefined {
    const edge = edgeId === undefined ? undefined : this.#edges.get(edgeId);
    return edge && this.to(edge.to);
  }

  start(): string | undefined {
    const event = this.#bot.events.find(({ type }) => type === "start") ?? this.#bot.events[0];
    const edge =
      this.#edges.get(event?.outgoingEdgeId ?? "") ??
      this.#bot.edges.find(({ from }) => event !== undefined && from.eventId === event.id);
    // Before version 6 a block of its own was the start.
    return (edge && this.to(edge.to)) ?? this.of(this.#bot.groups[0]?.blocks[0]);
  }
}

const MEDIA = { image: "image", video: "video", audio: "audio" } as const;

/** Writes a block as one node, whose exits lead on. */
function write(given: Block): void {
  const { sketch, block, id, position, next, where } = given;
  const { type, content } = block;
  const url = content?.url ?? "";
  switch (type) {
    case "text": {
      const text = textOf(block, given.names, sketch);
      if (text === "") return skip(given, texts.blank(where));
      sketch.message(id, text, "", position);
      return sketch.lead(id, "next", next);
    }
    case "image":
    case "video":
    case "audio":
      if (url === "") return skip(given, texts.noAddress(where));
      sketch.note(texts.media(where));
      sketch.media(id, MEDIA[type], sketch.text(where, given.text(url)), position);
      return sketch.lead(id, "next", next);
    case "embed":
      if (url === "") return skip(given, texts.noAddress(where));
      sketch.note(texts.embed(where));
      sketch.message(id, sketch.text(where, given.text(url)), "", position);
      return sketch.lead(id, "next", next);
    case "start":
      return pass(given);
    case "Webhook":
    case "Zapier":
    case "Make.com":
    case "Pabbly":
      return writeCall(given);
    case "Email":
      return writeMail(given);
    default:
      if (isInput(block)) return writeInput(given);
      if (!writeLogic(given)) writeOther(given);
  }
}
