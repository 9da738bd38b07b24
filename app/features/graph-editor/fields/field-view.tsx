import { Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import { ConditionField, WhenField } from "./condition-field.tsx";
import type { FieldDef } from "./field-def.ts";
import { FileField } from "./file-field.tsx";
import { Fieldset } from "./fieldset.tsx";
import {
  ContactField,
  DurationField,
  NodeField,
  RetryField,
  SaveToField,
  ValueField,
  VariableField,
} from "./part-fields.tsx";
import { FlowScreenField } from "./flow-screen-field.tsx";
import { getIn, join } from "./paths.ts";
import {
  ChecksField,
  ChoiceField,
  LinesField,
  MomentField,
  NumberField,
  OneOf,
  SwitchField,
  TextField,
} from "./plain-fields.tsx";
import { useScope } from "./scope.ts";
import { FIXED } from "./shared-fields.ts";

/** The fields of a part of a node's data. */
export function FieldViews({ fields, base = "" }: { fields: readonly FieldDef[]; base?: string }) {
  return fields.map((field) => <FieldView key={`${field.as} ${field.at}`} field={field} base={base} />);
}

function FieldView({ field, base }: { field: FieldDef; base: string }) {
  const { references } = useScope();
  const props = { path: join(base, field.at), label: field.label, hint: field.hint };
  switch (field.as) {
    case "text":
    case "line":
      return (
        <TextField
          {...props}
          lines={field.as === "text"}
          names={field.names ?? false}
          optional={field.optional ?? false}
          placeholder={field.placeholder}
        />
      );
    case "number":
      return <NumberField {...props} />;
    case "day":
    case "clock":
      return <MomentField {...props} as={field.as} />;
    case "switch":
      return <SwitchField {...props} usual={field.usual} />;
    case "choice":
      return <ChoiceField {...props} choices={field.choices} usual={field.usual} />;
    case "checks":
      return <ChecksField {...props} choices={field.choices} />;
    case "lines":
      return <LinesField {...props} most={field.most} />;
    case "duration":
      return <DurationField {...props} usual={field.usual} />;
    case "value":
      return <ValueField {...props} optional={field.optional ?? false} />;
    case "variable":
      return <VariableField {...props} optional={field.optional ?? false} />;
    case "contactField":
      return <ContactField {...props} />;
    case "node":
      return <NodeField {...props} optional={field.optional ?? false} />;
    case "reference":
      return (
        <OneOf
          {...props}
          optional={field.optional ?? false}
          choices={references?.[field.of].map(({ id, name }) => ({ value: id, label: name }))}
        />
      );
    case "flowScreen":
      return <FlowScreenField {...props} flowAt={join(base, field.flowAt)} />;
    case "file":
      return <FileField {...props} mark={field.mark} />;
    case "saveTo":
      return <SaveToField {...props} />;
    case "retry":
      return <RetryField {...props} />;
    case "condition":
      return <ConditionField {...props} optional={field.optional ?? false} />;
    case "when":
      return <WhenField {...props} />;
    case "mapping":
      return <MappingField {...props} declared={field.declared} />;
    case "kinds":
      return <KindsField {...props} field={field} />;
    case "optional":
      return <OptionalField {...props} field={field} />;
    case "list":
      return <ListField {...props} field={field} />;
    default:
      return field satisfies never;
  }
}

type Of<As extends FieldDef["as"]> = Extract<FieldDef, { as: As }>;
interface Props {
  path: string;
  label: string;
}

/** A part of one of several kinds; another kind begins with its own fresh fields. */
function KindsField({ path, label, field }: Props & { field: Of<"kinds"> }) {
  const { data, set } = useScope();
  const chosen = getIn(data, join(path, field.by));
  const kind = field.kinds.find(({ value }) => value === chosen);
  return (
    <>
      <ChoiceField
        path={join(path, field.by)}
        label={label}
        choices={field.kinds}
        onChange={(value) => {
          const fresh = field.kinds.find((each) => each.value === value);
          if (fresh) set(path, { [field.by]: value, ...fresh.fresh });
        }}
      />
      {kind && <FieldViews fields={kind.fields} base={path} />}
    </>
  );
}

function OptionalField({ path, label, field }: Props & { field: Of<"optional"> }) {
  const { data, set, readOnly } = useScope();
  if (getIn(data, path) === undefined) {
    return readOnly ? null : (
      <div>
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => set(path, field.fresh)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <Fieldset legend={label} {...(!readOnly && { onRemove: () => set(path, undefined) })}>
      <FieldViews fields={field.fields} base={path} />
    </Fieldset>
  );
}

function ListField({ path, label, field }: Props & { field: Of<"list"> }) {
  const { data, set, readOnly, problemAt } = useScope();
  const found = getIn(data, path);
  const items: unknown[] = Array.isArray(found) ? found : [];
  const problem = problemAt(path);
  const isFull = items.length >= field.most;
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <p aria-hidden className="font-medium">
        {label}
      </p>
      {problem && <p className="text-[0.8125rem] font-medium text-danger-ink">{problem}</p>}
      {items.map((item, at) => (
        <Fieldset
          key={keyOf(item, at)}
          legend={field.item(at + 1)}
          {...(!readOnly && { onRemove: () => set(path, items.toSpliced(at, 1)) })}
        >
          <FieldViews fields={field.fields} base={join(path, String(at))} />
        </Fieldset>
      ))}
      {!readOnly && (
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            disabledReason={isFull ? texts.atMost(field.most) : undefined}
            onClick={() => set(path, [...items, field.fresh(items)])}
          >
            {field.add}
          </Button>
        </div>
      )}
    </div>
  );
}

const keyOf = (item: unknown, at: number): string => {
  const id = getIn(item, "id");
  return typeof id === "string" ? `${id} ${at}` : String(at);
};

const MOST_MAPPED = 50;

/** Variables and what each gets; `declared` ones are the graph's own, others are another thing's by their names. */
function MappingField({ path, label, declared }: Props & { declared: boolean }) {
  const field: Of<"list"> = {
    as: "list",
    at: "",
    label,
    item: texts.set,
    add: declared ? texts.addSet : texts.addValue,
    most: MOST_MAPPED,
    fresh: () => ({ variable: "", ...FIXED }),
    fields: [
      declared
        ? { as: "variable", at: "variable", label: texts.variable }
        : { as: "line", at: "variable", label: texts.variable },
      { as: "value", at: "", label: texts.value },
    ],
  };
  return <ListField path={path} label={label} field={field} />;
}
