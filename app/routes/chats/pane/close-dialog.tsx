import { useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { forget, invalidate } from "#app/data/query.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatLaterTexts as laterTexts } from "#texts/chat-later.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { videoTexts } from "#texts/video.ts";
import { LONGEST_NOTE } from "#workers/contract/chat-action.ts";
import { type ChatEntry, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import { allArrived } from "../composer/outgoing.ts";
import { closeChat } from "#workers/contract/endpoints/chat-steps.ts";

/** Closes a chat, with a word on how it ended. */
export function CloseDialog({
  chat: { chatId, videoChat, seq },
  held,
  onClose,
  onDone,
}: {
  chat: ChatEntry;
  /** How many answers are to leave at a time that somebody chose. */
  held: number;
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useFields({ feedback: "" }, () => ({}));
  // A message from the customer from here on stops it once; whoever goes on has read the screen by then.
  const [began] = useState(seq);
  const [isStopped, setIsStopped] = useState(false);
  const sending = useSend({
    form,
    refused: (error) => {
      if (error.errors["seenSeq"] !== undefined) setIsStopped(true);
    },
  });
  const own = useRef(crypto.randomUUID());
  const seenSeq = isStopped ? seq : began;
  const submit = () =>
    sending.send(
      async () => {
        // An answer that comes after the close would be refused, with its composer gone.
        if (!(await allArrived(chatId))) return false;
        await call(closeChat, { params: { id: chatId }, body: { id: own.current, ...form.values, seenSeq } });
        return true;
      },
      (isClosed) => {
        if (!isClosed) return sending.setFailure(laterTexts.notArrived);
        onClose();
        onDone();
        forget(getChat, { params: { id: chatId }, query: {} });
        void invalidate(chatSummary);
      },
    );
  return (
    <FormDialog
      id="close-chat"
      open
      title={texts.closeTitle}
      description={[
        texts.closeText,
        ...(held > 0 ? [laterTexts.cancelledWithChat(held)] : []),
        ...(videoChat === "calling" ? [videoTexts.endsWithChat] : []),
      ].join(" ")}
      form={form}
      labels={{ feedback: texts.feedback }}
      sending={sending}
      submit={isStopped ? texts.closeAnyway : texts.close}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={texts.feedback} id="close-chat-feedback">
        <Textarea maxLength={LONGEST_NOTE} {...form.text("feedback")} />
      </Field>
    </FormDialog>
  );
}
