import { pageLocale } from "#app/lib/language/language.ts";
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import {
  type MomentUnit,
  momentText,
  monthBeside,
  readMoment,
  STEPS,
  steppedMoment,
  weeksOf,
} from "#app/lib/moment.ts";
import { uiTexts } from "#texts/ui.ts";

const texts = uiTexts.dateTime;

/** A date and time: typed as year/month/day hour:minute:second, or picked; empty is none. */
export function DateTimePicker({
  id,
  label,
  value,
  error,
  max,
  begin,
  slim = false,
  onChange,
}: {
  /** The id of the control, for error summaries. */
  id?: string;
  label: string;
  /** The text as typed. */
  value: string;
  error: string | undefined;
  /** The last moment that can be picked, yyyy-MM-ddTHH:mm:ss; asked for with each opening where it moves on. */
  max: string | (() => string);
  /** Where picking begins while there is none; the last moment unless it is given. */
  begin?: string;
  /** For a bar of filters: the format is said by its example, and the calendar opens from within the field. */
  slim?: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <Field
      {...(id !== undefined && { id })}
      label={label}
      hint={texts.hint}
      error={error}
      hintHidden={slim}
      className={slim ? "w-full sm:w-50" : "w-full sm:w-60"}
    >
      <div className="relative flex gap-1">
        <TextInput
          value={value}
          autoComplete="off"
          placeholder={slim ? texts.example : undefined}
          className={slim ? "pr-9 pl-2.5 text-[0.8125rem] tabular-nums" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <Popover
          label={texts.choose(label)}
          rootClassName="static"
          className="right-0 left-auto w-72 p-3"
          renderOpener={(opener) => (
            <IconButton
              {...opener}
              label={texts.choose(label)}
              icon={<CalendarDays aria-hidden />}
              {...(slim && { size: "sm" as const, className: "absolute top-1 right-1" })}
            />
          )}
        >
          {(close) => {
            const last = typeof max === "string" ? max : max();
            return (
              <Calendar
                moment={readMoment(value) || (begin ?? last)}
                max={last}
                onPick={(moment) => onChange(momentText(moment))}
                onClear={() => {
                  onChange("");
                  close();
                }}
                onDone={close}
              />
            );
          }}
        </Popover>
      </div>
    </Field>
  );
}

function Calendar({
  moment,
  max,
  onPick,
  onClear,
  onDone,
}: {
  moment: string;
  max: string;
  onPick: (moment: string) => void;
  onClear: () => void;
  onDone: () => void;
}) {
  const [month, setMonth] = useState(moment.slice(0, 7));
  const [day, time] = moment.split("T") as [string, string];
  const pick = (next: string) => {
    const picked = next > max ? max : next;
    setMonth(picked.slice(0, 7));
    onPick(picked);
  };
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between">
        <IconButton
          size="sm"
          label={texts.previousMonth}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => setMonth(monthBeside(month, -1))}
        />
        <p aria-live="polite" className="font-medium">
          {nameOfMonth(month)}
        </p>
        <IconButton
          size="sm"
          label={texts.nextMonth}
          icon={<ChevronRight aria-hidden />}
          aria-disabled={month >= max.slice(0, 7)}
          onClick={() => month < max.slice(0, 7) && setMonth(monthBeside(month, 1))}
        />
      </div>
      <div className="grid grid-cols-7 gap-0.5">
        {weeksOf(month)
          .flat()
          .map((each, at) =>
            each === null ? (
              <span key={`none ${at}`} />
            ) : (
              <button
                key={each}
                type="button"
                aria-pressed={each === day}
                aria-label={nameOfDay(each)}
                disabled={each > max.slice(0, 10)}
                onClick={() => pick(`${each}T${time}`)}
                className={cx(
                  "min-h-8 pointer-coarse:min-h-11 rounded-md tabular-nums hover:bg-hover disabled:opacity-40",
                  each === day && "bg-accent text-on-accent hover:bg-accent-strong",
                )}
              >
                {Number(each.slice(8))}
              </button>
            ),
          )}
      </div>
      <div className="flex justify-center gap-3">
        {(Object.keys(STEPS) as MomentUnit[]).map((unit, at) => (
          <div key={unit} role="group" aria-label={texts.units[unit]} className="grid justify-items-center">
            <IconButton
              size="sm"
              label={texts.later(texts.units[unit])}
              icon={<ChevronUp aria-hidden />}
              onClick={() => pick(steppedMoment(moment, unit, 1))}
            />
            <output className="tabular-nums">{time.split(":")[at]}</output>
            <IconButton
              size="sm"
              label={texts.earlier(texts.units[unit])}
              icon={<ChevronDown aria-hidden />}
              onClick={() => pick(steppedMoment(moment, unit, -1))}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between gap-2">
        <Button size="sm" tone="ghost" onClick={onClear}>
          {texts.clear}
        </Button>
        <Button size="sm" tone="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  );
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(pageLocale("en-GB"), { ...options, timeZone: "UTC" });
const nameOfMonth = (month: string): string =>
  inUtc({ month: "long", year: "numeric" }).format(new Date(`${month}-01T00:00:00Z`));
const nameOfDay = (day: string): string => inUtc({ dateStyle: "long" }).format(new Date(`${day}T00:00:00Z`));
