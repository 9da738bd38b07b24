import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import type { ConditionRow } from "#workers/contract/expression.ts";
import { labelOf } from "./graph-sketch.ts";
import { type Block, skip } from "./typebot-block.ts";
import type { TypebotItem } from "./typebot-blocks.ts";

const MOST_ROWS = 20;
const MOST_SECONDS = 365 * 86_400;

/** Writes a block of logic; false for one that is none. */
export function writeLogic(given: Block): boolean {
  const { block } = given;
  switch (block.type) {
    case "Set variable":
      writeVariable(given);
      return true;
    case "Condition":
      writeCondition(given);
      return true;
    case "AB test":
      writeSplit(given);
      return true;
    case "Wait":
      writeWait(given);
      return true;
    case "Jump":
    case "Typebot link":
      writeJump(given);
      return true;
    case "Redirect":
      writeRedirect(given);
      return true;
    case "Code":
      skip(given, texts.code(given.where));
      return true;
    case "webhook":
      writeEvent(given);
      return true;
    case "Return":
      given.sketch.add(given.id, "end", {}, "", given.position);
      return true;
    default:
      return false;
  }
}

/** Values of theirs that have a name here. */
const VALUES: Readonly<Record<string, object>> = {
  Empty: { type: "static", value: "" },
  "Contact name": { type: "column", value: "contact.name" },
  "Phone number": { type: "column", value: "contact.phoneNumber" },
  Now: { type: "expression", value: "string(now)" },
  Today: { type: "expression", value: "string(now)" },
};
const SINGLE = /^\{\{\s*([^{}]+?)\s*\}\}$/;
const SUM = /^[\d\s.+\-*/()]*$/;

function writeVariable(given: Block): void {
  const { sketch, block, id, next, position, where } = given;
  const { variableId, type = "Custom", expressionToEvaluate = "", isCode } = block.options ?? {};
  const variable = given.variableOf(variableId);
  if (variable === undefined) return skip(given, texts.blank(where));
  if (isCode) return skip(given, texts.code(where));
  const value = type === "Custom" ? valueOf(given, expressionToEvaluate) : VALUES[type];
  if (value === undefined) {
    return skip(
      given,
      type === "Custom" ? texts.expression(where, expressionToEvaluate) : texts.value(where, type),
    );
  }
  sketch.add(id, "setVariables", { set: [{ variable, ...value }] }, "", position);
  sketch.lead(id, "next", next);
}

/** A value as it stands, a name, a sum, or a text that is put together. */
function valueOf({ sketch, names }: Block, source: string): object | undefined {
  const single = names.get(`{{${SINGLE.exec(source.trim())?.[1] ?? ""}}}`);
  if (single !== undefined) return { type: "column", value: `vars.${single}` };
  const parts = source.split(/(\{\{[^{}]*\}\})/);
  const isName = (part: string) => part.startsWith("{{") && part.endsWith("}}");
  if (!parts.some(isName)) return { type: "static", value: source.slice(0, 4_000) };
  const known = parts.map((part) => (isName(part) ? names.get(`{{${part.slice(2, -2).trim()}}}`) : part));
  if (known.includes(undefined)) return undefined;
  const isSum =
    parts.every((part) => isName(part) || SUM.test(part)) &&
    /[+\-*/]/.test(source.replaceAll(/\{\{[^{}]*\}\}/g, ""));
  const expression = parts
    .flatMap((part, at) => {
      const name = known[at] ?? "";
      if (isName(part)) {
        const isNumber = sketch.typeOf(name) === "number";
        return isSum
          ? [isNumber ? `vars.${name}` : `double(vars.${name})`]
          : [isNumber ? `string(vars.${name})` : `vars.${name}`];
      }
      if (isSum) return [part];
      return part === "" ? [] : [JSON.stringify(part)];
    })
    .join(isSum ? "" : " + ");
  return expression.length <= 4_000 && sketch.takes(expression)
    ? { type: "expression", value: expression }
    : undefined;
}

function writeCondition(given: Block): void {
  const { sketch, block, id, position, after, where } = given;
  const items = block.items.slice(0, MOST_ROWS);
  if (items.length < block.items.length) sketch.note(texts.many(where, MOST_ROWS));
  const rows = items.flatMap((item, at) => {
    const when = whenOf(given, item);
    return when ? [{ item, row: { id: String(at + 1), when } }] : [];
  });
  if (rows.length === 0) return skip(given, texts.blank(where));
  sketch.add(id, "condition", { rows: rows.map(({ row }) => row) }, "", position);
  for (const { item, row } of rows) sketch.lead(id, `row:${row.id}`, after(item.outgoingEdgeId));
  sketch.lead(id, "else", after(block.outgoingEdgeId));
}

const OPERATORS: Readonly<
  Record<string, readonly [text: ConditionRow["operator"], number?: ConditionRow["operator"]]>
> = {
  "Equal to": ["is", "="],
  "Not equal": ["is not", "≠"],
  Contains: ["contains"],
  "Does not contain": ["does not contain"],
  "Starts with": ["starts with"],
  "Is set": ["is not empty", "is not empty"],
  "Is empty": ["is empty", "is empty"],
};
const SIGNS: Readonly<Record<string, string>> = {
  "Greater than": ">",
  "Greater or equal to": ">=",
  "Less than": "<",
  "Less or equal to": "<=",
};
const NUMBER_SIGNS = { ">": ">", ">=": "≥", "<": "<", "<=": "≤" } as const;

/** Rows, or one expression where a text is compared as a number. */
function whenOf(given: Block, { content }: TypebotItem): object | undefined {
  const { sketch, variableOf, where } = given;
  const comparisons = typeof content === "object" ? content.comparisons : [];
  const match = typeof content === "object" && content.logicalOperator === "OR" ? "any" : "all";
  const rows: ConditionRow[] = [];
  for (const { variableId, comparisonOperator = "Equal to", value = "" } of comparisons.slice(0, 50)) {
    const name = variableOf(variableId);
    if (name === undefined) continue;
    const row = rowOf(sketch.typeOf(name) === "number", `vars.${name}`, comparisonOperator, value);
    if (row) rows.push(row);
    else if (comparisons.length === 1 && SIGNS[comparisonOperator] && isNumber(value)) {
      const expression = `double(vars.${name}) ${SIGNS[comparisonOperator]} ${Number(value)}`;
      if (sketch.takes(expression, "boolean")) return { expression };
      sketch.note(texts.comparison(where, comparisonOperator));
    } else sketch.note(texts.comparison(where, comparisonOperator));
  }
  return rows.length > 0 ? { condition: { match, rows } } : undefined;
}

const isNumber = (value: string): boolean => value.trim() !== "" && Number.isFinite(Number(value));

function rowOf(ofNumber: boolean, field: string, operator: string, value: string): ConditionRow | undefined {
  // Another variable can't stand in the value of a row.
  if (value.includes("{{")) return undefined;
  const sign = SIGNS[operator] as keyof typeof NUMBER_SIGNS | undefined;
  if (sign !== undefined) {
    return ofNumber && isNumber(value)
      ? { field, operator: NUMBER_SIGNS[sign], value: Number(value) }
      : undefined;
  }
  const ours = OPERATORS[operator]?.[ofNumber ? 1 : 0];
  if (ours === undefined) return undefined;
  if (ours === "is empty" || ours === "is not empty") return { field, operator: ours };
  if (ofNumber) return isNumber(value) ? { field, operator: ours, value: Number(value) } : undefined;
  return { field, operator: ours, value: value.slice(0, 500) };
}

function writeSplit(given: Block): void {
  const { sketch, block, id, position, after, where } = given;
  const share = Math.round(block.options?.aPercent ?? 50);
  if (share < 1 || share > 99) sketch.note(texts.share(where));
  const a = Math.min(99, Math.max(1, share));
  const variants = [
    { id: "a", label: "A", share: a },
    { id: "b", label: "B", share: 100 - a },
  ];
  sketch.add(id, "split", { variants }, "", position);
  for (const [at, { id: variant }] of variants.entries()) {
    const item = block.items.find(({ path }) => path === variant) ?? block.items[at];
    sketch.lead(id, `variant:${variant}`, after(item?.outgoingEdgeId));
  }
}

function writeWait(given: Block): void {
  const { sketch, block, id, next, position, where } = given;
  const seconds = Math.ceil(Number(block.options?.secondsToWaitFor ?? Number.NaN));
  const isRight = Number.isFinite(seconds) && seconds >= 1 && seconds <= MOST_SECONDS;
  if (!isRight) sketch.note(texts.waitTooLong(where));
  const amount = isRight ? seconds : 1;
  sketch.add(id, "wait", { until: { kind: "duration", length: { amount, unit: "seconds" } } }, "", position);
  sketch.lead(id, "next", next);
}

function writeJump(given: Block): void {
  const { sketch, block, bot, id, next, position, where, references } = given;
  const { groupId, blockId, typebotId } = block.options ?? {};
  const isOwn = block.type === "Jump" || typebotId === "current" || typebotId === bot.id;
  if (isOwn) {
    const to = given.jumpTo({ groupId, blockId });
    if (to === undefined) return skip(given, texts.blank(where));
    sketch.add(id, "goTo", { node: to }, "", position);
    return;
  }
  if (typebotId === undefined || typebotId === "") return skip(given, texts.blank(where));
  const journeyId = typebotId.slice(0, 64);
  if (!references.some((each) => each.id === journeyId)) {
    references.push({ kind: "journey", id: journeyId, name: journeyId });
  }
  sketch.add(id, "runJourney", { journeyId }, labelOf(where, ""), position);
  sketch.lead(id, "completed", next);
}

function writeRedirect(given: Block): void {
  const { sketch, block, id, next, position, where } = given;
  const url = block.options?.url ?? "";
  if (url === "") return skip(given, texts.noAddress(where));
  sketch.note(texts.redirect(where));
  sketch.message(id, sketch.text(where, given.text(url)), "", position);
  sketch.lead(id, "next", next);
}

function writeEvent(given: Block): void {
  const { sketch, id, next, position, where } = given;
  const key = id.slice(0, 100);
  sketch.note(texts.event(where));
  sketch.add(id, "waitFor", { events: [{ id: "event", kind: "event", key }] }, "", position);
  sketch.lead(id, "event:event", next);
}
