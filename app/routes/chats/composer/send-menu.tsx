import { ChevronUp } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { enterSendsStore, setEnterSends } from "#app/lib/enter-sends.ts";
import { holdAnswersStore, setHoldAnswers } from "#app/lib/hold-answers.ts";
import { usualTimes } from "#app/lib/later-times.ts";
import { useStore } from "#app/lib/store.ts";
import { chatLaterTexts as texts } from "#texts/chat-later.ts";
import { chatsTexts } from "#texts/chats.ts";
import { LaterDialog } from "#app/features/later-dialog/later-dialog.tsx";
import { MOST_AHEAD_DAYS } from "#workers/contract/chat-action.ts";

/** When an answer is sent: at a time that one chooses, whether it can be undone for a moment, and by which key. */
export function SendMenu({
  hindered,
  until,
  busy,
  failure,
  onChoose,
}: {
  /** Why nothing can be sent now. */
  hindered: string | undefined;
  /** Until when the channel takes free text; null where it always does. */
  until: string | null;
  busy: boolean;
  failure: string;
  /** Gets the time in ISO 8601, UTC; resolves to whether it is done. */
  onChoose: (time: string) => Promise<boolean>;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const holds = useStore(holdAnswersStore, true);
  const enterSends = useStore(enterSendsStore, true);
  const { inAnHour, tomorrow, monday } = usualTimes(new Date());
  const times = [
    { label: texts.choices.inAnHour, at: inAnHour },
    { label: texts.choices.tomorrow, at: tomorrow },
    ...(monday ? [{ label: texts.choices.monday, at: monday }] : []),
  ];
  const isOver = (at: Date) => until !== null && at.getTime() > Date.parse(until);
  return (
    <>
      <Menu
        anchor="top end"
        className="w-72"
        button={<IconButton label={texts.menu} icon={<ChevronUp aria-hidden />} />}
        header={<p className="text-xs font-medium text-muted">{texts.sendLater}</p>}
        entries={[
          ...times.map(({ label, at }) => ({
            label,
            hint: formatShortDay(at.toISOString()),
            reason: hindered ?? (isOver(at) ? texts.windowOver : undefined),
            onSelect: () => void onChoose(at.toISOString()),
          })),
          { label: texts.choices.custom, reason: hindered, onSelect: () => setChoosing(true) },
          "separator" as const,
          { label: texts.hold, chosen: holds, onSelect: () => setHoldAnswers(!holds) },
          "separator" as const,
          { label: chatsTexts.enter.sends, chosen: enterSends, onSelect: () => setEnterSends(true) },
          { label: chatsTexts.enter.breaks, chosen: !enterSends, onSelect: () => setEnterSends(false) },
        ]}
      />
      {isChoosing && (
        <LaterDialog
          title={texts.sendLater}
          text={texts.sendLaterText}
          submit={texts.sendLater}
          mostDays={MOST_AHEAD_DAYS}
          busy={busy}
          failure={failure}
          onClose={() => setChoosing(false)}
          onChoose={(time) => void onChoose(time).then((done) => done && setChoosing(false))}
        />
      )}
    </>
  );
}
