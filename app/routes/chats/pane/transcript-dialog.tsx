import { useRef } from "react";
import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatTranscriptTexts as texts } from "#texts/chat-transcript.ts";
import { type ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { sendTranscript, transcriptFields } from "#workers/contract/endpoints/chat-steps.ts";

/** Mails a chat, to its customer or to whoever needs it. */
export function TranscriptDialog({ chat: { chatId }, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const toast = useToast();
  const own = useRef(crypto.randomUUID());
  const bodyOf = (values: { emailId: string }) => ({ id: own.current, chatId, ...values });
  const form = useFields({ emailId: "" }, (values) => problemsOf(transcriptFields, bodyOf(values)));
  const sending = useSend({ form });
  const submit = () => {
    if (!form.check()) return;
    void sending.send(
      () => request(sendTranscript, { body: bodyOf(form.values) }),
      ({ message }) => {
        onClose();
        toast.success(message);
      },
    );
  };
  return (
    <FormDialog
      id="chat-transcript"
      open
      title={texts.title}
      description={texts.text}
      form={form}
      labels={{ emailId: texts.mail }}
      sending={sending}
      submit={texts.submit}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={texts.mail} id="chat-transcript-emailId" error={form.errors.emailId}>
        <TextInput type="email" autoComplete="off" {...form.text("emailId")} />
      </Field>
    </FormDialog>
  );
}
