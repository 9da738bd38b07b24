import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { jsonOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import type { ActionName } from "#workers/contract/wa-flows/versions.ts";
import { JsonField } from "./json-field.tsx";

/** The action of a press or a choice. */
export function ActionField({
  label,
  value,
  error,
  actions,
  screens,
  isOptional,
  onChange,
}: {
  label: string;
  value: unknown;
  error: string | undefined;
  actions: readonly ActionName[];
  screens: readonly string[];
  isOptional: boolean;
  onChange: (value: unknown) => void;
}) {
  const action = jsonOf(value);
  const name = textOf(action["name"]);
  const next = textOf(jsonOf(action["next"])["name"]);
  const fresh = (chosen: string) => {
    if (chosen === "") return undefined;
    if (chosen === "open_url") return { name: chosen, url: "https://" };
    const payload = action["payload"] ?? {};
    if (chosen !== "navigate") return { name: chosen, payload };
    return { name: chosen, next: action["next"] ?? { type: "screen", name: "" }, payload };
  };
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{label}</legend>
      <Field label={texts.action} error={error}>
        <Select
          value={name}
          options={[
            ...(isOptional || name === "" ? [{ value: "", label: texts.unset }] : []),
            ...actions.map((each) => ({ value: each as string, label: texts.actions[each] })),
          ]}
          onChange={(chosen) => onChange(fresh(chosen))}
        />
      </Field>
      {name === "navigate" && (
        <Field label={texts.next}>
          <Select
            value={next}
            options={[
              { value: "", label: texts.chooseScreen },
              ...[...new Set([...screens, ...(next ? [next] : [])])].map((id) => ({ value: id, label: id })),
            ]}
            onChange={(id) => onChange({ ...action, next: { type: "screen", name: id } })}
          />
        </Field>
      )}
      {name === "open_url" && (
        <Field label={texts.address}>
          <TextInput
            spellCheck={false}
            value={textOf(action["url"])}
            onChange={({ target }) => onChange({ ...action, url: target.value })}
          />
        </Field>
      )}
      {name !== "" && name !== "open_url" && (
        <JsonField
          label={texts.payload}
          hint={texts.payloadHint}
          value={action["payload"]}
          onChange={(payload) => onChange({ ...action, payload: payload ?? {} })}
        />
      )}
    </fieldset>
  );
}
