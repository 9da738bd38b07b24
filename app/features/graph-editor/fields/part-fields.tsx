import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import { durationUnits } from "#workers/contract/automation/parts.ts";
import { Plus } from "lucide-react";
import { ChoiceField, NumberField, OneOf, TextField, useFrame } from "./plain-fields.tsx";
import { getIn, join } from "./paths.ts";
import { Fieldset } from "./fieldset.tsx";
import { useScope } from "./scope.ts";
import { choicesOf, FIXED } from "./shared-fields.ts";

interface Props {
  path: string;
  label: string;
  hint?: string | undefined;
}

const units = durationUnits.map((value) => ({ value, label: texts.units[value] }));

export function DurationField({
  usual,
  ...props
}: Props & { usual?: { amount: number; unit: string } | undefined }) {
  const { data, set, readOnly, problemAt } = useScope();
  const { frame } = useFrame({ ...props, path: join(props.path, "amount") });
  const part = (at: "amount" | "unit") => getIn(data, join(props.path, at)) ?? usual?.[at];
  const amount = part("amount");
  const found = part("unit");
  const unit = typeof found === "string" ? found : "days";
  const put = (next: object, typing?: boolean) => set(props.path, { amount, unit, ...next }, typing);
  return (
    <Field {...frame} error={frame.error ?? problemAt(props.path) ?? problemAt(join(props.path, "unit"))}>
      <div className="flex gap-2">
        <TextInput
          inputMode="numeric"
          className="max-w-28"
          readOnly={readOnly}
          value={typeof amount === "number" || typeof amount === "string" ? String(amount) : ""}
          onChange={({ target: { value } }) =>
            put({ amount: /^-?\d+$/.test(value.trim()) ? Number(value) : value }, true)
          }
        />
        <UnitSelect of={props.label} value={unit} onChange={(next) => put({ unit: next })} />
      </div>
    </Field>
  );
}

/** Outside the field's context, which names one control alone. */
function UnitSelect({
  of,
  value,
  onChange,
}: {
  of: string;
  value: string;
  onChange: (unit: string) => void;
}) {
  const { readOnly } = useScope();
  return (
    <Select
      id={undefined}
      aria-label={`${of}: ${texts.unit}`}
      aria-describedby={undefined}
      className="min-w-0 flex-1"
      disabled={readOnly}
      value={value}
      options={units}
      onChange={onChange}
    />
  );
}

/** A fixed value, a name, or an expression. */
export function ValueField({ optional = false, ...props }: Props & { optional?: boolean }) {
  const { data, set, names, readOnly } = useScope();
  const { path, label } = props;
  const whole = getIn(data, path);
  if (whole === undefined && optional) {
    return readOnly ? null : (
      <div>
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => set(path, FIXED)}>
          {label}
        </Button>
      </div>
    );
  }
  const type = getIn(whole, "type");
  const value = join(path, "value");
  const become = (next: string | number | undefined) => {
    const rest = typeof whole === "object" && whole !== null ? whole : {};
    set(path, { ...rest, type: next, value: "" });
  };
  return (
    <Fieldset legend={label} {...(optional && !readOnly && { onRemove: () => set(path, undefined) })}>
      <KindSelect value={typeof type === "string" ? type : "static"} onChange={become} />
      {type === "column" ? (
        <OneOf
          path={value}
          label={texts.value}
          choices={names.map(({ name, label: hint }) => ({ value: name, label: name, hint }))}
        />
      ) : (
        <TextField
          path={value}
          label={type === "expression" ? texts.expression : texts.value}
          {...(type === "expression" && { hint: texts.expressionHint, lines: true })}
        />
      )}
    </Fieldset>
  );
}

const valueKinds = choicesOf(texts.valueKinds);
function KindSelect({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const { readOnly } = useScope();
  return (
    <Field label={texts.valueKind}>
      <Select
        disabled={readOnly}
        value={value}
        options={valueKinds.map((each) => ({ ...each, value: String(each.value) }))}
        onChange={onChange}
      />
    </Field>
  );
}

/** A variable of the graph by its name. */
export function VariableField({ optional = false, ...props }: Props & { optional?: boolean }) {
  const { variables } = useScope();
  return (
    <OneOf {...props} optional={optional} choices={variables.map((name) => ({ value: name, label: name }))} />
  );
}

export function ContactField(props: Props) {
  const { contactFields } = useScope();
  return <OneOf {...props} choices={contactFields.map(({ name, label }) => ({ value: name, label }))} />;
}

export function NodeField({ optional = false, ...props }: Props & { optional?: boolean }) {
  const { nodes, nodeId } = useScope();
  return (
    <OneOf
      {...props}
      optional={optional}
      empty={texts.eventOfNone}
      choices={nodes.filter(({ value }) => value !== nodeId).map(({ value, label }) => ({ value, label }))}
    />
  );
}

/** Where an answer is kept besides `last`. */
export function SaveToField(props: Props) {
  const { data, set, readOnly } = useScope();
  const to = getIn(data, join(props.path, "to"));
  const name = join(props.path, "name");
  const kind = to === "variable" || to === "field" ? to : "none";
  const { frame } = useFrame(props);
  return (
    <>
      <Field {...frame}>
        <Select
          disabled={readOnly}
          value={kind}
          options={[
            { value: "none", label: texts.saveChoices.none },
            { value: "variable", label: texts.saveChoices.variable },
            { value: "field", label: texts.saveChoices.field },
          ]}
          onChange={(next) => set(props.path, next === "none" ? undefined : { to: next, name: "" })}
        />
      </Field>
      {kind === "variable" && <VariableField path={name} label={texts.saveName} />}
      {kind === "field" && <ContactField path={name} label={texts.saveName} />}
    </>
  );
}

const FIVE = { most: 0, backoff: "exponential", seconds: 5 } as const;

export function RetryField({ path, label }: Props) {
  const { data, set, readOnly } = useScope();
  const isOn = getIn(data, path) !== undefined;
  if (!isOn) {
    return readOnly ? null : (
      <div>
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => set(path, { ...FIVE, most: 3 })}>
          {texts.addRetry}
        </Button>
      </div>
    );
  }
  return (
    <Fieldset legend={label} {...(!readOnly && { onRemove: () => set(path, undefined) })}>
      <NumberField path={join(path, "most")} label={texts.retryMost} />
      <NumberField path={join(path, "seconds")} label={texts.retrySeconds} />
      <ChoiceField
        path={join(path, "backoff")}
        label={texts.retryBackoff}
        usual={FIVE.backoff}
        choices={choicesOf(texts.backoffs)}
      />
    </Fieldset>
  );
}
