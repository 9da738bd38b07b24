import { Plus, Trash2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import { LIMITS } from "#workers/contract/templates/places.ts";
import type { ButtonType, TemplateButton } from "#workers/contract/templates/template.ts";
import { FlowField } from "./flow-field.tsx";
import { CountedField } from "./counted-field.tsx";
import { idOf, newButton, useBuilding } from "./template-draft.ts";

/** The buttons of a message or a card, in the order in which the phone shows them. */
export function ButtonFields({
  place,
  buttons,
  types,
  most,
  onChange,
}: {
  /** `buttons`, or `cards.1.buttons`. */
  place: string;
  buttons: readonly TemplateButton[];
  types: readonly ButtonType[];
  most: number;
  onChange: (buttons: TemplateButton[]) => void;
}) {
  const { fixed, problemAt } = useBuilding();
  const problem = problemAt(place);
  if (most === 0) return null;
  return (
    <fieldset id={idOf(place)} tabIndex={-1} className="grid gap-3">
      <legend className="mb-2 font-semibold">{texts.buttons}</legend>
      {buttons.map((button, index) => (
        <div key={index} className="grid gap-2 rounded-md border border-line p-3">
          <div className="flex items-end gap-2">
            <Field label={texts.buttonOf(index + 1)} className="min-w-0 flex-1">
              <Select
                value={button.type}
                disabled={fixed}
                options={types.map((value) => ({ value, label: texts.buttonTypes[value] }))}
                onChange={(type) => onChange(buttons.with(index, { ...newButton(type), text: button.text }))}
              />
            </Field>
            {!fixed && (
              <IconButton
                tone="danger"
                side="left"
                label={texts.removeButton(index + 1)}
                icon={<Trash2 aria-hidden />}
                onClick={() => onChange(buttons.toSpliced(index, 1))}
              />
            )}
          </div>
          <ButtonParts
            place={`${place}.${index}`}
            button={button}
            onChange={(part) => onChange(buttons.with(index, { ...button, ...part }))}
          />
        </div>
      ))}
      {problem && <p className="text-[0.8125rem] font-medium text-danger-ink">{problem}</p>}
      {!fixed && buttons.length < most && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...buttons, newButton(types[0])])}
        >
          {texts.addButton}
        </Button>
      )}
    </fieldset>
  );
}

function ButtonParts({
  place,
  button: { type, text, value, example },
  onChange,
}: {
  place: string;
  button: TemplateButton;
  onChange: (part: Partial<TemplateButton>) => void;
}) {
  const { draft } = useBuilding();
  const words = (
    <CountedField
      place={`${place}.text`}
      label={texts.buttonText}
      value={text}
      most={LIMITS.button}
      onChange={(next) => onChange({ text: next })}
    />
  );
  switch (type) {
    case "QUICK_REPLY":
      return words;
    case "PHONE_NUMBER":
      return (
        <>
          {words}
          <CountedField
            place={`${place}.value`}
            label={texts.phone}
            value={value}
            onChange={(next) => onChange({ value: next })}
          />
        </>
      );
    case "URL":
      return (
        <>
          {words}
          <CountedField
            place={`${place}.value`}
            label={texts.url}
            hint={texts.urlHint}
            value={value}
            onChange={(next) => onChange({ value: next })}
          />
          {value.includes("{{") && (
            <CountedField
              place={`${place}.example`}
              label={texts.urlSample}
              value={example}
              onChange={(next) => onChange({ example: next })}
            />
          )}
        </>
      );
    case "COPY_CODE":
      // The code of a sign-in comes with each message.
      return draft.category === "AUTHENTICATION" ? null : (
        <CountedField
          place={`${place}.example`}
          label={texts.code}
          value={example}
          most={LIMITS.code}
          onChange={(next) => onChange({ example: next })}
        />
      );
    case "FLOW":
      return (
        <>
          {words}
          <FlowField place={`${place}.value`} value={value} onChange={(next) => onChange({ value: next })} />
        </>
      );
    default:
      return type satisfies never;
  }
}
