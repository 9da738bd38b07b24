import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatsTexts } from "#texts/chats.ts";
import { uiTexts } from "#texts/ui.ts";
import { getChat } from "#workers/contract/endpoints/chats.ts";
import { AT, placeOf } from "#workers/contract/chat-places.ts";

const texts = chatsTexts.jump;

/** Shows the first message of a day; the address says which it is. */
export function JumpDialog({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const [day, setDay] = useState("");
  const [wrong, setWrong] = useState("");
  const [, setSearch] = useSearchParams();
  const { busy, failure, send } = useSend();
  const jump = async () => {
    // The reader's own midnight.
    const since = new Date(`${day}T00:00`);
    if (Number.isNaN(since.getTime())) return setWrong(texts.noDay);
    await send(
      () => call(getChat, { params: { id: chatId }, query: { on: since.toISOString() } }),
      ({ messages }) => {
        const first = messages.find(({ at }) => at >= since.getTime());
        if (!first) return setWrong(texts.nothing);
        setSearch((now) => {
          now.set(AT, placeOf(chatId, first.seq));
          return now;
        });
        onClose();
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" busy={busy} onClick={() => void jump()}>
            {texts.go}
          </Button>
        </>
      }
    >
      <Field label={texts.day} hint={texts.hint} error={wrong || failure}>
        <TextInput
          type="date"
          value={day}
          onChange={({ target }) => {
            setDay(target.value);
            setWrong("");
          }}
          onKeyDown={({ key }) => key === "Enter" && void jump()}
        />
      </Field>
    </Dialog>
  );
}
