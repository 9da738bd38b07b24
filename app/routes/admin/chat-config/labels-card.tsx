import { ArrowDown, ArrowUp, Pencil, Plus, Tag, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatLabelsTexts as texts } from "#texts/chat-labels.ts";
import { uiTexts } from "#texts/ui.ts";
import { whyTexts } from "#texts/why.ts";
import {
  type ChatLabelEntry,
  createChatLabel,
  deleteChatLabel,
  getChatLabel,
  listChatLabels,
  LONGEST_LABEL,
  orderChatLabels,
  renameChatLabel,
} from "#workers/contract/endpoints/chat-labels.ts";

const changed = () => invalidate(listChatLabels);

/** Labels of a department, in its order. Each change is made at once. */
export function LabelsCard({
  labels,
  departments,
}: {
  labels: readonly ChatLabelEntry[];
  departments: readonly { id: string; name: string }[];
}) {
  const [departmentId, setDepartmentId] = useState("");
  const own = labels.filter((label) => label.departmentId === departmentId);
  return (
    <Card className="mt-4 grid gap-4 p-5">
      <div>
        <h2 className="font-semibold">{texts.title}</h2>
        <p className="mt-1 text-muted">{texts.lead}</p>
      </div>
      {departments.length > 0 && (
        <Field label={texts.department} id="chat-labels-department">
          <Select
            value={departmentId}
            className="max-w-sm"
            options={[
              { value: "", label: texts.everyDepartment },
              ...departments.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setDepartmentId}
          />
        </Field>
      )}
      {own.length === 0 ? (
        <EmptyState icon={<Tag />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <Labels labels={own} departmentId={departmentId} />
      )}
      <NewLabel key={departmentId} departmentId={departmentId} />
    </Card>
  );
}

function Labels({ labels, departmentId }: { labels: readonly ChatLabelEntry[]; departmentId: string }) {
  const confirm = useConfirm();
  const { failure, send } = useSend();
  const [renaming, setRenaming] = useState<ChatLabelEntry>();
  const move = (from: number, to: number) => {
    const ids = labels.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    void send(
      () => call(orderChatLabels, { body: { departmentId, ids } }),
      (ordered) =>
        patch(listChatLabels, undefined, (now) => ({
          labels: [...now.labels.filter((label) => label.departmentId !== departmentId), ...ordered.labels],
        })),
    );
  };
  const remove = ({ id, name }: ChatLabelEntry) =>
    send(
      () => call(getChatLabel, { params: { id } }),
      async ({ chats }) => {
        const run = async () => {
          await request(deleteChatLabel, { params: { id } });
          await changed();
        };
        const title = texts.removeTitle(name);
        await confirm({
          title,
          text: texts.removeText(chats),
          confirmLabel: uiTexts.delete,
          tone: "danger",
          run,
        });
      },
    );
  return (
    <>
      <Failure text={failure} />
      <ol aria-label={texts.list} className="divide-y divide-line rounded-lg border border-line">
        {labels.map((label, at) => (
          <li key={label.id} className="flex items-center gap-2 py-1 pr-1 pl-3">
            <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label.name}</bdi>
            <IconButton
              size="sm"
              disabledReason={at === 0 ? whyTexts.first : undefined}
              label={texts.moveUp(label.name)}
              icon={<ArrowUp aria-hidden />}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              size="sm"
              disabledReason={at === labels.length - 1 ? whyTexts.last : undefined}
              label={texts.moveDown(label.name)}
              icon={<ArrowDown aria-hidden />}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              size="sm"
              label={texts.rename(label.name)}
              icon={<Pencil aria-hidden />}
              onClick={() => setRenaming(label)}
            />
            <IconButton
              size="sm"
              tone="danger"
              side="left"
              label={texts.remove(label.name)}
              icon={<Trash2 aria-hidden />}
              onClick={() => void remove(label)}
            />
          </li>
        ))}
      </ol>
      {renaming && <RenameDialog label={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

const check = ({ name }: { name: string }) => ({ ...(name.trim() === "" && { name: texts.noName }) });

function NewLabel({ departmentId }: { departmentId: string }) {
  const form = useFields({ name: "" }, check);
  const { busy, failure, send } = useSend({ form });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(
      () => request(createChatLabel, { body: { name: form.values.name, departmentId } }),
      async () => {
        form.reset();
        await changed();
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <div className="min-w-48 flex-1">
        <Field label={texts.name} id="chat-label-name" labelHidden error={form.errors.name || failure}>
          <TextInput placeholder={texts.name} maxLength={LONGEST_LABEL} {...form.text("name")} />
        </Field>
      </div>
      <Button type="submit" busy={busy} icon={<Plus aria-hidden />}>
        {texts.add}
      </Button>
    </form>
  );
}

function RenameDialog({ label: { id, name }, onClose }: { label: ChatLabelEntry; onClose: () => void }) {
  const form = useFields({ name }, check);
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () => request(renameChatLabel, { params: { id }, body: { name: form.values.name } }),
      async () => {
        await changed();
        onClose();
      },
    );
  return (
    <FormDialog
      id="rename-label"
      open
      size="sm"
      title={texts.renameTitle}
      description={texts.renameText}
      form={form}
      labels={{ name: texts.nameField }}
      sending={sending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={texts.nameField} id="rename-label-name" required error={form.errors.name}>
        <TextInput maxLength={LONGEST_LABEL} {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}
