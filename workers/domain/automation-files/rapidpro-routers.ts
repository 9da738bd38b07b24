import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import type { ConditionRow } from "#workers/contract/expression.ts";
import { isOurId } from "#workers/contract/ids.ts";
import { labelOf } from "./graph-sketch.ts";
import type { Before, Written } from "./rapidpro-written.ts";
import type { RapidproRouter } from "./rapidpro-nodes.ts";
import { nameOf } from "./rapidpro-text.ts";

const MOST_ROWS = 20;
const MOST_VARIANTS = 5;

/** Writes where a node leads: by chance, by how a call or another flow went, or by what somebody said. */
export function writeRouter(written: Written, id: string, before: Before): void {
  const { sketch, node, position } = written;
  const { router } = node;
  if (!router) return;
  if (before.kind !== undefined && !router.wait) return writeOutcome(written, router, before);
  if (before.step !== undefined) sketch.lead(before.step, before.port, id);
  const exitOf = (category: string | undefined) =>
    written.exit(router.categories.find(({ uuid }) => uuid === category)?.exit_uuid);
  const branch = writeWait(written, router, id, exitOf);
  const y = position.y + (node.actions.length + (branch === id ? 0 : 1)) * 120;
  if (router.type === "random") writeSplit(written, router, branch, y);
  else writeSwitch(written, router, branch, y, exitOf);
}

/** Waits for an answer and keeps it under the result's name. Answers where it branches. */
function writeWait(
  { sketch, node, position, flow, byButtons }: Written,
  router: RapidproRouter,
  id: string,
  exitOf: (category: string | undefined) => string | undefined,
): string {
  if (!router.wait) return id;
  const { timeout } = router.wait;
  const saved = router.result_name?.trim();
  const branch = sketch.idOf(`${node.uuid} branch`);
  let last = id;
  if (!byButtons) {
    const minutes = Math.min(525_600, Math.max(1, Math.round(flow.expire_after_minutes ?? 10_080)));
    const seconds = Math.min(31_536_000, Math.max(1, Math.round(timeout?.seconds ?? 1)));
    const length = timeout ? { amount: seconds, unit: "seconds" } : { amount: minutes, unit: "minutes" };
    sketch.add(id, "waitFor", { events: [{ id: "reply", kind: "reply" }], timeout: length }, "", position);
    sketch.lead(id, "timeout", timeout && exitOf(timeout.category_uuid));
    last = saved ? sketch.idOf(`${node.uuid} result`) : branch;
    sketch.lead(id, "event:reply", last);
  }
  if (!saved) return last;
  const variable = sketch.variable(saved.toLowerCase().replaceAll(/\W+/g, "_"));
  const set = [{ variable, type: "column", value: "last.text" }];
  sketch.add(last, "setVariables", { set }, "", { x: position.x, y: position.y + 60 });
  sketch.lead(last, "next", branch);
  return branch;
}

const GOOD: ReadonlySet<string> = new Set(["success", "complete", "completed"]);
const FAILED = {
  call: ["redirect", "clientError", "serverError", "timeout", "error"],
  journey: ["failed", "timeout", "error"],
  chat: ["outsideHours", "notPicked", "error"],
} as const;

/** How a call, another flow or a hand-over went: theirs are categories, ours are exits. */
function writeOutcome(
  { sketch, exit }: Written,
  { categories }: RapidproRouter,
  { step, kind, port: done }: Before,
): void {
  if (step === undefined || kind === undefined) return;
  const good = categories.find(({ name }) => GOOD.has(name.toLowerCase())) ?? categories[0];
  const bad = categories.find((each) => each !== good);
  sketch.lead(step, done, exit(good?.exit_uuid));
  const to = exit(bad?.exit_uuid);
  for (const port of FAILED[kind]) sketch.lead(step, port, to);
}

function writeSplit(
  { sketch, where, position, exit }: Written,
  { categories }: RapidproRouter,
  id: string,
  y: number,
): void {
  const taken = categories.slice(0, MOST_VARIANTS);
  if (taken.length < categories.length) sketch.note(texts.many(where, MOST_VARIANTS));
  if (taken.length < 2) {
    sketch.add(id, "goTo", { node: exit(taken[0]?.exit_uuid) ?? "end" }, "", { x: position.x, y });
    return;
  }
  const variants = taken.map(({ name }, at) => ({
    id: String(at + 1),
    label: labelOf(name, String(at + 1)),
    share: 1,
  }));
  sketch.add(id, "split", { variants }, "", { x: position.x, y });
  for (const [at, { exit_uuid: uuid }] of taken.entries()) sketch.lead(id, `variant:${at + 1}`, exit(uuid));
}

function writeSwitch(
  written: Written,
  router: RapidproRouter,
  id: string,
  y: number,
  exitOf: (category: string | undefined) => string | undefined,
): void {
  const { sketch, where, position, refer } = written;
  const operand = (router.operand ?? "@input.text").trim().replace(/^@\(?|\)$/g, "");
  const field = nameOf(sketch, operand, refer) ?? (router.wait ? "last.text" : undefined);
  const other = exitOf(router.default_category_uuid);
  const rows = router.cases.flatMap(({ type, arguments: given, category_uuid: category }, at) => {
    const when =
      type === "has_group"
        ? inGroup(given, refer)
        : field === undefined
          ? undefined
          : whenOf(field, type, given);
    const isTaken = when !== undefined && ("condition" in when || sketch.takes(when.expression, "boolean"));
    if (!isTaken) {
      sketch.note(type === "has_group" ? texts.group(where) : texts.comparison(where, type.slice(0, 40)));
      return [];
    }
    const name = router.categories.find(({ uuid }) => uuid === category)?.name ?? "";
    return [
      { to: exitOf(category), row: { id: String(at + 1), label: labelOf(name, String(at + 1)), when } },
    ];
  });
  if (rows.length > MOST_ROWS) sketch.note(texts.many(where, MOST_ROWS));
  if (field === undefined && router.cases.some(({ type }) => type !== "has_group"))
    sketch.note(texts.names(where, `@${operand}`.slice(0, 60)));
  if (rows.length === 0) {
    sketch.add(id, "goTo", { node: other ?? "end" }, "", { x: position.x, y });
    return;
  }
  const taken = rows.slice(0, MOST_ROWS);
  sketch.add(id, "condition", { rows: taken.map(({ row }) => row) }, "", { x: position.x, y });
  for (const { to, row } of taken) sketch.lead(id, `row:${row.id}`, to);
  sketch.lead(id, "else", other);
}

type When = { condition: { match: "all" | "any"; rows: ConditionRow[] } } | { expression: string };

/** Their groups are theirs by id: an import finds ours by the name. Without an id the name itself is looked for. */
function inGroup([uuid = "", name = ""]: readonly string[], refer: Written["refer"]): When | undefined {
  const value = isOurId(uuid) ? refer("group", uuid, name || uuid) : name.slice(0, 500);
  if (value === "") return undefined;
  return { condition: { match: "all", rows: [{ field: "contact.groups", operator: "has", value }] } };
}

const NUMBER = String.raw`^\\s*-?[0-9]+([.][0-9]+)?\\s*$`;
const SIGNS: Readonly<Record<string, string>> = {
  has_number_lt: "<",
  has_number_lte: "<=",
  has_number_eq: "==",
  has_number_gte: ">=",
  has_number_gt: ">",
};
const PATTERNS: Readonly<Record<string, string>> = {
  has_number: "[0-9]",
  has_email: String.raw`[^\\s@]+@[^\\s@]+[.][^\\s@]+`,
  has_phone: "[0-9][0-9 ()-]{5,}[0-9]",
  has_date: "[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}",
  has_time: "[0-9]{1,2}:[0-9]{2}",
};

/** A test of theirs as a row or an expression of ours; undefined for one without a match. */
function whenOf(field: string, type: string, given: readonly string[]): When | undefined {
  const [first = "", second = ""] = given.map((each) => each.trim());
  const row = (operator: ConditionRow["operator"], value?: string): ConditionRow => ({
    field,
    operator,
    ...(value !== undefined && { value: value.slice(0, 500) }),
  });
  const all = (...rows: ConditionRow[]): When => ({ condition: { match: "all", rows } });
  const words = first
    .split(/[\s,]+/)
    .filter((each) => each !== "")
    .slice(0, 50);
  const text = field.startsWith("http.") ? `string(${field})` : field;
  if (given.some((each) => each.includes("@"))) return undefined;
  if (type === "has_text" || type === "has_value") return all(row("is not empty"));
  if (Object.hasOwn(PATTERNS, type)) return { expression: `${text}.like("${PATTERNS[type]}")` };
  if (Object.hasOwn(SIGNS, type) || type === "has_number_between") {
    const numbers = type === "has_number_between" ? [first, second] : [first];
    if (!numbers.every((each) => each !== "" && Number.isFinite(Number(each)))) return undefined;
    const number = `double(${text})`;
    const compared =
      type === "has_number_between"
        ? `${number} >= ${Number(first)} && ${number} <= ${Number(second)}`
        : `${number} ${SIGNS[type]} ${Number(first)}`;
    return { expression: `${text}.like("${NUMBER}") && ${compared}` };
  }
  if (first === "") return undefined;
  switch (type) {
    case "has_any_word":
      return { condition: { match: "any", rows: words.map((word) => row("contains", word)) } };
    case "has_all_words":
      return all(...words.map((word) => row("contains", word)));
    case "has_phrase":
      return all(row("contains", first));
    case "has_only_phrase":
    case "has_only_text":
      return all(row("is", first));
    case "has_beginning":
      return all(row("starts with", first));
    case "has_pattern":
      return { expression: `${text}.like(${JSON.stringify(first)})` };
    default:
      return undefined;
  }
}
