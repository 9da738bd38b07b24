import { Field, type FieldProps } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { problemsOf } from "#app/data/problems.ts";
import { newPassword } from "#workers/contract/new-password.ts";
import { z } from "zod";

export interface NewPasswordFieldsProps {
  field: (name: "password" | "confirmPassword") => Omit<FieldProps, "children">;
  control: (name: "password" | "confirmPassword") => object;
}

/** A new password and its confirmation; each can be made visible. */
export function NewPasswordFields({ field, control }: NewPasswordFieldsProps) {
  return (
    <>
      <Field {...field("password")} hint={texts.passwordHint}>
        <PasswordInput {...control("password")} autoComplete="new-password" />
      </Field>
      <Field {...field("confirmPassword")}>
        <PasswordInput {...control("confirmPassword")} autoComplete="new-password" />
      </Field>
    </>
  );
}

/** Returns the problems of both fields by the rules of the contract. */
export function newPasswordProblems(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  about: readonly string[] = [],
): { password?: string; confirmPassword?: string } {
  const mismatch = confirmPassword === "" ? authTexts.mandatory : texts.mismatch;
  return {
    ...problemsOf(z.object({ password: newPassword(about) }), { password }),
    ...(confirmPassword !== password || confirmPassword === "" ? { confirmPassword: mismatch } : {}),
  };
}
