import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { importExportTexts } from "#texts/import-export.ts";
import type { FileIntent, FilePhrase } from "#workers/contract/agent-file.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";
import { emptyFile, storyOf, unreadable, type TakenOver } from "./taken-over.ts";

/** The parts of a Dialogflow ES export that are used; everything else in it is ignored. */
const agentSchema = z.object({
  displayName: z.string().optional(),
  description: z.string().optional(),
  language: z.string().optional(),
});
const texts = z.union([z.string(), z.array(z.string())]).optional();
const intentSchema = z.object({
  name: z.string(),
  fallbackIntent: z.boolean().optional(),
  responses: z
    .array(
      z.object({
        parameters: z
          .array(
            z.object({
              name: z.string(),
              dataType: z.string().optional(),
              required: z.boolean().optional(),
              value: z.unknown().optional(),
              prompts: z.array(z.object({ lang: z.string().optional(), value: z.string() })).optional(),
            }),
          )
          .optional(),
        messages: z
          .array(
            z.object({ type: z.union([z.string(), z.number()]), lang: z.string().optional(), speech: texts }),
          )
          .optional(),
      }),
    )
    .optional(),
});
type Intent = z.infer<typeof intentSchema>;
const saysSchema = z.array(
  z.object({ data: z.array(z.object({ text: z.string(), meta: z.string().optional() })) }),
);
const entitySchema = z.object({ name: z.string(), isRegexp: z.boolean().optional() });
const entriesSchema = z.array(z.object({ value: z.string(), synonyms: z.array(z.string()).optional() }));

/** Dialogflow's system entities that have a counterpart here; the rest stay plain text. */
const SYSTEM: Record<string, string> = {
  number: "sys.number",
  "number-integer": "sys.number",
  cardinal: "sys.number",
  ordinal: "sys.ordinal",
  percentage: "sys.percentage",
  date: "sys.date",
  time: "sys.time",
  "date-time": "sys.datetime",
  duration: "sys.duration",
  "date-period": "sys.period",
  "time-period": "sys.period",
  "unit-length": "sys.distance",
  "unit-volume": "sys.volume",
  "unit-weight": "sys.weight",
  "unit-currency": "sys.money",
  "currency-name": "sys.currency",
  email: "sys.email",
  "phone-number": "sys.phone",
  url: "sys.url",
  age: "sys.age",
  temperature: "sys.temperature",
  location: "sys.location",
  "geo-country": "sys.location",
  "geo-city": "sys.location",
  language: "sys.language",
};

/** Maps `@sys.date` and `@city:name` to the name of an entity here; undefined for one without a counterpart. */
function entityName(type: string | undefined): string | undefined {
  const name = type?.replace(/^@/, "").split(":")[0];
  return name?.startsWith("sys.") ? SYSTEM[name.slice(4)] : name;
}

/**
 * Reads a Dialogflow ES export: the texts of the ZIP's files by their paths. Uses the bot's own language, or else
 * English. Throws `invalid` when it is not such an export.
 */
export function fromDialogflow(files: ReadonlyMap<string, string>): TakenOver {
  const notes: string[] = [];
  const agent = read(files, "agent.json", agentSchema);
  const language = agent.language?.startsWith("hi") ? "hi" : "en";
  const file = emptyFile(agent.displayName ?? "", agent.description ?? "");
  file.agent.config.language = language;
  const codes = [agent.language ?? language, language, "en"];
  const localised = (path: string, kind: string): string | undefined =>
    codes.map((code) => `${path}_${kind}_${code}.json`).find((name) => files.has(name));

  for (const path of names(files, "entities", "entries")) {
    const { name, isRegexp } = read(files, `${path}.json`, entitySchema);
    const entries = localised(path, "entries");
    const rows = entries ? read(files, entries, entriesSchema) : [];
    if (rows.some(({ value }) => !isRegexp && /(^|\s)@[\w.-]+:\w/.test(value))) {
      notes.push(importExportTexts.notes.composite(name));
    } else if (rows.length === 0) {
      notes.push(importExportTexts.notes.emptyEntity(name));
    } else {
      file.entities.push({ name, values: rows.map((row) => valueOf(row, isRegexp === true)) });
    }
  }
  const known = new Set(file.entities.map(({ name }) => name));

  const story = storyOf(file, importExportTexts.importedStory);
  for (const path of names(files, "intents", "usersays")) {
    const intent = read(files, `${path}.json`, intentSchema);
    const says = localised(path, "usersays");
    const response = responseOf(intent, codes, notes);
    if (intent.fallbackIntent) {
      if (response) file.agent.config.outOfScopeMessage = response;
      notes.push(importExportTexts.notes.fallback(intent.name));
      continue;
    }
    const phrases = says ? read(files, says, saysSchema).map(({ data }) => phraseOf(data)) : [];
    story.intents.push({
      name: intent.name,
      phrases: phrases.map((phrase) => ({
        ...phrase,
        entities: phrase.entities.filter(({ entity }) => entity.startsWith("sys.") || known.has(entity)),
      })),
      response,
      parameters: parametersOf(intent, codes, known, notes),
    });
  }
  return { format: "dialogflow", file, notes };
}

/** Files of a folder, except those that hold the contents by language. */
const names = (files: ReadonlyMap<string, string>, folder: string, kind: string): string[] =>
  [...files.keys()]
    .filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".json"))
    .filter((path) => {
      const at = path.lastIndexOf(`_${kind}_`);
      return at < 0 || !files.has(`${path.slice(0, at)}.json`);
    })
    .map((path) => path.slice(0, -".json".length))
    .toSorted();

function read<T>(files: ReadonlyMap<string, string>, path: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(files.get(path) ?? "");
  } catch {
    throw unreadable(importExportTexts.unreadableAt(path, "JSON"));
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unreadable(
    importExportTexts.unreadableAt([path, ...(issue?.path ?? [])].join(" "), issue?.message ?? ""),
  );
}

const valueOf = (
  { value, synonyms = [] }: z.infer<typeof entriesSchema>[number],
  isRegexp: boolean,
): EntityValue =>
  isRegexp
    ? { value, type: "pattern", synonyms: [], pattern: [value, ...synonyms.filter((each) => each !== value)] }
    : { value, type: "synonymns", synonyms: synonyms.filter((each) => each !== value), pattern: [] };

function phraseOf(parts: z.infer<typeof saysSchema>[number]["data"]): FilePhrase {
  let text = "";
  const entities: FilePhrase["entities"] = [];
  for (const part of parts) {
    const entity = entityName(part.meta);
    if (entity && part.text.trim() !== "") {
      entities.push({ entity, start: text.length, end: text.length + part.text.length });
    }
    text += part.text;
  }
  return { text, entities };
}

/** The first text response in the bot's language, with `$parameter` written as `{parameter}`. */
function responseOf({ name, responses }: Intent, codes: string[], notes: string[]): string | null {
  const spoken = (responses?.[0]?.messages ?? [])
    .filter(({ type }) => String(type) === "0" || type === "message")
    .filter(({ lang }) => lang === undefined || codes.includes(lang))
    .flatMap(({ speech }) => speech ?? []);
  if (spoken.length > 1) notes.push(importExportTexts.notes.moreResponses(name));
  const first = spoken.find((text) => text.trim() !== "");
  return first ? first.replace(/\$([\w-]+)(?:\.\w+)?/g, "{$1}") : null;
}

function parametersOf(
  { name: intent, responses }: Intent,
  codes: string[],
  known: ReadonlySet<string>,
  notes: string[],
): FileIntent["parameters"] {
  return (responses?.[0]?.parameters ?? []).flatMap(({ name, dataType, required, value, prompts }) => {
    const entity = entityName(dataType);
    if (!entity || !(entity.startsWith("sys.") || known.has(entity))) {
      notes.push(importExportTexts.notes.unknownEntity(dataType ?? name, intent));
      return [];
    }
    const asked = (prompts ?? [])
      .filter(({ lang }) => lang === undefined || codes.includes(lang))
      .map((prompt) => prompt.value);
    const fixed = typeof value === "string" && !/[$#]/.test(value) ? value : "";
    return [
      {
        name,
        entity,
        required: required ?? false,
        value: fixed,
        prompts: asked.length > 0 ? asked : [botsTexts.promptExample(name)],
      },
    ];
  });
}
