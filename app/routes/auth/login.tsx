import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Link, redirect, useNavigate, useSearchParams } from "react-router";
import { ApiError, token } from "#app/data/api.ts";
import { Banner, type NoticeKind } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { authTexts as auth } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { listProblems } from "#app/data/problems.ts";
import { safePath } from "#app/session/safe-path.ts";
import { type Ending, signIn, takeEnding } from "#app/session/session.ts";
import { useHydrated } from "#app/lib/store.ts";
import { titleOf } from "#app/lib/title.ts";
import type { Challenge } from "#workers/contract/endpoints/account.ts";
import type { Route } from "./+types/login.ts";
import { CaptchaField } from "./captcha-field.tsx";
import { EntryLink } from "./entry-form.tsx";
import { resetAddress } from "./reset-address.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { useCaptcha } from "./use-captcha.ts";

export const meta = () => titleOf(auth.signIn);

/** The server cannot know who is signed in or how a session ended; the browser loads both again. */
export const loader = (): { ending: Ending | undefined } => ({ ending: undefined });

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (token.get()) throw redirect(safePath(new URL(request.url).searchParams.get("next")));
  return { ending: takeEnding() };
}
clientLoader.hydrate = true as const;

const names = ["email", "password", "captcha"] as const;
type Name = (typeof names)[number];
type Errors = Partial<Record<Name, string>>;

/** Asks for the password first, then for the code if a second factor is required. */
export default function Login({ loaderData: { ending } }: Route.ComponentProps) {
  const [challenge, setChallenge] = useState<Challenge>();
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const next = safePath(useSearchParams()[0].get("next"));
  const go = () => navigate(next, { replace: true });
  const back = () => {
    setChallenge(undefined);
    setRound(round + 1);
  };
  return challenge ? (
    <SecondFactorForm challenge={challenge} onEntered={go} onBack={back} />
  ) : (
    <PasswordForm
      ending={round === 0 ? ending : undefined}
      takesFocus={round > 0}
      onEntered={go}
      onChallenge={setChallenge}
    />
  );
}

/** The inputs are uncontrolled, so that values a password manager filled in before hydration are not lost. */
function PasswordForm({
  ending,
  takesFocus,
  onEntered,
  onChallenge,
}: {
  ending: Ending | undefined;
  /** True when the user came back from the code, rather than opened the page. */
  takesFocus: boolean;
  onEntered: () => Promise<void> | void;
  onChallenge: (challenge: Challenge) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const captcha = useCaptcha("login");
  const wanted = useSearchParams()[0].get("next");
  const [errors, setErrors] = useState<Errors>({});
  const [round, setRound] = useState(0);
  const [told, setNotice] = useState<Notice>();
  const [elsewhere, setElsewhere] = useState(false);
  const [busy, setBusy] = useState(false);
  const notice = told ?? (ending && round === 0 && !busy ? ENDINGS[ending] : undefined);

  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const read = () =>
    Object.fromEntries(names.map((name) => [name, valueOf(form.current, name)])) as Record<Name, string>;
  const leave = (name: Name) => setErrors((now) => ({ ...now, [name]: validate(read())[name] }));
  const mend = (name: Name) => {
    if (errors[name]) leave(name);
  };
  const idOf = (name: Name) => `${id}-${name}`;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const values = read();
    const found = validate(values);
    setNotice(undefined);
    if (names.some((name) => found[name]) || !captcha.id) return point(found);
    setErrors({});
    setBusy(true);
    try {
      const removeExistingSession = new FormData(form.current ?? undefined).has("removeExistingSession");
      const email = values.email.trim();
      const due = await signIn({ ...values, email, captchaId: captcha.id, removeExistingSession });
      if (due) onChallenge(due);
      else await onEntered();
    } catch (error) {
      setBusy(false);
      refuse(error);
    }
  };

  /** Several problems have a summary, which takes the focus; a single one focuses its own input. */
  const point = (found: Errors) => {
    setErrors(found);
    setRound(round + 1);
    const wrong = names.filter((name) => found[name]);
    if (wrong.length === 1 && wrong[0]) document.getElementById(idOf(wrong[0]))?.focus();
  };

  /** The input is kept, but every attempt uses up its captcha. */
  const refuse = (error: unknown) => {
    captcha.refresh();
    const answer = form.current?.elements.namedItem("captcha");
    if (answer instanceof HTMLInputElement) answer.value = "";
    const failure = error instanceof ApiError ? error : undefined;
    const text = failure?.message ?? errorsTexts.internal;
    const reset = resetAddress(failure);
    if (reset) return void navigate(reset);
    if (failure?.status === 409) {
      setElsewhere(true);
      setNotice({ kind: "warning", text, more: auth.enterCaptchaAgain });
    } else if (failure && names.some((name) => failure.errors[name])) {
      point(failure.errors);
    } else {
      const seconds = failure?.retryAfterSeconds;
      setNotice({ kind: "error", text, ...(seconds && { more: auth.waitSeconds(seconds) }) });
    }
  };

  const problems = listProblems(names, errors, auth, idOf);
  const control = (name: Name) => ({ name, onBlur: () => leave(name), onInput: () => mend(name) });

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        {auth.signIn}
      </h1>
      <p className="mt-1 mb-6 text-muted">{auth.signInLead}</p>
      <form ref={form} method="post" noValidate onSubmit={send} className="grid gap-4">
        {notice && (
          <Banner key={notice.text} kind={notice.kind} live>
            <p className="font-medium">{notice.text}</p>
            {notice.more && <p>{notice.more}</p>}
          </Banner>
        )}
        <ErrorSummary problems={round > 0 && problems.length > 1 ? problems : []} round={round} />
        <Field id={idOf("email")} label={auth.email} required error={errors.email}>
          <TextInput
            {...control("email")}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
          />
        </Field>
        <Field id={idOf("password")} label={auth.password} required error={errors.password}>
          <PasswordInput {...control("password")} autoComplete="current-password" />
        </Field>
        <CaptchaField {...control("captcha")} id={idOf("captcha")} captcha={captcha} error={errors.captcha} />
        {elsewhere && (
          <Checkbox name="removeExistingSession" defaultChecked label={auth.removeExistingSession} />
        )}
        <Button type="submit" tone="primary" size="lg" busy={busy} disabled={!hydrated}>
          {busy ? auth.signingIn : auth.signIn}
        </Button>
        <noscript>
          <Banner kind="warning">{auth.noScript}</Banner>
        </noscript>
        <Link
          to="/forgot-password"
          className="min-h-6 justify-self-center rounded text-accent-ink underline underline-offset-2"
        >
          {auth.forgotPassword}
        </Link>
      </form>
      <p className="mt-4 border-t border-line pt-4 text-center">
        <EntryLink to={`/login/organisation${wanted ? `?next=${encodeURIComponent(wanted)}` : ""}`}>
          {auth.withOrganisation}
        </EntryLink>
      </p>
    </>
  );
}

interface Notice {
  kind: NoticeKind;
  text: string;
  more?: string;
}

const ENDINGS: Record<Ending, Notice> = {
  signedOut: { kind: "success", text: auth.loggedOut },
  expired: { kind: "warning", text: auth.sessionExpired },
  expiredAgain: { kind: "warning", text: auth.sessionExpiredAgain },
};

function validate({ email, password, captcha }: Record<Name, string>): Errors {
  return {
    ...(!email.trim()
      ? { email: auth.mandatory }
      : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && { email: auth.emailInvalid }),
    ...(!password && { password: auth.mandatory }),
    ...(!captcha.trim() && { captcha: auth.captchaEmpty }),
  };
}

function valueOf(form: HTMLFormElement | null, name: Name): string {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input.value : "";
}
