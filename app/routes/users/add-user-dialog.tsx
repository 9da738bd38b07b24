import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { authTexts } from "#texts/auth.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { newPassword } from "#workers/contract/new-password.ts";
import { email } from "#workers/contract/endpoints/account.ts";
import { listInvitations } from "#workers/contract/endpoints/invitations.ts";
import { createUser } from "#workers/contract/endpoints/users.ts";
import { RoleChoices } from "./role-choices.tsx";

const FORM = "add-user";
const labels = { name: texts.name, emailId: texts.email, password: texts.firstPassword, roles: texts.roles };

/** A type and not an interface, which would not do for a record. */
type Draft = { name: string; emailId: string; password: string; roles: readonly number[] };
const EMPTY: Draft = { name: "", emailId: "", password: "", roles: [3] };

function validate({ name, emailId, password, roles }: Draft): Partial<Record<keyof Draft, string>> {
  const address = problemsOf(email, emailId)[""];
  const secret = problemsOf(newPassword([name, emailId]), password)[""];
  return {
    ...(name.trim() === "" && { name: authTexts.mandatory }),
    ...(address && { emailId: address }),
    ...(secret && { password: secret }),
    ...(roles.length === 0 && { roles: texts.rolesEmpty }),
  };
}

/** Makes a user with a first password, where colleagues are not invited. */
export function AddUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const toast = useToast();
  const form = useFields<Draft>(EMPTY, validate);
  const sending = useSend({ form });
  const close = () => {
    form.reset();
    sending.setFailure("");
    onClose();
  };
  const add = async () => {
    const { name, roles } = form.values;
    const emailId = form.values.emailId.trim();
    const { password } = await sealPasswords(emailId, { password: form.values.password });
    return request(createUser, { body: { name, emailId, password, roles: [...roles] } });
  };
  const done = ({ message }: { message: string }) => {
    toast.success(message);
    void invalidate(listInvitations);
    close();
  };
  return (
    <FormDialog
      {...{ open, form, labels, sending }}
      id={FORM}
      onClose={close}
      title={texts.addTitle}
      description={texts.addText}
      edited={form.values.name !== "" || form.values.emailId !== ""}
      onSubmit={() => sending.send(add, done)}
      submit={texts.add}
    >
      <Field id={`${FORM}-name`} label={texts.name} required error={form.errors.name}>
        <TextInput autoFocus autoComplete="off" dir="auto" {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-emailId`} label={texts.email} required error={form.errors.emailId}>
        <TextInput type="email" autoComplete="off" {...form.text("emailId")} />
      </Field>
      <Field
        id={`${FORM}-password`}
        label={texts.firstPassword}
        hint={texts.newPasswordHint}
        required
        error={form.errors.password}
      >
        <PasswordInput autoComplete="new-password" {...form.text("password")} />
      </Field>
      <RoleChoices
        id={`${FORM}-roles`}
        roles={form.values.roles}
        error={form.errors.roles}
        onChange={(roles) => form.set("roles", roles)}
      />
    </FormDialog>
  );
}
