import { useState } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import { formContent, type FormContent, formLimits } from "#workers/contract/forms/form.ts";
import type { FormControl } from "./use-form.ts";
import { MomentField } from "./moment-field.tsx";

/** Settings of the whole form: its words, languages and until when it takes answers. */
export function WholeInspector({ control }: { control: FormControl }) {
  const { name, content } = control.value;
  const set = <Part extends keyof FormContent>(part: Part, value: FormContent[Part]) =>
    control.edit((form) => ({ ...form, [part]: value }), `form ${part}`);
  const errorOf = (part: string) =>
    control.problems.find((each) => each.field === undefined && each.part === part)?.sentence;
  return (
    <div className="grid gap-4">
      <Field
        label={texts.name}
        hint={texts.nameHint}
        error={name.trim() === "" ? formsTexts.nameEmpty : undefined}
      >
        <TextInput
          maxLength={100}
          value={name}
          onChange={({ target }) => control.change((value) => ({ ...value, name: target.value }), "name")}
        />
      </Field>
      <Field id="form-title" label={texts.formTitle} hint={texts.formTitleHint} error={errorOf("title")}>
        <TextInput
          maxLength={200}
          value={content.title}
          onChange={({ target }) => set("title", target.value)}
        />
      </Field>
      <Field label={texts.thanks}>
        <Textarea
          maxLength={2_000}
          value={content.thanks}
          onChange={({ target }) => set("thanks", target.value)}
        />
      </Field>
      <Codes
        key={`own ${content.language}`}
        label={texts.language}
        hint={texts.languageHint}
        value={[content.language]}
        error={undefined}
        onChange={([own = "en"]) => set("language", own)}
      />
      <Codes
        key={`more ${content.languages.join()}`}
        label={texts.languages}
        hint={texts.languagesHint}
        value={content.languages}
        error={errorOf("languages")}
        onChange={(all) => set("languages", all)}
      />
      {content.languages.map((language) => {
        const said = content.translations[language] ?? {};
        const say = (part: object) =>
          set("translations", { ...content.translations, [language]: { ...said, ...part } });
        return (
          <fieldset
            key={language}
            lang={language}
            className="grid min-w-0 gap-2 rounded-md border border-line p-3"
          >
            <legend className="px-1 font-medium">{texts.inLanguage(language)}</legend>
            <Field label={texts.formTitle}>
              <TextInput
                maxLength={200}
                value={said.title ?? ""}
                onChange={({ target }) => say({ title: target.value })}
              />
            </Field>
            <Field label={texts.thanks}>
              <Textarea
                maxLength={2_000}
                value={said.thanks ?? ""}
                onChange={({ target }) => say({ thanks: target.value })}
              />
            </Field>
          </fieldset>
        );
      })}
      <MomentField
        label={texts.closesAt}
        value={content.closesAt}
        error={errorOf("closesAt")}
        onChange={(moment) => set("closesAt", moment)}
      />
      <Field label={texts.mostAnswers}>
        <TextInput
          type="number"
          min={1}
          value={content.mostAnswers ?? ""}
          onChange={({ target }) =>
            set("mostAnswers", target.value === "" ? null : Math.max(1, Math.trunc(Number(target.value))))
          }
        />
      </Field>
      <Field label={texts.keepDays} hint={texts.keepDaysHint}>
        <TextInput
          type="number"
          min={formLimits.leastDays}
          max={formLimits.mostDays}
          value={content.keepDays ?? ""}
          onChange={({ target }) => set("keepDays", target.value === "" ? null : daysOf(target.value))}
        />
      </Field>
      <Checkbox label={texts.captcha} checked={content.captcha} onChange={(on) => set("captcha", on)} />
    </div>
  );
}

const daysOf = (typed: string): number =>
  Math.min(formLimits.mostDays, Math.max(formLimits.leastDays, Math.trunc(Number(typed))));

const isCode = (code: string) => formContent.shape.languages.safeParse([code]).success;

/** Codes are taken when they are whole: half of one is another language. */
function Codes({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  value: readonly string[];
  error: string | undefined;
  onChange: (codes: string[]) => void;
}) {
  const [typed, setTyped] = useState(value.join(", "));
  const codes = typed.split(/[\s,]+/).filter((each) => each !== "");
  const isWrong = !codes.every(isCode);
  return (
    <Field label={label} hint={hint} error={isWrong ? formsTexts.schema.language : error}>
      <TextInput
        spellCheck={false}
        autoCapitalize="none"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (!isWrong && codes.join() !== value.join()) onChange(codes.slice(0, 20));
        }}
      />
    </Field>
  );
}
