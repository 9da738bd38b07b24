import { type FormEvent, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { email } from "#workers/contract/endpoints/account.ts";
import { createInvitation, MOST_AT_ONCE } from "#workers/contract/endpoints/invitations.ts";
import { RoleChoices } from "./role-choices.tsx";

const FORM = "invite-form";

interface Draft extends Record<string, unknown> {
  addresses: string;
  roles: readonly number[];
}

/** Splits the input into distinct addresses. */
const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function validate({ addresses, roles }: Draft): { addresses?: string; roles?: string } {
  const listed = addressesIn(addresses);
  const wrong = listed.find((address) => !email.safeParse(address).success);
  const problem =
    listed.length === 0
      ? texts.addressesEmpty
      : wrong !== undefined
        ? texts.addressWrong(wrong)
        : listed.length > MOST_AT_ONCE
          ? texts.addressesMany(MOST_AT_ONCE)
          : undefined;
  return { ...(problem && { addresses: problem }), ...(roles.length === 0 && { roles: texts.rolesEmpty }) };
}

/** Invites one or more people; rejected addresses stay in the field, each with its reason. */
export function InviteDialog({
  open,
  onClose,
  onInvited,
}: {
  open: boolean;
  onClose: () => void;
  onInvited: () => void;
}) {
  const toast = useToast();
  const form = useFields<Draft>({ addresses: "", roles: [3] }, validate);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<{ address: string; why: string }[]>([]);
  const close = () => {
    form.reset();
    setRefusals([]);
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    setRefusals([]);
    const refused: typeof refusals = [];
    const listed = addressesIn(form.values.addresses);
    for (const emailId of listed) {
      try {
        await call(createInvitation, { body: { emailId, roles: [...form.values.roles] } });
      } catch (error) {
        const why = error instanceof ApiError ? error.message : errorsTexts.internal;
        refused.push({ address: emailId, why });
      }
    }
    setBusy(false);
    const sent = listed.length - refused.length;
    if (sent > 0) {
      toast.success(texts.sent(sent));
      onInvited();
    }
    if (refused.length === 0) return close();
    form.set("addresses", refused.map(({ address }) => address).join("\n"));
    setRefusals(refused);
  };
  const problems = (["addresses", "roles"] as const).flatMap((name) =>
    form.errors[name] ? [{ id: `${FORM}-${name}`, text: form.errors[name] }] : [],
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={busy}
      edited={form.values.addresses !== ""}
      title={texts.inviteTitle}
      footer={
        <>
          <Button onClick={() => !busy && close()}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form={FORM} busy={busy}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        <ErrorSummary problems={problems.length > 1 ? problems : []} round={form.round} />
        {refusals.length > 0 && (
          <Banner kind="error" live title={texts.notSent}>
            <ul className="ml-4 list-disc">
              {refusals.map(({ address, why }) => (
                <li key={address} className="[overflow-wrap:anywhere]">
                  {address}: {why}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <Field
          id={`${FORM}-addresses`}
          label={texts.addresses}
          hint={texts.addressesHint}
          required
          error={form.errors.addresses}
        >
          <Textarea
            autoFocus
            rows={3}
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            value={form.values.addresses}
            onChange={(event) => form.set("addresses", event.target.value)}
            onBlur={() => form.values.addresses && form.leave("addresses")}
          />
        </Field>
        <RoleChoices
          id={`${FORM}-roles`}
          roles={form.values.roles}
          error={form.errors.roles}
          onChange={(roles) => form.set("roles", roles)}
        />
      </form>
    </Dialog>
  );
}
