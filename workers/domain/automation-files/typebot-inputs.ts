import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import { labelOf } from "./graph-sketch.ts";
import type { Block } from "./typebot-block.ts";
import type { TypebotBlock, TypebotItem, TypebotOptions } from "./typebot-blocks.ts";

/** Blocks of Typebot that wait for an answer. */
const INPUTS: ReadonlySet<string> = new Set([
  "text input",
  "number input",
  "email input",
  "url input",
  "date input",
  "time input",
  "phone number input",
  "choice input",
  "picture choice input",
  "cards",
  "rating input",
  "file input",
]);

export const isInput = ({ type }: TypebotBlock): boolean => INPUTS.has(type);

const MOST_BUTTONS = 10;
const MOST_OPTIONS = 30;
/** Of a condition. */
const MOST_ROWS = 20;

export function writeInput(given: Block): void {
  const { block } = given;
  const isChoice = ["choice input", "picture choice input", "cards"].includes(block.type);
  if (!isChoice) return writeQuestion(given, answerOf(given));
  const { isMultipleChoice, dynamicVariableId } = block.options ?? {};
  if (isMultipleChoice) given.sketch.note(texts.multiple(given.where));
  if (dynamicVariableId !== undefined || block.items.length === 0) {
    given.sketch.note(texts.dynamic(given.where));
    return writeQuestion(given, { kind: "text" });
  }
  const items = block.items.slice(0, MOST_OPTIONS);
  if (items.length < block.items.length) given.sketch.note(texts.many(given.where, MOST_OPTIONS));
  if (items.length <= MOST_BUTTONS) return writeButtons(given, items);
  writeList(given, items);
}

/** A list of more rows than channels show as buttons; where its choices lead apart, a condition asks for them behind it. */
function writeList(given: Block, items: readonly TypebotItem[]): void {
  const { sketch, id, position, block, after } = given;
  const answer = { kind: "choice", options: items.map(wordsOf) };
  const apart = items.flatMap((item, at) => (item.outgoingEdgeId ? [{ item, at }] : [])).slice(0, MOST_ROWS);
  if (apart.length === 0) return writeQuestion(given, answer);
  const name = given.variableOf(block.options?.variableId) ?? sketch.variable(`choice_${id}`);
  const branch = sketch.idOf(`${block.id} branch`);
  writeQuestion({ ...given, next: branch }, answer, { save: { to: "variable", name } });
  const rows = apart.map(({ item, at }) => ({
    id: String(at + 1),
    label: wordsOf(item, at),
    when: {
      condition: {
        match: "all",
        rows: [{ field: `vars.${name}`, operator: "is", value: wordsOf(item, at) }],
      },
    },
  }));
  sketch.add(branch, "condition", { rows }, "", { x: position.x, y: position.y + 60 });
  for (const { item, at } of apart) sketch.lead(branch, `row:${at + 1}`, after(item.outgoingEdgeId));
  sketch.lead(branch, "else", after(block.outgoingEdgeId));
}

const wordsOf = ({ content, title }: TypebotItem, at: number): string =>
  labelOf((typeof content === "string" ? content : title) ?? "", String(at + 1));

function writeButtons(given: Block, items: readonly TypebotItem[]): void {
  const { sketch, id, position, block, after } = given;
  const options = items.map((item, at) => ({ id: String(at + 1), label: wordsOf(item, at) }));
  sketch.add(
    id,
    "buttons",
    { text: questionOf(given, texts.choose), options, ...savingOf(given) },
    "",
    position,
  );
  for (const [at, item] of items.entries()) {
    const edge =
      item.outgoingEdgeId ?? item.paths.find(({ outgoingEdgeId }) => outgoingEdgeId)?.outgoingEdgeId;
    sketch.lead(id, `option:${at + 1}`, after(edge ?? block.outgoingEdgeId));
  }
  // Other words are asked again there.
  sketch.lead(id, "other", id);
}

function writeQuestion(given: Block, answer: object, saving = savingOf(given)): void {
  const { sketch, id, position, next, block } = given;
  const again = block.options?.retryMessageContent;
  sketch.add(
    id,
    "ask",
    {
      text: questionOf(given, texts.answer),
      answer,
      ...(again !== undefined && again !== "" && { again: sketch.text(given.where, given.text(again)) }),
      ...saving,
    },
    "",
    position,
  );
  sketch.lead(id, "next", next);
}

function questionOf({ sketch, question, where, block, text }: Block, usual: string): string {
  if (question !== undefined && question !== "") return question;
  const placeholder = block.options?.labels?.placeholder?.trim() ?? "";
  sketch.note(texts.question(where));
  return placeholder === "" ? usual : sketch.text(where, text(placeholder));
}

const savingOf = ({ variableOf, block }: Block): object => {
  const name = variableOf(block.options?.variableId);
  return name === undefined ? {} : { save: { to: "variable", name } };
};

const numberOf = (value: TypebotOptions["min"]): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
const dayOf = (value: TypebotOptions["min"]): string | undefined => {
  const day = typeof value === "string" ? value.slice(0, 10) : "";
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
};

/** The kind of answer, with what it is checked by. */
function answerOf({ sketch, block: { type, options }, where }: Block): object {
  const { min, max, isRange, startsAt, length } = options ?? {};
  switch (type) {
    case "number input":
      return { kind: "number", ...bounds("least", numberOf(min)), ...bounds("most", numberOf(max)) };
    case "rating input":
      return { kind: "number", least: numberOf(startsAt) ?? 1, most: numberOf(length) ?? 10 };
    case "email input":
      return { kind: "email" };
    case "phone number input":
      return { kind: "phone" };
    case "date input":
      if (isRange) sketch.note(texts.range(where));
      return { kind: "date", ...bounds("earliest", dayOf(min)), ...bounds("latest", dayOf(max)) };
    case "file input":
      return { kind: "file" };
    case "url input":
      sketch.note(texts.pattern(where, "URL"));
      return { kind: "text", pattern: String.raw`^https?://\S+$` };
    case "time input":
      sketch.note(texts.pattern(where, "time"));
      return { kind: "text", pattern: String.raw`^\d{1,2}[:.]\d{2}` };
    default:
      return { kind: "text" };
  }
}

const bounds = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });
