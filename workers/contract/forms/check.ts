import { formsTexts } from "#texts/forms.ts";
import { channelTypes } from "../channel-types.ts";
import { OPERATORS, OPERATORS_OF, type Condition } from "../expression.ts";
import { FIELD_TYPES, type FormContent, type FormField, type FormProblem } from "./form.ts";

const texts = formsTexts.problems;

export interface Around {
  /** Names of the customer's fields. */
  fields: ReadonlySet<string>;
  /** Why a pattern can't be used, if it can't. */
  patternProblem: (pattern: string) => string | undefined;
  now: number;
}

/** Everything that is wrong with a form. Errors keep it from being published, warnings do not. */
export function checkForm(form: FormContent, around: Around): FormProblem[] {
  const whole = (
    part: string,
    sentence: string,
    severity: FormProblem["severity"] = "error",
  ): FormProblem => ({ part, sentence, severity });
  const languages = [form.language, ...form.languages];
  return [
    ...(form.title.trim() === "" ? [whole("title", texts.noTitle)] : []),
    ...(form.fields.some(({ type }) => FIELD_TYPES[type] !== null) ? [] : [whole("fields", texts.noFields)]),
    ...languages
      .filter((each, at) => languages.indexOf(each) < at)
      .map((each) => whole("languages", texts.language(each))),
    ...(form.closesAt !== null && Date.parse(form.closesAt) <= around.now
      ? [whole("closesAt", texts.closed, "warning")]
      : []),
    ...form.fields
      .filter((field) => isUnaddressed(field, form.fields))
      .map(({ id }) => ({ ...whole("optIn", texts.optInAddress, "warning"), field: id })),
    ...form.fields.flatMap((field, at) => checkField(field, form.fields.slice(0, at), around)),
  ];
}

/** Whether a question about offers stands in a form that doesn't ask where they would go. */
const isUnaddressed = ({ type, optIn = [] }: FormField, all: readonly FormField[]): boolean =>
  type === "yesNo" &&
  optIn.some((each) => {
    const wanted = each === channelTypes.email ? "email" : "phone";
    return !all.some((field) => field.type === wanted);
  });

function checkField(
  field: FormField,
  above: readonly FormField[],
  { fields, patternProblem }: Around,
): FormProblem[] {
  const problems: FormProblem[] = [];
  const add = (part: string, sentence: string, severity: FormProblem["severity"] = "error") =>
    problems.push({ field: field.id, part, sentence, severity });
  if (field.label.trim() === "") add("label", texts.label);
  if (above.some(({ id }) => id === field.id)) add("id", texts.twice(field.id));
  if (field.type === "choice" || field.type === "several") {
    const { choices } = field;
    const double = choices.find((each, at) => choices.indexOf(each) < at);
    if (choices.length < 2) add("choices", texts.noChoices);
    else if (choices.some((each) => each.trim() === "")) add("choices", texts.emptyChoice);
    else if (double !== undefined) add("choices", texts.choiceTwice(double));
  }
  const over = (least: string | number | undefined, most: string | number | undefined) =>
    least !== undefined && most !== undefined && least > most;
  if (over(field.shortest, field.longest)) add("shortest", texts.limits);
  if (field.type === "number" && over(field.least, field.most)) add("least", texts.limits);
  if (over(field.earliest, field.latest)) add("earliest", texts.limits);
  const wrong = field.pattern ? patternProblem(field.pattern) : undefined;
  if (wrong !== undefined) add("pattern", texts.pattern(wrong));
  if (field.saveTo !== undefined && !fields.has(field.saveTo)) add("saveTo", texts.mapping);
  if (field.type === "file") {
    if (field.required || field.requireIf) add("required", texts.fileRequired);
    else add("type", texts.fileInPublic, "warning");
  }
  for (const part of ["showIf", "requireIf"] as const) {
    const sentence = ruleProblem(field[part], above);
    if (sentence !== undefined) add(part, sentence);
  }
  return problems;
}

/** Rules ask for what stands above alone, so that one look from the top decides everything. */
function ruleProblem(rule: Condition | undefined, above: readonly FormField[]): string | undefined {
  for (const { field: name, operator, value } of rule?.rows ?? []) {
    const type = FIELD_TYPES[above.find(({ id }) => id === name)?.type ?? "statement"];
    if (type === null) return texts.later(name);
    if (!OPERATORS_OF[type].includes(operator)) return texts.operator(operator);
    const kind = OPERATORS[operator];
    const isFilled = kind === "none" ? value === undefined : value !== undefined && value !== "";
    const isNumber = kind !== "number" && kind !== "count" ? true : typeof value === "number";
    if (!isFilled || !isNumber) return texts.operand;
  }
  return undefined;
}
