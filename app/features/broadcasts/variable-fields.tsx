import { useQueryOf } from "#app/data/query.ts";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import { type MappingType, mappingTypes, ROW_GROUP } from "#workers/contract/broadcast.ts";
import {
  listExpressionVariables,
  type VariableGroup,
} from "#workers/contract/endpoints/broadcast-variables.ts";
import { MOST_SOURCE } from "#workers/contract/expression.ts";
import { labelOf } from "#workers/contract/variable-label.ts";
import { useForm, useIdOf } from "./form-context.ts";

const texts = broadcastsTexts.form;
/** The specification's time for binding (customer-master.md 9). */
const BIND_MS = 1_000;
/** So many columns are named beside an expression. */
const MOST_NAMES = 20;
type Parameter = VariableGroup["parameters"][number];

/** Where the value of each variable comes from, in the groups of the template's parts. */
export function VariableFields({
  prefix = "",
}: {
  /** Tells the controls from those of another form on the same screen. */
  prefix?: string;
}) {
  const { variables } = useForm();
  if (variables.groups.every(({ parameters }) => parameters.length === 0))
    return <p className="text-muted">{texts.noVariables}</p>;
  return (
    <>
      {variables.groups.map(({ type, card, parameters }) => (
        <fieldset key={`${type} ${card ?? ""}`} className="grid gap-4">
          <legend className="mb-2 text-[0.8125rem] font-semibold text-muted">
            {card === null ? texts.groupOf[type] : `${texts.card(card + 1)}: ${texts.groupOf[type]}`}
          </legend>
          {parameters.map((parameter) => (
            <MappingField key={parameter.name} {...{ parameter, prefix }} />
          ))}
        </fieldset>
      ))}
    </>
  );
}

/** A code is no text that others could be put into. */
const typesOf = ({ type }: Parameter): readonly MappingType[] =>
  type === "CODE" ? mappingTypes.filter((each) => each !== "expression") : mappingTypes;

function MappingField({ parameter, prefix }: { parameter: Parameter; prefix: string }) {
  const { name, isRequired, sample } = parameter;
  const label = labelOf(parameter);
  const { draft, variables, change, problemAt, leave } = useForm();
  const idOf = useIdOf();
  const place = `mapping.${name}`;
  const { type, value } = draft.mappings[name] ?? { type: "static", value: "" };
  const put = (next: Partial<(typeof draft.mappings)[string]>) =>
    change({ mappings: { ...draft.mappings, [name]: { type, value, ...next } } }, place);
  const rows = variables.columns.map((each) => each.name).filter((each) => each.startsWith(ROW_GROUP));
  const wrong = useExpressionProblem(type === "expression" ? value : "", parameter.type === "URL", rows);
  const hint = {
    static: sample && texts.example(sample),
    column: "",
    expression: texts.expressionHint(variables.columns.slice(0, MOST_NAMES).map((each) => each.name)),
  }[type];
  const problem = problemAt(place) ?? wrong;
  return (
    <div className="grid gap-1 sm:grid-cols-[13rem_minmax(0,1fr)] sm:items-end sm:gap-4">
      <div className={cx("grid gap-1", problem && "sm:mb-6")}>
        <p aria-hidden className="font-medium">
          {label}
          {isRequired && <span className="ms-1.5 text-xs font-normal text-muted">({uiTexts.required})</span>}
        </p>
        <Select
          aria-label={texts.mapType(label)}
          value={type}
          options={typesOf(parameter).map((each) => ({ value: each, label: texts.types[each] }))}
          onChange={(next) => put({ type: next, value: "" })}
        />
      </div>
      <Field
        id={`${prefix}${idOf(place)}`}
        label={label}
        required={isRequired}
        error={problem}
        {...(hint && { hint })}
      >
        {type === "column" ? (
          <Select
            value={value}
            options={[
              { value: "", label: texts.column },
              ...variables.columns.map((column) => ({ value: column.name, label: column.label })),
            ]}
            onChange={(next) => put({ value: next })}
          />
        ) : (
          <TextInput
            value={value}
            maxLength={MOST_SOURCE}
            onChange={({ target }) => put({ value: target.value })}
            onBlur={() => value !== "" && leave(place)}
          />
        )}
      </Field>
    </div>
  );
}

/** Says why an expression is not valid; a link's has to name something. */
function useExpressionProblem(value: string, isUrl: boolean, rows: readonly string[]): string | undefined {
  const expression = useSettled(value, BIND_MS);
  const { answer } = useQueryOf(
    listExpressionVariables,
    { body: { expression, rows: [...rows] } },
    { enabled: expression.trim() !== "" },
  );
  if (!answer || expression !== value) return undefined;
  if (answer.problems[0]) return answer.problems[0];
  return isUrl && answer.variables.length === 0 ? broadcastsTexts.urlVariableMissing : undefined;
}
