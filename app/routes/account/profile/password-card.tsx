import type { FormEvent } from "react";
import { FormHead } from "#app/kit/form-head.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { profileTexts as texts } from "#texts/profile.ts";
import { listProblems, problemsOf } from "#app/data/problems.ts";
import { passwordFields, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";
import { changePassword } from "./change-password.ts";

const empty = { password: "", newPassword: "", confirmPassword: "" };
const places = ["password", "newPassword", "confirmPassword"] as const;
const labels = {
  password: texts.currentPassword,
  newPassword: texts.newPassword,
  confirmPassword: texts.confirmPassword,
};
const idOf = (name: string) => `change-${name}`;

/** Asks for the current and a new password (S-21). Users who sign in through single sign-on have none here. */
export function PasswordCard({ profile }: { profile: MyProfile }) {
  const form = useFields(empty, (now) => problemsOf(passwordFields, now));
  const { busy, failure, send } = useSend({
    form,
    refused: ({ errors: { currentPassword, password, ...errors } }) => {
      const refused: Record<string, string> = {
        ...errors,
        ...(currentPassword && { password: currentPassword }),
        ...(password && { newPassword: password }),
      };
      const known = places.some((place) => refused[place]);
      if (known) form.refuse(refused);
      return known;
    },
  });

  const save = (event: FormEvent) => {
    event.preventDefault();
    void send(
      () => changePassword(profile.uId, form.values),
      () => form.reset(empty),
    );
  };
  const problems = listProblems(places, form.errors, labels, idOf);

  return (
    <Card>
      <h2 className="font-semibold">{texts.password}</h2>
      <p className="mt-1 mb-3 text-muted">{profile.ssoDirect ? texts.passwordSso : texts.passwordHint}</p>
      {!profile.ssoDirect && (
        <form noValidate onSubmit={save} className="grid grid-cols-1 gap-4">
          <FormHead failure={failure} problems={problems} round={form.round} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" autoComplete="username" value={profile.emailId} readOnly />
          {places.map((place) => (
            <Field key={place} id={idOf(place)} label={labels[place]} required error={form.errors[place]}>
              <PasswordInput
                autoComplete={place === "password" ? "current-password" : "new-password"}
                {...form.text(place)}
              />
            </Field>
          ))}
          <Button type="submit" tone="primary" busy={busy} className="justify-self-start">
            {texts.changePassword}
          </Button>
        </form>
      )}
    </Card>
  );
}
