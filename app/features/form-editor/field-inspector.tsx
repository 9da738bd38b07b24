import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import type { FormDraft } from "#workers/contract/endpoints/forms.ts";
import { channelTypeName } from "#workers/contract/channel-types.ts";
import { FIELD_TYPES, fieldTypes, formField, type FormField } from "#workers/contract/forms/form.ts";
import { optInTypes } from "#workers/contract/opt-in.ts";
import { askable, changeField, renameField } from "./edits.ts";
import { RuleField } from "./rule-field.tsx";
import type { FormControl } from "./use-form.ts";

/** Everything that belongs to one field; the label has the focus when it is added. */
export function FieldInspector({
  control,
  field,
  customerFields,
  onRenamed,
  onCopy,
  onRemove,
}: {
  control: FormControl;
  field: FormField;
  customerFields: FormDraft["customerFields"];
  onRenamed: (id: string) => void;
  onCopy: () => void;
  onRemove: () => void;
}) {
  const { content } = control.value;
  const { id, type } = field;
  const set = (part: keyof FormField, value: unknown) =>
    control.edit((form) => changeField(form, id, { [part]: value }), `${id} ${part}`);
  const errorOf = (part: string) =>
    control.problems.find((each) => each.field === id && each.part === part)?.sentence;
  const above = askable(content, id);
  const isAsked = FIELD_TYPES[type] !== null;
  const number = (part: "shortest" | "longest" | "least" | "most", label: string) => (
    <Field label={label} error={errorOf(part)}>
      <TextInput
        type="number"
        value={field[part] ?? ""}
        onChange={({ target }) => set(part, target.value === "" ? undefined : Number(target.value))}
      />
    </Field>
  );
  const day = (part: "earliest" | "latest", label: string) => (
    <Field label={label} error={errorOf(part)}>
      <TextInput
        type="date"
        value={field[part] ?? ""}
        onChange={({ target }) => set(part, target.value || undefined)}
      />
    </Field>
  );
  const isText = type === "shortText" || type === "longText";
  return (
    <div className="grid gap-4">
      <Field id="field-label" label={isAsked ? texts.label : texts.statementLabel} error={errorOf("label")}>
        <Textarea
          rows={2}
          maxLength={500}
          value={field.label}
          onChange={({ target }) => set("label", target.value)}
        />
      </Field>
      <Field label={texts.help} hint={texts.helpHint}>
        <Textarea
          rows={2}
          maxLength={1_000}
          value={field.help}
          onChange={({ target }) => set("help", target.value)}
        />
      </Field>
      <Field label={texts.type} error={errorOf("type")}>
        <Select
          value={type}
          options={fieldTypes.map((value) => ({ value, label: formsTexts.types[value] }))}
          onChange={(next) => set("type", next)}
        />
      </Field>
      {(type === "choice" || type === "several") && (
        <Field label={texts.choices} hint={texts.choicesHint} error={errorOf("choices")}>
          <Textarea
            rows={5}
            value={field.choices.join("\n")}
            onChange={({ target }) => set("choices", linesOf(target.value))}
          />
        </Field>
      )}
      {isAsked && (
        <Checkbox
          label={texts.required}
          hint={errorOf("required")}
          checked={field.required}
          onChange={(required) => set("required", required)}
        />
      )}
      <Checkbox
        label={texts.startsPage}
        checked={field.startsPage}
        onChange={(on) => set("startsPage", on)}
      />
      {isText && number("shortest", texts.shortest)}
      {isText && number("longest", texts.longest)}
      {isText && (
        <Field label={texts.pattern} hint={texts.patternHint} error={errorOf("pattern")}>
          <TextInput
            maxLength={500}
            spellCheck={false}
            value={field.pattern ?? ""}
            onChange={({ target }) => set("pattern", target.value || undefined)}
          />
        </Field>
      )}
      {type === "number" && number("least", texts.least)}
      {type === "number" && number("most", texts.most)}
      {type === "rating" && number("most", texts.mostOfRating)}
      {type === "date" && day("earliest", texts.earliest)}
      {type === "date" && day("latest", texts.latest)}
      {type === "yesNo" && (
        <OptInField chosen={field.optIn ?? []} onChange={(types) => set("optIn", types)} />
      )}
      <RuleField
        label={texts.showIf}
        rule={field.showIf}
        fields={above}
        error={errorOf("showIf")}
        onChange={(rule) => set("showIf", rule)}
      />
      {isAsked && (
        <RuleField
          label={texts.requireIf}
          rule={field.requireIf}
          fields={above}
          error={errorOf("requireIf")}
          onChange={(rule) => set("requireIf", rule)}
        />
      )}
      {isAsked && (
        <Field label={texts.saveTo} hint={texts.saveToHint} error={errorOf("saveTo")}>
          <Select
            value={field.saveTo ?? ""}
            options={[
              { value: "", label: texts.saveToNone },
              ...customerFields.map(({ name, label }) => ({ value: name, label })),
            ]}
            onChange={(name) => set("saveTo", name || undefined)}
          />
        </Field>
      )}
      {isAsked && (
        <IdField
          key={id}
          id={id}
          error={errorOf("id")}
          onRename={(next) => {
            control.edit((form) => renameField(form, id, next));
            onRenamed(next);
          }}
        />
      )}
      {content.languages.map((language) => (
        <Translation
          key={language}
          language={language}
          field={field}
          onChange={(translations) => set("translations", translations)}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCopy}>{texts.copy}</Button>
        <Button tone="danger" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </div>
  );
}

const linesOf = (text: string): string[] =>
  text === ""
    ? []
    : text
        .split("\n")
        .map((each) => each.slice(0, 200))
        .slice(0, 100);

/** On which channels a yes to the question agrees to offers; nothing at first. */
function OptInField({
  chosen,
  onChange,
}: {
  chosen: NonNullable<FormField["optIn"]>;
  onChange: (types: FormField["optIn"]) => void;
}) {
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby="opt-in-hint">
      <legend className="font-medium">{texts.optIn}</legend>
      <p id="opt-in-hint" className="text-[0.8125rem] text-muted">
        {texts.optInHint}
      </p>
      {optInTypes.map((type) => (
        <Checkbox
          key={type}
          label={channelTypeName(type)}
          checked={chosen.includes(type)}
          onChange={(on) => {
            const types = optInTypes.filter((each) => (each === type ? on : chosen.includes(each)));
            onChange(types.length === 0 ? undefined : types);
          }}
        />
      ))}
    </fieldset>
  );
}

/** A name is taken when it is whole: half of one may be another field's. */
function IdField({
  id,
  error,
  onRename,
}: {
  id: string;
  error: string | undefined;
  onRename: (id: string) => void;
}) {
  const [typed, setTyped] = useState(id);
  const { success } = formField.shape.id.safeParse(typed);
  return (
    <Field label={texts.id} hint={texts.idHint(id)} error={success ? error : formsTexts.schema.id}>
      <TextInput
        maxLength={40}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (success && typed !== id) onRename(typed);
        }}
      />
    </Field>
  );
}

function Translation({
  language,
  field: { type, choices, translations },
  onChange,
}: {
  language: string;
  field: FormField;
  onChange: (translations: FormField["translations"]) => void;
}) {
  const said = translations[language] ?? {};
  const set = (part: object) => onChange({ ...translations, [language]: { ...said, ...part } });
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-md border border-line p-3" lang={language}>
      <legend className="px-1 font-medium">{texts.inLanguage(language)}</legend>
      <Field label={texts.label}>
        <Textarea
          rows={2}
          maxLength={500}
          value={said.label ?? ""}
          onChange={({ target }) => set({ label: target.value })}
        />
      </Field>
      <Field label={texts.help}>
        <Textarea
          rows={2}
          maxLength={1_000}
          value={said.help ?? ""}
          onChange={({ target }) => set({ help: target.value })}
        />
      </Field>
      {(type === "choice" || type === "several") && choices.length > 0 && (
        <Field label={texts.choices} hint={texts.choicesHint}>
          <Textarea
            rows={choices.length}
            value={(said.choices ?? []).join("\n")}
            onChange={({ target }) => set({ choices: linesOf(target.value) })}
          />
        </Field>
      )}
    </fieldset>
  );
}
