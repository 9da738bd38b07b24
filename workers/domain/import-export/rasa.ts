import { parseDocument } from "yaml";
import { z } from "zod";
import { importExportTexts } from "#texts/import-export.ts";
import type { FilePhrase } from "#workers/contract/agent-file.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";
import { emptyFile, storyOf, unreadable, type TakenOver } from "./taken-over.ts";

/** Rasa 2 and 3: training data, and each intent's answer from a domain or rules in the same file. */
const examples = z.union([z.string(), z.array(z.union([z.string(), z.object({ text: z.string() })]))]);
const schema = z.object({
  nlu: z
    .array(
      z.object({
        intent: z.string().optional(),
        synonym: z.string().optional(),
        lookup: z.string().optional(),
        regex: z.string().optional(),
        examples: examples.optional(),
      }),
    )
    .optional(),
  responses: z.record(z.string(), z.array(z.object({ text: z.string().optional() })).nullable()).optional(),
  rules: z.array(z.object({ steps: z.array(z.unknown()).optional() })).optional(),
  stories: z.array(z.object({ steps: z.array(z.unknown()).optional() })).optional(),
});
type Source = z.infer<typeof schema>;

/** Reads one or several YAML documents of Rasa. Throws `invalid` when the text is not one. */
export function fromRasa(text: string): TakenOver {
  const source = parse(text);
  const file = emptyFile("", "");
  const notes: string[] = [];
  const entities = new EntityBook();
  const answers = answersOf(source);

  for (const part of source.nlu ?? []) {
    const lines = linesOf(part.examples);
    if (part.synonym) entities.synonyms(part.synonym, lines);
    else if (part.lookup) entities.lookup(part.lookup, lines);
    else if (part.regex) entities.patterns(part.regex, lines);
  }
  for (const part of source.nlu ?? []) {
    if (!part.intent) continue;
    // `faq/opening_hours`: a group of intents, which is a story here.
    const [story, name] = part.intent.includes("/")
      ? [part.intent.slice(0, part.intent.indexOf("/")), part.intent.slice(part.intent.indexOf("/") + 1)]
      : [importExportTexts.importedStory, part.intent];
    const phrases = linesOf(part.examples).map((line) => phraseOf(line, entities));
    const into = storyOf(file, story);
    const before = into.intents.find((intent) => intent.name === name);
    if (before) {
      before.phrases.push(...phrases);
      notes.push(importExportTexts.notes.sameName(name));
    } else {
      into.intents.push({ name, phrases, response: answers.get(part.intent) ?? null, parameters: [] });
    }
  }
  if (answers.has(FALLBACK)) file.agent.config.outOfScopeMessage = answers.get(FALLBACK) ?? "";
  file.entities = entities.all();
  return { format: "rasa", file, notes };
}

const FALLBACK = "nlu_fallback";

function parse(text: string): Source {
  // A handful of aliases is legitimate; thousands are a YAML bomb, and the library counts them.
  const document = parseDocument(text, { strict: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line ?? 0;
    throw unreadable(importExportTexts.unreadableAt(`line ${line}`, error.message.split("\n")[0] ?? ""));
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    throw unreadable();
  }
  const parsed = schema.safeParse(value);
  if (parsed.success && (parsed.data.nlu ?? []).some(({ intent }) => intent)) return parsed.data;
  const [issue] = parsed.error?.issues ?? [];
  throw unreadable(
    issue
      ? importExportTexts.unreadableAt(issue.path.join(" "), issue.message)
      : importExportTexts.unreadable,
  );
}

/** `examples: |` is a text of lines that begin with a dash; a list is allowed as well. */
function linesOf(given: z.infer<typeof examples> | undefined): string[] {
  if (given === undefined) return [];
  const lines =
    typeof given === "string"
      ? given.split("\n").map((line) => line.trim().replace(/^-\s*/, ""))
      : given.map((each) => (typeof each === "string" ? each : each.text));
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** `[words](entity)`, `[words](entity:value)` and `[words]{"entity": "…", "value": "…"}`. */
const ANNOTATION = /\[([^\]]+)\](?:\(([^)]+)\)|(\{[^}]*\}))/g;

function phraseOf(line: string, entities: EntityBook): FilePhrase {
  let text = "";
  let at = 0;
  const found: FilePhrase["entities"] = [];
  for (const match of line.matchAll(ANNOTATION)) {
    const [whole, words = "", short, long] = match;
    text += line.slice(at, match.index);
    at = match.index + whole.length;
    const { entity, value } = short ? shortForm(short) : longForm(long ?? "");
    if (entity) {
      found.push({ entity, start: text.length, end: text.length + words.length });
      entities.seen(entity, words, value);
    }
    text += words;
  }
  return { text: text + line.slice(at), entities: found };
}

function shortForm(text: string): { entity: string; value?: string } {
  const [entity = "", value] = text.split(":");
  return value === undefined ? { entity: entity.trim() } : { entity: entity.trim(), value: value.trim() };
}

function longForm(text: string): { entity: string; value?: string } {
  try {
    const parsed = z.object({ entity: z.string(), value: z.string().optional() }).safeParse(JSON.parse(text));
    return parsed.success
      ? { entity: parsed.data.entity, ...(parsed.data.value && { value: parsed.data.value }) }
      : { entity: "" };
  } catch {
    return { entity: "" };
  }
}

/**
 * Collects entities as Rasa defines them: by annotations, lookup tables and patterns; synonyms apply to all of them.
 */
class EntityBook {
  readonly #values = new Map<string, Map<string, Set<string>>>();
  readonly #patterns = new Map<string, string[]>();
  readonly #canonical = new Map<string, string>();

  synonyms(value: string, words: string[]): void {
    for (const word of words) this.#canonical.set(word.toLowerCase(), value);
  }

  lookup(entity: string, words: string[]): void {
    for (const word of words) this.seen(entity, word);
  }

  patterns(entity: string, patterns: string[]): void {
    this.#patterns.set(entity, [...(this.#patterns.get(entity) ?? []), ...patterns]);
  }

  seen(entity: string, words: string, value?: string): void {
    const values = this.#values.get(entity) ?? new Map<string, Set<string>>();
    this.#values.set(entity, values);
    const canonical = value ?? this.#canonical.get(words.toLowerCase()) ?? words;
    const key =
      [...values.keys()].find((each) => each.toLowerCase() === canonical.toLowerCase()) ?? canonical;
    const synonyms = values.get(key) ?? new Set<string>();
    values.set(key, synonyms);
    if (words.toLowerCase() !== key.toLowerCase()) synonyms.add(words);
  }

  /** Patterns of a name that no phrase annotates only helped Rasa's classifier: they do not become an entity. */
  all(): { name: string; values: EntityValue[] }[] {
    return [...this.#values].map(([name, values]) => ({
      name,
      values: [
        ...[...values].map(([value, synonyms]): EntityValue => ({
          value,
          type: "synonymns",
          synonyms: [...synonyms],
          pattern: [],
        })),
        ...(this.#patterns.has(name)
          ? [
              {
                value: `${name} pattern`,
                type: "pattern",
                synonyms: [],
                pattern: this.#patterns.get(name) ?? [],
              } satisfies EntityValue,
            ]
          : []),
      ],
    }));
  }
}

/** Maps an intent to the text of the response that follows it in a rule or a story, or of `utter_<intent>`. */
function answersOf({ responses = {}, rules = [], stories = [], nlu = [] }: Source): Map<string, string> {
  const answers = new Map<string, string>();
  const textOf = (action: string): string | undefined =>
    responses[action]?.find(({ text }) => text?.trim())?.text;
  for (const { intent } of nlu) {
    const text = intent && textOf(`utter_${intent}`);
    if (intent && text) answers.set(intent, text);
  }
  const step = z.object({ intent: z.string().optional(), action: z.string().optional() });
  for (const { steps = [] } of [...stories, ...rules]) {
    for (const [index, each] of steps.entries()) {
      const { intent } = step.safeParse(each).data ?? {};
      const { action } = step.safeParse(steps[index + 1]).data ?? {};
      const text = action && textOf(action);
      if (intent && text) answers.set(intent, text);
    }
  }
  return answers;
}
