import { type FormEvent, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
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
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const form = useFields(empty, (now) => problemsOf(passwordFields, now));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure("");
    try {
      const { message } = await changePassword(profile.uId, form.values);
      form.reset(empty);
      toast.success(message || texts.passwordChanged);
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      const { currentPassword, password, ...errors } = answered.errors;
      const refused = {
        ...errors,
        ...(currentPassword && { password: currentPassword }),
        ...(password && { newPassword: password }),
      };
      if (Object.keys(refused).length > 0) form.refuse(refused);
      else setFailure(answered.message);
    } finally {
      setBusy(false);
    }
  };
  const problems = listProblems(places, form.errors, labels, idOf);

  return (
    <Card>
      <h2 className="font-semibold">{texts.password}</h2>
      <p className="mt-1 mb-3 text-muted">{profile.ssoDirect ? texts.passwordSso : texts.passwordHint}</p>
      {!profile.ssoDirect && (
        <form noValidate onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4">
          <FormHead failure={failure} problems={problems} round={form.round} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" autoComplete="username" value={profile.emailId} readOnly />
          {places.map((place) => (
            <Field key={place} id={idOf(place)} label={labels[place]} required error={form.errors[place]}>
              <PasswordInput
                autoComplete={place === "password" ? "current-password" : "new-password"}
                value={form.values[place]}
                onChange={(event) => form.set(place, event.target.value)}
                onBlur={() => form.values[place] && form.leave(place)}
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
