import { type FormEvent, useEffect } from "react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Presence } from "#app/components/presence.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { formatMoment } from "#app/lib/format.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { problemsOf } from "#app/data/problems.ts";
import { can, useSession } from "#app/session/session.ts";
import { updateRoles, USER_STATE, type UserDetails, userFields } from "#workers/contract/endpoints/users.ts";
import { AccountActions } from "./account-actions.tsx";
import { RoleChoices } from "./role-choices.tsx";
import { showUser } from "./show-user.ts";

interface Draft extends Record<string, unknown> {
  roles: readonly number[];
  maxChats: string;
  autoAssign: boolean;
}

const valuesOf = ({ roles, maxChats, autoAssign }: Draft) => ({
  roles: [...roles],
  chat: { maxChats: maxChats.trim() === "" ? Number.NaN : Number(maxChats), autoAssign },
});

function validate(draft: Draft): Partial<Record<keyof Draft, string>> {
  const { roles = "", "chat.maxChats": maxChats = "" } = problemsOf(userFields, valuesOf(draft));
  return { ...(roles && { roles }), ...(maxChats && { maxChats }) };
}

/** The editable data of a user; errors are shown at their fields, and the input is kept. */
export function UserForm({
  user,
  onEdited,
  onBusy,
}: {
  user: UserDetails;
  onEdited: (edited: boolean) => void;
  onBusy: (busy: boolean) => void;
}) {
  const { profile } = useSession();
  const mayEdit = can(profile, ["USERS.EDIT"]);
  const form = useFields<Draft>(
    { roles: user.roles, maxChats: String(user.chat.maxChats), autoAssign: user.chat.autoAssign },
    validate,
  );
  const same =
    user.roles.join() === form.values.roles.join() &&
    form.values.maxChats === String(user.chat.maxChats) &&
    form.values.autoAssign === user.chat.autoAssign;
  useEffect(() => onEdited(!same), [onEdited, same]);

  const { busy, failure, send } = useSend({ form });
  useEffect(() => onBusy(busy), [onBusy, busy]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (same) return;
    const body = { ...valuesOf(form.values), revision: user.revision };
    void send(
      () => request(updateRoles, { params: { id: user.uId }, body }),
      ({ payload }) => {
        onEdited(false);
        showUser(payload);
      },
    );
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex items-start gap-3">
        <Avatar name={user.name} size="lg" />
        <div className="min-w-0">
          <p className="[overflow-wrap:anywhere]">{user.emailId}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
            <Presence status={user.agentStatus} />
            <span>{texts.since(formatMoment(user.createdAt))}</span>
          </p>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {user.state === USER_STATE.deactivated && <Badge tone="danger">{texts.deactivated}</Badge>}
            {user.mustChangePassword && <Badge tone="warning">{texts.mustChange}</Badge>}
            <Badge tone={user.twoFactor === "off" ? "neutral" : "success"}>
              {texts.twoFactor}: {texts.twoFactors[user.twoFactor]}
            </Badge>
          </p>
        </div>
      </div>
      {!mayEdit && <Banner kind="info">{texts.viewOnly}</Banner>}
      <form id="user-form" noValidate onSubmit={save} className="grid grid-cols-1 gap-5">
        <Failure text={failure} />
        <RoleChoices
          id="user-roles"
          roles={form.values.roles}
          error={form.errors.roles}
          disabled={!mayEdit}
          onChange={(roles) => form.set("roles", roles)}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-semibold">{texts.chatLegend}</legend>
          <Field label={texts.maxChats} hint={texts.maxChatsHint} error={form.errors.maxChats}>
            <TextInput
              inputMode="numeric"
              disabled={!mayEdit}
              value={form.values.maxChats}
              onChange={(event) => form.set("maxChats", event.target.value)}
              onBlur={() => form.leave("maxChats")}
              className="max-w-28"
            />
          </Field>
          <Checkbox
            label={texts.autoAssign}
            disabled={!mayEdit}
            checked={form.values.autoAssign}
            onChange={(on) => form.set("autoAssign", on)}
          />
        </fieldset>
      </form>
      <section aria-label={texts.departments}>
        <h3 className="font-semibold">{texts.departments}</h3>
        {user.departments.length === 0 ? (
          <p className="text-muted">{texts.noDepartments}</p>
        ) : (
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {user.departments.map(({ id, name, manager }) => (
              <li key={id}>
                <Badge className="max-w-full rounded-lg! [overflow-wrap:anywhere] whitespace-normal!">
                  {manager ? texts.managerOf(name) : name}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      {mayEdit && <AccountActions user={user} />}
    </div>
  );
}
