import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { chatsTexts } from "#texts/chats.ts";
import { uiTexts } from "#texts/ui.ts";
import { LONGEST_VALUE } from "#workers/contract/chat-action.ts";
import { type ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { listTemplates, type MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import { bodyFilled, isSentByHand, type Slot, slotsOf } from "#workers/contract/templates/sending.ts";
import { bodyOf } from "#workers/contract/templates/template.ts";
import { tellOf } from "./outgoing.ts";

const texts = chatsTexts.templates;
const FORM = "send-template";
interface Props {
  open?: boolean;
  chat: ChatEntry;
  onClose: () => void;
}

/** Sends an approved template in a chat: which one, and then what stands for its variables. */
export function TemplateDialogWindow({ open = true, chat, onClose }: Props) {
  const [chosen, setChosen] = useState<MessageTemplate>();
  // A colleague's answer from here on stops it once.
  const [since] = useState(chat.seq);
  const [name, setName] = useState("");
  const { templates, more } = useTemplates(chat.channelId, name);
  if (chosen)
    return (
      <Filling
        key={chosen.id}
        chat={chat}
        since={since}
        template={chosen}
        onClose={onClose}
        onOther={() => setChosen(undefined)}
      />
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={chatsTexts.template}
      description={texts.text}
      size="lg"
      footer={<Button onClick={onClose}>{uiTexts.cancel}</Button>}
    >
      <div className="grid gap-3">
        <SearchInput
          label={texts.search}
          value={name}
          onSearch={setName}
          found={templates && { count: templates.length, more }}
          className="w-full"
        />
        <Choice channelId={chat.channelId} name={name} onChoose={setChosen} />
      </div>
    </Dialog>
  );
}

/** The approved templates of a channel that people send by hand. */
function useTemplates(channelId: string, name: string) {
  const query = { channelId, name, status: "APPROVED" } as const;
  const { answer, ...rest } = useQueryOf(listTemplates, { query });
  const templates = answer?.templates.filter(({ components }) => isSentByHand(components));
  return { ...rest, templates, more: answer?.more ?? false };
}

function Choice({
  channelId,
  name,
  onChoose,
}: {
  channelId: string;
  name: string;
  onChoose: (template: MessageTemplate) => void;
}) {
  const { templates, more, failure, reload } = useTemplates(channelId, name);
  if (failure && !templates)
    return <ErrorState title={texts.failed} text={failure.message} onRetry={reload} />;
  if (!templates) return <SkeletonRows rows={4} />;
  if (templates.length === 0) return <EmptyState title={texts.none}>{texts.noneText}</EmptyState>;
  return (
    <>
      <ul aria-label={texts.list} className="grid max-h-[50vh] gap-1 overflow-y-auto">
        {templates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              onClick={() => onChoose(template)}
              className="grid w-full gap-0.5 rounded-lg px-3 py-2 text-start hover:bg-hover"
            >
              <span className="flex flex-wrap items-baseline gap-x-2 font-medium [overflow-wrap:anywhere]">
                {template.name}
                <span className="text-xs font-normal text-muted">{template.language}</span>
              </span>
              <span dir="auto" className="line-clamp-2 text-[0.8125rem] text-muted">
                {bodyOf(template.components)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more && <p className="text-[0.8125rem] text-muted">{texts.more}</p>}
    </>
  );
}

/** The field of a slot, by the name that a refusal gives it. */
const fieldOf = ({ key }: Slot): string => `values.${key}`;
const labelOf = ({ name }: Slot): string => (name === "" ? texts.code : texts.valueOf(name));

function Filling({
  chat,
  since,
  template: { id, components, category },
  onClose,
  onOther,
}: Props & { since: number; template: MessageTemplate; onOther: () => void }) {
  const slots = slotsOf(components);
  const form = useFields<Record<string, string>>(
    Object.fromEntries(slots.map((slot) => [fieldOf(slot), ""])),
    (values) =>
      Object.fromEntries(
        slots.flatMap((slot) =>
          values[fieldOf(slot)]?.trim() ? [] : [[fieldOf(slot), chatsTexts.valueMissing]],
        ),
      ),
  );
  const values = Object.fromEntries(
    slots.map((slot) => [slot.key, (form.values[fieldOf(slot)] ?? "").trim()]),
  );
  const submit = () => {
    if (!form.check()) return;
    // It stands in the history at once, and says there if it is refused.
    tellOf("send", {
      id: crypto.randomUUID(),
      kind: "template",
      template: { templateId: id, values },
      chatId: chat.chatId,
      text: bodyFilled(components, values),
      file: undefined,
      since,
      at: Date.now(),
      reason: "",
      isReturned: false,
    });
    onClose();
  };
  // A value that is not filled in yet is shown as its variable.
  const shown = { ...components, samples: values };
  return (
    <FormDialog
      id={FORM}
      open
      size="lg"
      title={chatsTexts.template}
      form={form}
      labels={Object.fromEntries(slots.map((slot) => [fieldOf(slot), labelOf(slot)]))}
      sending={{ busy: false, failure: "" }}
      submit={texts.send}
      buttons={<Button onClick={onOther}>{texts.other}</Button>}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          {slots.map((slot) => (
            <Field
              key={slot.key}
              id={`${FORM}-${fieldOf(slot)}`}
              label={labelOf(slot)}
              hint={slot.sample && chatsTexts.templates.example(slot.sample)}
              error={form.errors[fieldOf(slot)]}
              required
            >
              <TextInput maxLength={LONGEST_VALUE} {...form.text(fieldOf(slot))} />
            </Field>
          ))}
          {slots.length === 0 && <Banner kind="info">{texts.nothing}</Banner>}
        </div>
        <section aria-label={texts.preview}>
          <MessagePreview category={category} components={shown} />
        </section>
      </div>
    </FormDialog>
  );
}
