import { useState } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { email } from "#workers/contract/endpoints/account.ts";
import { createInvitation, listInvitations, MOST_AT_ONCE } from "#workers/contract/endpoints/invitations.ts";
import { RoleChoices } from "./role-choices.tsx";

const FORM = "invite";
const labels = { addresses: texts.addresses, roles: texts.roles };

/** A type and not an interface, which would not do for a record. */
type Draft = { addresses: string; roles: readonly number[] };

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
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const toast = useToast();
  const form = useFields<Draft>({ addresses: "", roles: [3] }, validate);
  const sending = useSend({ form });
  const [refusals, setRefusals] = useState<{ address: string; why: string }[]>([]);
  const close = () => {
    form.reset();
    setRefusals([]);
    onClose();
  };
  const invite = async () => {
    setRefusals([]);
    const refused: typeof refusals = [];
    const listed = addressesIn(form.values.addresses);
    for (const emailId of listed) {
      try {
        await call(createInvitation, { body: { emailId, roles: [...form.values.roles] } });
      } catch (error) {
        refused.push({ address: emailId, why: messageOf(error) });
      }
    }
    const sent = listed.length - refused.length;
    if (sent > 0) {
      toast.success(texts.sent(sent));
      void invalidate(listInvitations);
    }
    if (refused.length === 0) return close();
    form.set("addresses", refused.map(({ address }) => address).join("\n"));
    setRefusals(refused);
  };
  return (
    <FormDialog
      {...{ open, form, labels, sending }}
      id={FORM}
      onClose={close}
      title={texts.inviteTitle}
      edited={form.values.addresses !== ""}
      onSubmit={() => sending.send(invite)}
      submit={texts.send}
    >
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
          {...form.text("addresses")}
        />
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
