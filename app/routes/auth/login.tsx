import { useState } from "react";
import { redirect, useNavigate, useSearchParams } from "react-router";
import { token } from "#app/data/api.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { authTexts as auth } from "#texts/auth.ts";
import { safePath } from "#app/session/safe-path.ts";
import { type Ending, signIn, takeEnding } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import type { Challenge } from "#workers/contract/endpoints/account.ts";
import type { Route } from "./+types/login.ts";
import { CaptchaField } from "#app/features/captcha/captcha-field.tsx";
import { EntryForm, EntryLink, EntryTitle } from "./entry-form.tsx";
import { resetAddress } from "./reset-address.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { useCaptcha } from "#app/features/captcha/use-captcha.ts";
import { type EntryNotice, useEntryForm } from "./use-entry-form.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";

export const meta = () => titleOf(auth.signIn);

/** The server cannot know who is signed in or how a session ended; the browser loads both again. */
export const loader = (): { ending: Ending | undefined } => ({ ending: undefined });

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (token.get()) throw redirect(safePath(new URL(request.url).searchParams.get("next")));
  return { ending: takeEnding() };
}
clientLoader.hydrate = true as const;

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

const labels = { email: auth.email, password: auth.password, captcha: auth.captcha };

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
  const navigate = useNavigate();
  const captcha = useCaptcha("login");
  const wanted = useSearchParams()[0].get("next");
  const [elsewhere, setElsewhere] = useState(false);
  const entry = useEntryForm({
    labels,
    captcha,
    validate,
    first: ending && ENDINGS[ending],
    send: async ({ email, ...values }) => {
      const removeExistingSession = new FormData(entry.form.current ?? undefined).has(
        "removeExistingSession",
      );
      const due = await signIn({
        ...values,
        email: email.trim(),
        captchaId: captcha.id ?? "",
        removeExistingSession,
      });
      if (due) onChallenge(due);
      else await onEntered();
    },
    onRefused: (error) => {
      const reset = resetAddress(error);
      if (reset) {
        void navigate(reset);
        return null;
      }
      const seconds = error.retryAfterSeconds;
      if (error.status !== 409) return seconds ? { more: auth.waitSeconds(seconds) } : undefined;
      setElsewhere(true);
      return { kind: "warning", more: auth.enterCaptchaAgain };
    },
  });
  const { field, control } = entry;

  return (
    <>
      <EntryTitle title={auth.signIn} lead={auth.signInLead} takesFocus={takesFocus} />
      <EntryForm entry={entry} submit={auth.signIn} submitting={auth.signingIn}>
        <Field {...field("email")}>
          <TextInput
            {...control("email")}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
          />
        </Field>
        <Field {...field("password")}>
          <PasswordInput {...control("password")} autoComplete="current-password" />
        </Field>
        <CaptchaField {...control("captcha")} {...field("captcha")} captcha={captcha} />
        {elsewhere && (
          <Checkbox name="removeExistingSession" defaultChecked label={auth.removeExistingSession} />
        )}
      </EntryForm>
      <p className="mt-4 text-center">
        <EntryLink to="/forgot-password">{auth.forgotPassword}</EntryLink>
      </p>
      <p className="mt-4 border-t border-line pt-4 text-center">
        <EntryLink to={`/login/organisation${wanted ? `?next=${encodeURIComponent(wanted)}` : ""}`}>
          {auth.withOrganisation}
        </EntryLink>
      </p>
    </>
  );
}

const ENDINGS: Record<Ending, EntryNotice> = {
  signedOut: { kind: "success", text: auth.loggedOut },
  expired: { kind: "warning", text: auth.sessionExpired },
  expiredAgain: { kind: "warning", text: auth.sessionExpiredAgain },
};

function validate({ email, password, captcha }: Record<keyof typeof labels, string>) {
  return {
    ...(!email.trim()
      ? { email: auth.mandatory }
      : !MAIL_ADDRESS.test(email.trim()) && { email: auth.emailInvalid }),
    ...(!password && { password: auth.mandatory }),
    ...(!captcha.trim() && { captcha: auth.captchaEmpty }),
  };
}
