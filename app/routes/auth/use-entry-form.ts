import { type FormEvent, useId, useRef, useState } from "react";
import type { ApiError } from "#app/data/api.ts";
import type { NoticeKind } from "#app/components/ui/banner.tsx";
import { accountTexts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { listProblems } from "#app/data/problems.ts";
import { useSend } from "#app/kit/use-send.ts";
import type { Captcha } from "#app/features/captcha/use-captcha.ts";

export interface EntryNotice {
  kind: NoticeKind;
  text: string;
  more?: string;
  /** 410: the link or code that the page was opened with has expired. */
  over?: boolean;
}

interface Options<Name extends string> {
  /** Every field with its label, in the order of the form. */
  labels: Record<Name, string>;
  validate: (values: Record<Name, string>) => Partial<Record<Name, string>>;
  captcha?: Captcha;
  /** Sends the form; errors that it throws are shown. */
  send: (values: Record<Name, string>) => Promise<unknown>;
  /** Shown until something is sent. */
  first?: EntryNotice | undefined;
  /** Text for a failure of which the server said nothing. */
  unanswered?: string | undefined;
  /** Returns what is shown in place of the usual notice's parts, or null if the error leads elsewhere. */
  onRefused?: (error: ApiError) => Partial<EntryNotice> | null | undefined;
}

/**
 * A form outside the shell. Its inputs are uncontrolled, so that values a password manager filled in before hydration
 * are not lost. Errors appear on blur or submit and disappear once corrected; the input is always kept.
 */
export function useEntryForm<Name extends string>({
  labels,
  validate,
  captcha,
  send,
  first,
  unanswered,
  onRefused,
}: Options<Name>) {
  const names = Object.keys(labels) as Name[];
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [round, setRound] = useState(0);
  const [notice, setNotice] = useState<EntryNotice>();
  const {
    busy,
    failure,
    send: attempt,
  } = useSend({
    refused: (error) => {
      refuse(error);
      return true;
    },
  });

  const inputOf = (name: Name) => {
    const input = form.current?.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input : undefined;
  };
  const read = () =>
    Object.fromEntries(names.map((name) => [name, inputOf(name)?.value ?? ""])) as Record<Name, string>;
  const idOf = (name: Name) => `${id}-${name}`;
  const leave = (name: Name) => setErrors((now) => ({ ...now, [name]: validate(read())[name] }));

  /** Several problems have a summary, which takes the focus; a single one focuses its own input. */
  const point = (found: Partial<Record<Name, string>>) => {
    setErrors(found);
    setRound((now) => now + 1);
    const wrong = names.filter((name) => found[name]);
    if (wrong.length === 1 && wrong[0]) inputOf(wrong[0])?.focus();
  };

  const refuse = (error: ApiError) => {
    // The input is kept, but every attempt uses up its captcha.
    const answer = form.current?.elements.namedItem("captcha");
    if (answer instanceof HTMLInputElement) answer.value = "";
    captcha?.refresh();
    const own = onRefused?.(error);
    if (own === null) return;
    const found = error.errors as Partial<Record<Name, string>>;
    if (names.some((name) => found[name])) return point(found);
    const minutes = error.retryAfterSeconds && Math.ceil(error.retryAfterSeconds / 60);
    setNotice({
      kind: "error",
      text: (error.status === 0 && unanswered) || error.message,
      ...(minutes && { more: accountTexts.waitMinutes(minutes) }),
      ...(error.status === 410 && { over: true }),
      ...own,
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const values = read();
    const found = validate(values);
    setNotice(undefined);
    if (names.some((name) => found[name])) return point(found);
    if (captcha && !captcha.id) {
      // The typed answer cannot belong to a captcha that is still on its way.
      const reason = captcha.failed ? authTexts.captchaFailed : authTexts.wrongCaptcha;
      return point({ captcha: reason } as Partial<Record<Name, string>>);
    }
    setErrors({});
    void attempt(() => send(values));
  };
  const before = round === 0 && !busy ? first : undefined;

  const problems = listProblems(names, errors, labels, idOf);
  return {
    form,
    submit,
    busy,
    notice: failure ? { kind: "error" as const, text: failure } : (notice ?? before),
    round,
    /** The problems for the summary, which is shown only for several. */
    problems: round > 0 && problems.length > 1 ? problems : [],
    field: (name: Name) => ({ id: idOf(name), label: labels[name], required: true, error: errors[name] }),
    control: (name: Name) => ({
      name,
      onBlur: () => leave(name),
      onInput: () => errors[name] && leave(name),
    }),
  };
}

export type Entry = Pick<
  ReturnType<typeof useEntryForm<string>>,
  "form" | "submit" | "busy" | "notice" | "round" | "problems"
>;
