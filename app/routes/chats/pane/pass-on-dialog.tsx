import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { type Chosen, ColleaguePicker } from "#app/features/colleagues/colleague-picker.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSession } from "#app/session/session.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { videoTexts } from "#texts/video.ts";
import { LONGEST_NOTE } from "#workers/contract/chat-action.ts";
import { chatDepartments, type ChatEntry } from "#workers/contract/endpoints/chats.ts";
import type { PassOn } from "./pass-on.ts";
import { useChatAction } from "../use-chat-action.ts";

/** Colleagues that the picker shows at once. */
const SHOWN = 10;
const SAID = {
  transfer: { title: texts.transferTitle, text: texts.transferText, submit: texts.transfer },
  assign: { title: texts.assignTitle, text: texts.assignText, submit: texts.assign },
  invite: { title: texts.inviteTitle, text: texts.inviteText, submit: texts.invite },
} as const;
const FORM = "pass-on";

/** Gives a chat to another department or a colleague, or asks one into it, with a note for whoever takes it. */
export function PassOnDialog({
  chat: { chatId, departmentId: from, videoChat },
  how,
  onClose,
  onDone,
}: {
  chat: ChatEntry;
  how: PassOn;
  onClose: () => void;
  /** The chat is no longer one's own. */
  onDone: () => void;
}) {
  const { profile } = useSession();
  const toast = useToast();
  const [isToColleague, setToColleague] = useState(how !== "transfer");
  const endsCall = how === "transfer" && videoChat === "calling";
  const form = useFields({ departmentId: "", userId: "", note: "" }, ({ departmentId, userId }) =>
    isToColleague
      ? { ...(userId === "" && { userId: texts.noTarget }) }
      : { ...(departmentId === "" && { departmentId: texts.noDepartment }) },
  );
  const [chosen, setChosen] = useState<Chosen>(null);
  const { departmentId, userId, note } = form.values;
  const { act, ...sending } = useChatAction(chatId, { form });
  const submit = async () => {
    if (!form.check()) return;
    const done = await act(
      how === "transfer"
        ? {
            action: "transferChat",
            ...(isToColleague ? { userId, departmentId: "" } : { departmentId, userId: "" }),
            note,
          }
        : { action: how === "assign" ? "assignChat" : "inviteAgent", userId, note },
    );
    if (!done) return;
    onClose();
    if (how !== "transfer") return;
    toast.success(texts.transferred);
    onDone();
  };
  const choose = (next: Chosen) => {
    setChosen(next);
    form.set("userId", next?.uId ?? "");
  };
  return (
    <FormDialog
      id={FORM}
      open
      title={SAID[how].title}
      description={[SAID[how].text, ...(endsCall ? [videoTexts.endsWithTransfer] : [])].join(" ")}
      form={form}
      labels={{ departmentId: texts.department, userId: texts.colleague, note: texts.transferNote }}
      sending={sending}
      submit={SAID[how].submit}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {how === "transfer" && (
        <RadioGroup
          inline
          legend={texts.to}
          value={isToColleague ? "colleague" : "department"}
          choices={[
            { value: "department", label: texts.toChoices.department },
            { value: "colleague", label: texts.toChoices.colleague },
          ]}
          onChange={(value) => setToColleague(value === "colleague")}
        />
      )}
      {isToColleague ? (
        <Field label={texts.colleague} id={`${FORM}-userId`} required error={form.errors.userId}>
          <ColleaguePicker
            chosen={chosen}
            onChange={choose}
            nobody={texts.nobodyChosen}
            without={profile.uId}
            answersChats
            perPage={SHOWN}
          />
        </Field>
      ) : (
        <Departments
          from={from}
          value={departmentId}
          error={form.errors.departmentId}
          onChange={(id) => form.set("departmentId", id)}
        />
      )}
      {isToColleague && how !== "invite" && chosen?.agentStatus && chosen.agentStatus !== "online" && (
        <Banner kind="warning" live>
          {texts.notThere(chosen.name)}
        </Banner>
      )}
      <Field label={texts.transferNote} id={`${FORM}-note`}>
        <Textarea maxLength={LONGEST_NOTE} {...form.text("note")} />
      </Field>
    </FormDialog>
  );
}

function Departments({
  from,
  value,
  error,
  onChange,
}: {
  from: string | null;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const { answer, failure } = useQueryOf(chatDepartments);
  if (failure) return <Failure text={`${texts.departmentsFailed} ${failure.message}`} />;
  if (!answer) return <SkeletonRows rows={2} />;
  const others = answer.departments.filter(({ id }) => id !== from);
  if (others.length === 0) return <Banner kind="info">{texts.noDepartments}</Banner>;
  return (
    <Field label={texts.department} id={`${FORM}-departmentId`} required error={error}>
      <Select
        value={value}
        options={[
          { value: "", label: texts.chooseDepartment },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChange}
      />
    </Field>
  );
}
