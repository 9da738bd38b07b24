import { type ReactNode, useRef, useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { formsTexts } from "#texts/forms.ts";
import { type Answers, isRequired, judge } from "#workers/contract/forms/answers.ts";
import type { PublicForm } from "#workers/contract/endpoints/public-form.ts";
import { inLanguage, pagesOf } from "#workers/contract/forms/form.ts";
import { AnswerField } from "./answer-field.tsx";

const texts = formsTexts.page;
type Values = Record<string, unknown>;
/** Errors by field, or a sentence for the whole; nothing where it was taken. */
export type Refused = { errors: Record<string, string>; message: string } | undefined;

/** A form with its pages: what is hidden is not there, what was typed stays, and errors are listed and led to. */
export function FormPage({
  form,
  known = {},
  language,
  onLanguage,
  onStart,
  onSend,
  heading: Heading = "h1",
  children,
}: {
  form: PublicForm;
  known?: Values;
  language: string;
  onLanguage: (language: string) => void;
  /** Called once, when somebody answers first. */
  onStart?: () => void;
  onSend: (answers: Values) => Promise<Refused>;
  heading?: "h1" | "h2";
  /** Before the last button, such as a captcha. */
  children?: ReactNode;
}) {
  const [values, setValues] = useState<Values>(known);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [page, setPage] = useState(0);
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const top = useRef<HTMLFormElement>(null);
  const shownForm = inLanguage({ ...form, mostAnswers: null, keepDays: null }, language);
  const now = Date.now();
  const judged = judge({ fields: form.fields }, values, { now });
  const shown = new Set(judged.shown);
  const pages = pagesOf(shownForm.fields).filter((fields) => fields.some(({ id }) => shown.has(id)));
  const at = Math.min(page, Math.max(0, pages.length - 1));
  const here = (pages[at] ?? []).filter(({ id }) => shown.has(id));
  const isLast = at >= pages.length - 1;

  const refuse = (found: Record<string, string>) => {
    setErrors(found);
    setRound((before) => before + 1);
    const first = pages.findIndex((fields) => fields.some(({ id }) => found[id] !== undefined));
    if (first >= 0) setPage(first);
  };
  const turn = (to: number) => {
    setPage(to);
    setErrors({});
    top.current?.scrollIntoView({ block: "start" });
    top.current?.focus();
  };
  const submit = async () => {
    if (busy) return;
    const wrong = Object.fromEntries(
      Object.entries(judged.errors).filter(([id]) => isLast || here.some((each) => each.id === id)),
    );
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    if (!isLast) return turn(at + 1);
    setBusy(true);
    setFailure("");
    const refused = await onSend(Object.fromEntries(Object.entries(values).filter(([id]) => shown.has(id))));
    setBusy(false);
    if (!refused) return;
    if (Object.keys(refused.errors).length > 0) refuse(refused.errors);
    else setFailure(refused.message);
  };
  const isStarted = useRef(false);
  const change = (id: string, value: unknown) => {
    if (!isStarted.current) onStart?.();
    isStarted.current = true;
    setValues((before) => ({ ...before, [id]: value }));
    setErrors(({ [id]: _, ...others }) => others);
  };
  const languages = [form.language, ...form.languages];
  return (
    <form
      ref={top}
      tabIndex={-1}
      noValidate
      lang={language}
      className="grid grid-cols-1 gap-5 outline-none"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Heading
          tabIndex={-1}
          className="min-w-0 text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]"
        >
          {shownForm.title}
        </Heading>
        {languages.length > 1 && (
          <Field label={texts.language} className="w-36">
            <Select
              value={language}
              options={languages.map((each) => ({ value: each, label: nameOf(each) }))}
              onChange={onLanguage}
            />
          </Field>
        )}
      </div>
      {pages.length > 1 && (
        <p role="status" className="text-muted">
          {texts.page(at + 1, pages.length)}
        </p>
      )}
      <ErrorSummary
        title={texts.summary}
        round={round}
        problems={here.flatMap(({ id, label }) =>
          errors[id] === undefined ? [] : [{ id: `answer-${id}`, text: `${label}: ${errors[id]}` }],
        )}
      />
      <Failure text={failure} />
      {here.map((field) => (
        <AnswerField
          key={field.id}
          id={`answer-${field.id}`}
          field={field}
          value={values[field.id]}
          required={isRequired(field, judged.answers as Answers, now)}
          error={errors[field.id]}
          onChange={(value) => change(field.id, value)}
        />
      ))}
      {isLast && children}
      <div className="flex flex-wrap gap-2">
        {at > 0 && <Button onClick={() => turn(at - 1)}>{texts.previous}</Button>}
        <Button tone="primary" type="submit" busy={busy}>
          {isLast ? texts.send : texts.next}
        </Button>
      </div>
    </form>
  );
}

/** A language in its own words. */
function nameOf(code: string): string {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
