import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import { chatDepartments, type ChatEntry, LONGEST_NOTE } from "#workers/contract/endpoints/chats.ts";
import { useChatAction } from "./use-chat-action.ts";

/** Gives a chat to another department, with a note for whoever takes it. */
export function TransferDialog({
  chat: { chatId, departmentId: from },
  onClose,
  onDone,
}: {
  chat: ChatEntry;
  onClose: () => void;
  onDone: () => void;
}) {
  const toast = useToast();
  const form = useFields({ departmentId: "", note: "" }, ({ departmentId }) =>
    departmentId ? {} : { departmentId: texts.noDepartment },
  );
  const { answer, failure } = useQueryOf(chatDepartments);
  const { act, ...sending } = useChatAction(chatId);
  const others = answer?.departments.filter(({ id }) => id !== from) ?? [];
  const submit = async () => {
    if (!form.check()) return;
    if (!(await act({ action: "transferChat", ...form.values }))) return;
    toast.success(texts.transferred);
    onClose();
    onDone();
  };
  return (
    <FormDialog
      id="transfer-chat"
      open
      title={texts.transferTitle}
      description={texts.transferText}
      form={form}
      labels={{ departmentId: texts.department, note: texts.transferNote }}
      sending={sending}
      submit={texts.transfer}
      onClose={onClose}
      onSubmit={() => void submit()}
      {...(answer && others.length === 0 && { submitDisabledReason: texts.noDepartments })}
    >
      {failure ? (
        <Banner kind="error" live>{`${texts.departmentsFailed} ${failure.message}`}</Banner>
      ) : !answer ? (
        <SkeletonRows rows={2} />
      ) : others.length === 0 ? (
        <Banner kind="info">{texts.noDepartments}</Banner>
      ) : (
        <>
          <Field
            label={texts.department}
            id="transfer-chat-departmentId"
            required
            error={form.errors.departmentId}
          >
            <Select
              value={form.values.departmentId}
              options={[
                { value: "", label: texts.noDepartment },
                ...others.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(departmentId) => form.set("departmentId", departmentId)}
            />
          </Field>
          <Field label={texts.transferNote} id="transfer-chat-note">
            <Textarea maxLength={LONGEST_NOTE} {...form.text("note")} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
