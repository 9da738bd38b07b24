import { type FormEvent, type Ref, useEffect, useImperativeHandle } from "react";
import { call, request } from "#app/data/api.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { FormHead } from "#app/kit/form-head.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useSave } from "#app/kit/use-save.ts";
import { useStoredForm } from "#app/kit/use-stored-form.ts";
import { Presence } from "#app/components/presence.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { listProblems, problemsOf } from "#app/data/problems.ts";
import { can, useSession } from "#app/session/session.ts";
import { roles as roleTable } from "#workers/contract/roles.ts";
import {
  getUser,
  updateRoles,
  USER_STATE,
  type UserDetails,
  userFields,
} from "#workers/contract/endpoints/users.ts";
import { AccountActions } from "./account-actions.tsx";
import { RoleChoices } from "./role-choices.tsx";
import { showUser } from "./show-user.ts";

type Draft = {
  roles: readonly number[];
  maxChats: string;
  autoAssign: boolean;
};

const draftOf = ({ roles, chat }: UserDetails): Draft => ({
  roles,
  maxChats: String(chat.maxChats),
  autoAssign: chat.autoAssign,
});

const bodyOf = ({ roles, maxChats, autoAssign }: Draft) => ({
  roles: [...roles],
  chat: { maxChats: maxChats.trim() === "" ? Number.NaN : Number(maxChats), autoAssign },
});

function validate(draft: Draft): Partial<Record<keyof Draft, string>> {
  const { roles = "", "chat.maxChats": maxChats = "" } = problemsOf(userFields, bodyOf(draft));
  return { ...(roles && { roles }), ...(maxChats && { maxChats }) };
}

const LABELS = { roles: texts.rolesLegend, maxChats: texts.maxChats, autoAssign: texts.autoAssign };
const idOf = (name: string) => `user-${name}`;

/** Lists the fields in which the version that somebody else has saved differs from the draft, with its values. */
function differencesOf(theirs: UserDetails, mine: Draft): string[] {
  const other = draftOf(theirs);
  const shown = {
    roles: other.roles.map((role) => roleTable[role as keyof typeof roleTable].name).join(", "),
    maxChats: other.maxChats,
    autoAssign: other.autoAssign ? uiTexts.yes : uiTexts.no,
  };
  return (["roles", "maxChats", "autoAssign"] as const)
    .filter((name) => String(other[name]) !== String(mine[name]))
    .map((name) => `${LABELS[name]}: ${shown[name]}`);
}

/** The editable data of a user; errors are shown at their fields, and the input is kept. */
export function UserForm({
  ref,
  user,
  onEdited,
  onBusy,
}: {
  /** Deletes the draft that is kept in the tab. */
  ref: Ref<{ forget: () => void }>;
  user: UserDetails;
  onEdited: (edited: boolean) => void;
  onBusy: (busy: boolean) => void;
}) {
  const { profile } = useSession();
  const mayEdit = can(profile, ["USERS.EDIT"]);
  const { form, base, take, restored, forget } = useStoredForm({
    name: `user:${user.uId}`,
    stored: user,
    valuesOf: draftOf,
    validate,
  });
  const { values, errors, edited } = form;
  useImperativeHandle(ref, () => ({ forget }));
  useEffect(() => onEdited(edited), [onEdited, edited]);

  const params = { id: user.uId };
  const saving = useSave({
    draft: values,
    theirsOf: () => call(getUser, { params }),
    onRefused: ({ "chat.maxChats": maxChats, ...others }) =>
      form.refuse({ ...others, ...(maxChats && { maxChats }) }),
  });
  const { busy, theirs, failure } = saving;
  useEffect(() => onBusy(busy), [onBusy, busy]);

  const save = (revision: number) => {
    const sent = values;
    if (!form.check()) return;
    void saving.save(
      () => request(updateRoles, { params, body: { ...bodyOf(sent), revision } }),
      ({ payload }) => {
        form.saved(sent);
        take({ ...user, ...payload });
        showUser(payload);
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edited) save(base.revision);
  };
  const loadTheirs = () => {
    if (!theirs) return;
    form.reset(draftOf(theirs));
    take(theirs);
    saving.reset();
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
      <form id="user-form" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <RestoredDraft control={{ restored }} onDiscard={() => form.reset()} />
        {theirs && (
          <ChangedMeanwhile
            text={failure}
            differences={differencesOf(theirs, values)}
            onLoad={loadTheirs}
            onKeep={() => save(theirs.revision)}
          />
        )}
        <FormHead
          failure={theirs ? "" : failure}
          problems={listProblems(["roles", "maxChats"], errors, LABELS, idOf)}
          round={form.round}
        />
        <RoleChoices
          id={idOf("roles")}
          roles={values.roles}
          error={errors.roles}
          disabled={!mayEdit}
          onChange={(roles) => form.set("roles", roles)}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-semibold">{texts.chatLegend}</legend>
          <Field
            id={idOf("maxChats")}
            label={texts.maxChats}
            hint={texts.maxChatsHint}
            error={errors.maxChats}
          >
            <TextInput
              inputMode="numeric"
              disabled={!mayEdit}
              {...form.text("maxChats")}
              className="max-w-28"
            />
          </Field>
          <Checkbox
            label={texts.autoAssign}
            disabled={!mayEdit}
            checked={values.autoAssign}
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
