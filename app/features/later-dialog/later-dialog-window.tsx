import { useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { usualTimes } from "#app/lib/later-times.ts";
import { momentText, readMoment } from "#app/lib/moment.ts";
import { localMoment, zoneName } from "#app/lib/zone.ts";
import { uiTexts } from "#texts/ui.ts";

const texts = uiTexts.later;
const DAY_MS = 24 * 3_600_000;

interface LaterProps {
  open?: boolean;
  title: string;
  text: string;
  submit: string;
  /** How many days ahead it may be. */
  mostDays: number;
  busy: boolean;
  failure: string;
  onClose: () => void;
  /** Gets the time in ISO 8601, UTC. */
  onChoose: (time: string) => void;
}

/** Asks for a time of the next days, in the reader's zone. */
export function LaterDialogWindow({
  open = true,
  title,
  text,
  submit,
  mostDays,
  busy,
  failure,
  onClose,
  onChoose,
}: LaterProps) {
  const [typed, setTyped] = useState(() => momentText(localMoment(usualTimes(new Date()).tomorrow)));
  const [error, setError] = useState<string>();
  const choose = () => {
    const moment = readMoment(typed);
    const at = moment ? new Date(moment).getTime() : Number.NaN;
    if (Number.isNaN(at)) return setError(texts.wrongTime);
    if (at <= Date.now() || at > Date.now() + mostDays * DAY_MS) return setError(texts.wrongRange(mostDays));
    onChoose(new Date(at).toISOString());
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" busy={busy} onClick={choose}>
            {submit}
          </Button>
        </>
      }
    >
      {/* Room for the calendar, which hangs below its field. */}
      <div className="grid min-h-96 content-start gap-3">
        <DateTimePicker
          label={texts.at}
          value={typed}
          error={error}
          max={localMoment(new Date(Date.now() + mostDays * DAY_MS))}
          onChange={(next) => {
            setTyped(next);
            setError(undefined);
          }}
        />
        <p className="text-[0.8125rem] text-muted">{texts.timeZone(zoneName())}</p>
        <Failure text={failure} />
      </div>
    </Dialog>
  );
}
