import { CalendarDays } from "lucide-react";
import { useRef } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";

const STEP_SECONDS = 15 * 60;

/** year/month/day hour:minute:second with an optional fraction, the format of the specification's picker. */
const TEXT = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?$/;

/** Formats "2026-11-14T00:00:00" for the picker. */
export const momentText = (iso: string): string => iso.replaceAll("-", "/").replace("T", " ");

/** Parses the typed text into yyyy-MM-ddTHH:mm:ss; returns null when it is not a valid date. */
export function readMoment(text: string): string | null {
  const parts = TEXT.exec(text.trim())?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const real =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return real ? at.toISOString().slice(0, 19) : null;
}

/** A date and time field: typed, or picked in the browser's native calendar. */
export function MomentField({
  label,
  value,
  error,
  max,
  onChange,
}: {
  label: string;
  /** The text as typed. */
  value: string;
  error: string | undefined;
  max: string;
  onChange: (text: string) => void;
}) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint={texts.dateHint} error={error} className="w-full sm:w-60">
      <div className="relative flex gap-1">
        <TextInput value={value} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
        <IconButton
          label={texts.openPicker(label)}
          icon={<CalendarDays aria-hidden />}
          onClick={() => calendar.current?.showPicker()}
        />
        <input
          ref={calendar}
          type="datetime-local"
          aria-hidden
          tabIndex={-1}
          step={STEP_SECONDS}
          max={max}
          value={(readMoment(value) ?? "").slice(0, 16)}
          onChange={(event) => event.target.value && onChange(momentText(`${event.target.value}:00`))}
          className="pointer-events-none absolute right-0 bottom-0 h-full w-9 opacity-0"
        />
      </div>
    </Field>
  );
}
