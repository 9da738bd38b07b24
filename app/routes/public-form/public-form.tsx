import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { ApiError, call, messageOf } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PublicFailure } from "#app/features/public-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { CaptchaField } from "#app/features/captcha/captcha-field.tsx";
import { useCaptcha } from "#app/features/captcha/use-captcha.ts";
import { FormPage, type Refused } from "#app/features/form-page/form-page.tsx";
import { titleOf } from "#app/lib/title.ts";
import { formsTexts } from "#texts/forms.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { answerForm, formSeen, openForm } from "#workers/contract/endpoints/public-form.ts";
import { languageFor } from "#workers/contract/forms/form.ts";

const texts = formsTexts.page;
const CLOSED = {
  closed: { title: texts.closed, text: texts.closedText },
  full: { title: texts.full, text: texts.fullText },
  used: { title: texts.used, text: texts.usedText },
} as const;

export const meta = () => [...titleOf(texts.title), { name: "robots", content: "noindex" }];

/** A form for whoever has its address: `?lang=` says in which language, else the browser does. */
export default function PublicForm() {
  const { token = "" } = useParams();
  const { answer, failure, reload } = useQueryOf(openForm, { params: { token } });
  return (
    <main id="main" tabIndex={-1} className="mx-auto min-h-dvh w-full max-w-xl px-4 py-8 sm:px-6">
      {failure?.status === 404 || failure?.status === 400 ? (
        <Instead title={texts.gone}>{texts.goneText}</Instead>
      ) : failure ? (
        <PublicFailure page={texts.title} title={texts.failed} failure={failure} onRetry={reload} />
      ) : !answer ? (
        <SkeletonRows label={texts.loading} />
      ) : answer.state !== "open" ? (
        <Instead title={CLOSED[answer.state].title}>{CLOSED[answer.state].text}</Instead>
      ) : (
        <Open key={token} token={token} opened={answer} />
      )}
    </main>
  );
}

/** Shown in place of a form. */
const Instead = ({ title, children }: { title: string; children: string }) => (
  <>
    <h1 className="sr-only">{texts.title}</h1>
    <EmptyState title={title}>{children}</EmptyState>
  </>
);

/** Counts how far somebody has come; nobody waits for it, or hears that it failed. */
const tell = (token: string, what: "opened" | "started") =>
  void call(formSeen, { params: { token }, body: { what } }).catch(noop);

/** The form as first opened, even when it is asked for anew: somebody is filling it in. */
function Open({ token, opened }: { token: string; opened: ReplyOf<typeof openForm> }) {
  const [{ form, version, known }] = useState(opened);
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("lang");
  const language = languageFor(form, wanted === null ? navigator.languages : [wanted]);
  const [thanks, setThanks] = useState<string>();
  /** A second press of the same answers is the same answer. */
  const [id] = useState(() => crypto.randomUUID());
  const [captcha, setCaptcha] = useState<{ id: string; answer: string }>();
  const [round, setRound] = useState(0);
  useEffect(() => tell(token, "opened"), [token]);
  const send = async (answers: Record<string, unknown>): Promise<Refused> => {
    try {
      const taken = await call(answerForm, {
        params: { token },
        body: {
          id,
          version,
          language,
          answers,
          captcha: captcha?.answer ?? "",
          captchaId: captcha?.id ?? "",
        },
      });
      setThanks(taken.thanks || texts.thanksText);
      return undefined;
    } catch (error) {
      setRound((before) => before + 1);
      const errors = error instanceof ApiError ? error.errors : {};
      const byField = Object.entries(errors).flatMap(([name, sentence]) =>
        name.startsWith("answers.") ? [[name.slice("answers.".length), sentence] as const] : [],
      );
      return { message: messageOf(error), errors: Object.fromEntries(byField) };
    }
  };
  if (thanks !== undefined) return <Thanks text={thanks} />;
  return (
    <FormPage
      form={form}
      known={known}
      onStart={() => tell(token, "started")}
      language={language}
      onLanguage={(next) => setSearch({ lang: next }, { replace: true, preventScrollReset: true })}
      onSend={send}
    >
      {form.captcha && <CaptchaOf key={round} onChange={setCaptcha} />}
    </FormPage>
  );
}

function Thanks({ text }: { text: string }) {
  return (
    // The form is gone, and the focus with it.
    <div role="status" tabIndex={-1} ref={(box) => box?.focus()} className="py-10 text-center outline-none">
      <h1 className="text-2xl font-semibold tracking-tight">{texts.thanks}</h1>
      <p className="mt-2 [overflow-wrap:anywhere] whitespace-pre-line text-muted">{text}</p>
    </div>
  );
}

/** A captcha works once: it is new after each try that was refused. */
function CaptchaOf({ onChange }: { onChange: (captcha: { id: string; answer: string }) => void }) {
  const captcha = useCaptcha("form");
  return (
    // The field's input is its own; its value is read as it is typed.
    <div
      onInput={({ target }) =>
        target instanceof HTMLInputElement && onChange({ id: captcha.id ?? "", answer: target.value })
      }
    >
      <CaptchaField id="answer-captcha" captcha={captcha} error={undefined} onBlur={noop} onInput={noop} />
    </div>
  );
}
const noop = () => {};
