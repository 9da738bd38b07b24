import { useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type CustomerField,
  hasOptions,
  listFields,
  optionsOf,
  SOCIAL_CATEGORY,
} from "#workers/contract/endpoints/customer-fields.ts";
import {
  type FieldFilter,
  LONGEST_VALUE,
  MOST_CONDITIONS,
  MOST_VALUES,
} from "#workers/contract/field-filter.ts";
import { numberIn } from "#app/features/customers/field-conditions.ts";

const FORM = "condition";
type Draft = { field: string; values: string[]; text: string; from: string; to: string };
const empty: Omit<Draft, "field"> = { values: [], text: "", from: "", to: "" };

interface Props {
  /** Conditions that the list has; one of the same field is replaced. */
  conditions: readonly FieldFilter[];
  open: boolean;
  onClose: () => void;
  onSave: (condition: FieldFilter) => void;
}

const isNumber = ({ fieldType, inputType }: CustomerField): boolean =>
  !hasOptions(fieldType) && (inputType === "number" || inputType === "decimal");

/** Asks for a field of the enterprise's own and for its value: choices, numbers from and to, or the exact text. */
export function ConditionDialog({ conditions, open, onClose, onSave }: Props) {
  const { answer, failure, reload } = useQueryOf(listFields);
  const fields = answer?.inputFieldDefinitions.filter(
    ({ fixed, category }) => !fixed && category !== SOCIAL_CATEGORY,
  );
  const fieldOf = (id: string) => fields?.find(({ _id }) => _id === id);
  const form = useFields<Draft>({ field: "", ...empty }, (draft) =>
    problemsOf(fieldOf(draft.field), draft, conditions),
  );
  const sending = useSend();
  const field = fieldOf(form.values.field);
  const pick = (id: string) =>
    form.reset({ field: id, ...draftOf(conditions.find((condition) => condition.field === id)) });
  return (
    <FormDialog
      {...{ open, onClose, form, sending }}
      id={FORM}
      size="sm"
      title={texts.narrowByField}
      submit={texts.applyFilter}
      labels={{ field: texts.field, values: texts.values, text: texts.value, from: texts.from, to: texts.to }}
      onSubmit={() => {
        if (form.check() && field) onSave(conditionOf(field, form.values));
      }}
    >
      {failure && !fields ? (
        <ErrorState text={failure.message} onRetry={reload} />
      ) : !fields ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <Field id={`${FORM}-field`} label={texts.field} error={form.errors.field}>
            <Select
              value={form.values.field}
              onChange={pick}
              options={[
                { value: "", label: uiTexts.choose },
                ...fields.map(({ _id, fieldLabel }) => ({ value: _id, label: fieldLabel })),
              ]}
            />
          </Field>
          {field && <Values field={field} form={form} />}
        </>
      )}
    </FormDialog>
  );
}

function Values({ field, form }: { field: CustomerField; form: ReturnType<typeof useFields<Draft>> }) {
  if (isNumber(field)) {
    return (
      <div className="grid grid-cols-2 gap-3">
        {(["from", "to"] as const).map((bound) => (
          <Field key={bound} id={`${FORM}-${bound}`} label={texts[bound]} error={form.errors[bound]}>
            <TextInput inputMode="decimal" maxLength={20} {...form.text(bound)} />
          </Field>
        ))}
      </div>
    );
  }
  if (!hasOptions(field.fieldType)) {
    return (
      <Field id={`${FORM}-text`} label={texts.value} hint={texts.valueHint} error={form.errors.text}>
        <TextInput dir="auto" autoComplete="off" maxLength={LONGEST_VALUE} {...form.text("text")} />
      </Field>
    );
  }
  const { values } = form.values;
  return (
    <fieldset id={`${FORM}-values`} tabIndex={-1} className="min-w-0">
      <legend className="mb-1 font-medium">{texts.values}</legend>
      <div className="grid max-h-64 gap-1 overflow-y-auto">
        {optionsOf(field.defaultValue).map((option) => (
          <Checkbox
            key={option}
            label={<bdi>{option}</bdi>}
            checked={values.includes(option)}
            onChange={(on) =>
              form.set("values", on ? [...values, option] : values.filter((each) => each !== option))
            }
          />
        ))}
      </div>
      {form.errors.values && (
        <p role="alert" className="mt-1 text-[0.8125rem] text-danger-ink">
          {form.errors.values}
        </p>
      )}
    </fieldset>
  );
}

function draftOf(condition: FieldFilter | undefined): Omit<Draft, "field"> {
  if (!condition) return empty;
  if (condition.is === "between") {
    const [from, to] = [condition.from, condition.to].map((bound) => (bound === null ? "" : String(bound)));
    return { ...empty, from: from ?? "", to: to ?? "" };
  }
  return { ...empty, values: condition.values, text: condition.values[0] ?? "" };
}

function conditionOf(field: CustomerField, draft: Draft): FieldFilter {
  const id = field._id;
  if (isNumber(field)) {
    return { field: id, is: "between", from: numberIn(draft.from), to: numberIn(draft.to) };
  }
  const values = hasOptions(field.fieldType) ? draft.values : [draft.text.trim()];
  return { field: id, is: "oneOf", values, several: field.fieldType === "multiple-select" };
}

type Problems = Partial<Record<keyof Draft, string>>;

function problemsOf(
  field: CustomerField | undefined,
  { values, text, from, to }: Draft,
  conditions: readonly FieldFilter[],
): Problems {
  if (!field) return { field: texts.fieldRequired };
  if (conditions.filter((each) => each.field !== field._id).length >= MOST_CONDITIONS) {
    return { field: texts.tooManyConditions(MOST_CONDITIONS) };
  }
  if (isNumber(field)) return boundProblems(from, to);
  if (hasOptions(field.fieldType)) {
    if (values.length > MOST_VALUES) return { values: texts.tooManyOptions(MOST_VALUES) };
    return values.length === 0 ? { values: texts.chooseValue } : {};
  }
  return text.trim() === "" ? { text: texts.fieldRequired } : {};
}

function boundProblems(from: string, to: string): Problems {
  if (from.trim() === "" && to.trim() === "") return { from: texts.fieldRequired };
  const [least, most] = [numberIn(from), numberIn(to)];
  if (from.trim() !== "" && least === null) return { from: texts.notNumber };
  if (to.trim() !== "" && most === null) return { to: texts.notNumber };
  if (least !== null && most !== null && least > most) return { to: texts.toBelowFrom };
  return {};
}
