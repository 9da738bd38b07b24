import { useState } from "react";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { localMoment } from "#app/lib/zone.ts";
import { momentText, readMoment } from "#app/lib/moment.ts";
import { uiTexts } from "#texts/ui.ts";

const LAST = "2099-12-31T23:59:59";

/** A moment in the reader's own time, typed or picked; null for none. Half of one stays as it is typed, with the reason. */
export function MomentField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  /** As ISO text. */
  value: string | null;
  error?: string | undefined;
  onChange: (moment: string | null) => void;
}) {
  const [typed, setTyped] = useState({ text: textOf(value), of: value });
  // Another one came from elsewhere, as by Undo.
  const text = typed.of === value ? typed.text : textOf(value);
  return (
    <DateTimePicker
      label={label}
      value={text}
      error={readMoment(text) === null ? uiTexts.later.wrongTime : error}
      max={LAST}
      begin={localMoment(new Date())}
      onChange={(next) => {
        const read = readMoment(next);
        const moment = read === null ? value : read === "" ? null : new Date(read).toISOString();
        setTyped({ text: next, of: moment });
        if (moment !== value) onChange(moment);
      }}
    />
  );
}

const textOf = (iso: string | null): string => (iso === null ? "" : momentText(localMoment(new Date(iso))));
