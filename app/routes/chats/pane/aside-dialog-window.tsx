import { useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { usualTimes } from "#app/lib/later-times.ts";
import { chatLaterTexts as texts } from "#texts/chat-later.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { LaterDialogWindow } from "#app/features/later-dialog/later-dialog-window.tsx";
import { useChatAction } from "../use-chat-action.ts";
import { MOST_AHEAD_DAYS } from "#workers/contract/chat-action.ts";

/** Lays one's own chat aside: until a time, or until the customer writes. */
export function AsideDialogWindow({
  open = true,
  chat: { chatId },
  onClose,
}: {
  open?: boolean;
  chat: ChatEntry;
  onClose: () => void;
}) {
  const { busy, failure, act } = useChatAction(chatId);
  const [isCustom, setCustom] = useState(false);
  const lay = async (until?: string) => {
    if (await act({ action: "suspendChat", until })) onClose();
  };
  if (isCustom)
    return (
      <LaterDialogWindow
        title={texts.asideTitle}
        text={texts.asideText}
        submit={texts.aside}
        mostDays={MOST_AHEAD_DAYS}
        {...{ busy, failure, onClose }}
        onChoose={(time) => void lay(time)}
      />
    );
  const { inAnHour, tomorrow, monday } = usualTimes(new Date());
  const choices = [
    { label: texts.choices.inAnHour, at: inAnHour },
    { label: texts.choices.tomorrow, at: tomorrow },
    ...(monday ? [{ label: texts.choices.monday, at: monday }] : []),
  ].map(({ label, at }) => ({ label, time: at.toISOString() }));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={texts.asideTitle}
      description={texts.asideText}
      footer={<Button onClick={onClose}>{uiTexts.cancel}</Button>}
    >
      <ul className="grid gap-1">
        {choices.map(({ label, time }) => (
          <Choice key={label} label={label} hint={formatShortDay(time)} onPress={() => void lay(time)} />
        ))}
        <Choice label={texts.nextReply} onPress={() => void lay()} />
        <Choice label={texts.choices.custom} onPress={() => setCustom(true)} />
      </ul>
      <Failure text={failure} />
    </Dialog>
  );
}

function Choice({ label, hint, onPress }: { label: string; hint?: string; onPress: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="flex min-h-10 w-full items-center justify-between gap-3 rounded-lg px-3 py-2 text-start hover:bg-hover"
      >
        <span className="font-medium">{label}</span>
        {hint && <span className="text-[0.8125rem] text-muted">{hint}</span>}
      </button>
    </li>
  );
}
