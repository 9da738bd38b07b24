import { FileText, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { FormPage } from "#app/features/form-page/form-page.tsx";
import { formEditorTexts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import { type Answers, isRequired, judge } from "#workers/contract/forms/answers.ts";
import { type FormContent, inLanguage, ratingMost, type ShownField } from "#workers/contract/forms/form.ts";

const texts = formEditorTexts.preview;

const SEGMENTS = [
  { value: "page" as const, label: texts.page, icon: FileText },
  { value: "chat" as const, label: texts.chat, icon: MessageCircle },
];

/** The form as its page has it, or as a chat asks it. */
export function Preview({ form }: { form: FormContent }) {
  const [as, setAs] = useState<"page" | "chat">("page");
  const [language, setLanguage] = useState(form.language);
  const [sent, setSent] = useState(0);
  const shown = [form.language, ...form.languages].includes(language) ? language : form.language;
  return (
    <div className="mx-auto grid w-full max-w-xl gap-4">
      <Segments label={texts.as} value={as} segments={SEGMENTS} onChange={setAs} />
      <p className="text-[0.8125rem] text-muted">{texts.note}</p>
      <div className="rounded-lg border border-line bg-surface p-4">
        {as === "page" ? (
          <FormPage
            key={sent}
            form={{ ...form, fields: form.fields.filter(({ type }) => type !== "file") }}
            language={shown}
            heading="h2"
            onLanguage={setLanguage}
            onSend={() => {
              setSent((before) => before + 1);
              return Promise.resolve(undefined);
            }}
          />
        ) : (
          <Chat form={form} language={shown} />
        )}
      </div>
      {sent > 0 && (
        <Banner kind="success" live>
          {inLanguage(form, shown).thanks || formsTexts.page.thanksText}
        </Banner>
      )}
    </div>
  );
}

/** Questions in a chat's order, with what may be pressed; which are asked follows the answers on the page's preview. */
function Chat({ form, language }: { form: FormContent; language: string }) {
  const [values, setValues] = useState<Record<string, unknown>>({});
  const now = Date.now();
  const { answers, shown } = judge(form, values, { now });
  const fields = inLanguage(form, language).fields.filter(({ id }) => shown.includes(id));
  return (
    <ol className="grid gap-3">
      {fields.map((field) => (
        <li key={field.id} className="grid justify-items-start gap-1.5">
          <p className="max-w-full rounded-lg bg-sunken px-3 py-2 [overflow-wrap:anywhere] whitespace-pre-line">
            {[field.label || formEditorTexts.unnamed, field.help].filter((each) => each !== "").join("\n\n")}
          </p>
          <div className="flex flex-wrap gap-1.5">
            {pressesOf(field).map(({ label, value }) => (
              <Button
                key={label}
                size="sm"
                aria-pressed={values[field.id] === value}
                onClick={() => setValues((before) => ({ ...before, [field.id]: value }))}
              >
                {label}
              </Button>
            ))}
            {field.type !== "statement" && !isRequired(field, answers as Answers, now) && (
              <Button size="sm" onClick={() => setValues(({ [field.id]: _, ...others }) => others)}>
                {texts.skip}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function pressesOf(field: ShownField): { label: string; value: unknown }[] {
  if (field.type === "choice" || field.type === "several") return field.options;
  if (field.type === "yesNo")
    return [
      { label: formsTexts.words.yes, value: true },
      { label: formsTexts.words.no, value: false },
    ];
  if (field.type === "rating")
    return Array.from({ length: ratingMost(field) }, (_, at) => ({ label: String(at + 1), value: at + 1 }));
  return [];
}
