import { Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import {
  type Condition,
  type ConditionRow,
  OPERATORS,
  OPERATORS_OF,
  type Operator,
} from "#workers/contract/expression.ts";
import { FIELD_TYPES, type FormField } from "#workers/contract/forms/form.ts";
import { titleOf } from "./edits.ts";

interface Props {
  label: string;
  rule: Condition | undefined;
  /** Fields above, which alone may be asked for. */
  fields: readonly FormField[];
  error: string | undefined;
  onChange: (rule: Condition | undefined) => void;
}

/** Comparisons with answers above, as rows. */
export function RuleField({ label, rule, fields, error, onChange }: Props) {
  const rows = rule?.rows ?? [];
  const set = (next: ConditionRow[]) =>
    onChange(next.length === 0 ? undefined : { match: rule?.match ?? "all", rows: next });
  const first = fields[0];
  if (rows.length === 0 && !first) return null;
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{label}</legend>
      {rows.length > 1 && (
        <Field label={texts.match}>
          <Select
            value={rule?.match ?? "all"}
            options={(["all", "any"] as const).map((value) => ({ value, label: texts.matchChoices[value] }))}
            onChange={(match) => onChange({ match, rows })}
          />
        </Field>
      )}
      {rows.map((row, at) => (
        <Row
          // Comparisons have no identity of their own, and their fields keep nothing.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          row={row}
          fields={fields}
          onChange={(next) => set(rows.with(at, next))}
          onRemove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      {error !== undefined && <p className="text-[0.8125rem] font-medium text-danger-ink">{error}</p>}
      {first && (
        <div>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => set([...rows, freshRow(first)])}>
            {texts.addComparison}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const typeOf = (field: FormField | undefined) => (field && FIELD_TYPES[field.type]) ?? "text";
const FRESH = {
  none: undefined,
  text: "",
  number: 0,
  range: [0, 0],
  date: "",
  count: 7,
  truth: true,
  item: "",
} as const;

function freshRow(
  field: FormField,
  operator: Operator = OPERATORS_OF[typeOf(field)][0] ?? "is",
): ConditionRow {
  const value = FRESH[OPERATORS[operator]];
  return {
    field: field.id,
    operator,
    ...(value !== undefined && {
      value: (typeof value === "object" ? [...value] : value) as NonNullable<ConditionRow["value"]>,
    }),
  };
}

function Row({
  number,
  row,
  fields,
  onChange,
  onRemove,
}: {
  number: number;
  row: ConditionRow;
  fields: readonly FormField[];
  onChange: (row: ConditionRow) => void;
  onRemove: () => void;
}) {
  const field = fields.find(({ id }) => id === row.field);
  const others = field ? [] : [{ value: row.field, label: row.field }];
  return (
    <div
      role="group"
      aria-label={texts.comparison(number)}
      className="grid gap-2 border-t border-line pt-2 first-of-type:border-0 first-of-type:pt-0"
    >
      <Field label={texts.compared}>
        <Select
          value={row.field}
          options={[...others, ...fields.map((each) => ({ value: each.id, label: titleOf(each) }))]}
          onChange={(id) => {
            const next = fields.find((each) => each.id === id);
            if (next) onChange(freshRow(next));
          }}
        />
      </Field>
      <Field label={texts.operator}>
        <Select
          value={row.operator}
          options={OPERATORS_OF[typeOf(field)].map((value) => ({ value, label: value }))}
          onChange={(operator) => field && onChange(freshRow(field, operator))}
        />
      </Field>
      <Operand row={row} field={field} onChange={(value) => onChange({ ...row, value })} />
      <div>
        <Button size="sm" tone="ghost" onClick={onRemove}>
          {texts.removeComparison(number)}
        </Button>
      </div>
    </div>
  );
}

function Operand({
  row: { operator, value },
  field,
  onChange,
}: {
  row: ConditionRow;
  field: FormField | undefined;
  onChange: (value: NonNullable<ConditionRow["value"]>) => void;
}) {
  const kind = OPERATORS[operator];
  if (kind === "none") return null;
  const number = (label: string, of: unknown, set: (value: number) => void) => (
    <Field label={label}>
      <TextInput
        type="number"
        value={typeof of === "number" ? String(of) : ""}
        onChange={({ target }) => set(Number(target.value))}
      />
    </Field>
  );
  if (kind === "number" || kind === "count") return number(texts.operand, value, onChange);
  if (kind === "range") {
    const [least, most] = Array.isArray(value) ? value : [0, 0];
    return (
      <>
        {number(texts.operand, least, (next) => onChange([next, most]))}
        {number(texts.operandSecond, most, (next) => onChange([least, next]))}
      </>
    );
  }
  if (kind === "truth") {
    return (
      <Field label={texts.operand}>
        <Select
          value={value === false ? "false" : "true"}
          options={(["true", "false"] as const).map((each) => ({ value: each, label: texts.truths[each] }))}
          onChange={(each) => onChange(each === "true")}
        />
      </Field>
    );
  }
  const text = typeof value === "string" ? value : "";
  const choices = field?.choices ?? [];
  return (
    <Field label={texts.operand}>
      {choices.length > 0 && (kind === "item" || operator === "is" || operator === "is not") ? (
        <Select
          value={text}
          options={[
            { value: "", label: "" },
            ...choices.filter((each) => each !== "").map((each) => ({ value: each, label: each })),
          ]}
          onChange={onChange}
        />
      ) : (
        <TextInput
          type={kind === "date" ? "date" : "text"}
          maxLength={500}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
