import { CalendarPlus, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { answersAt, MOST_HOLIDAYS, MOST_MORE_HOURS } from "#workers/contract/chat-rules.ts";
import { dayName, idOf, MORE_HOURS, type RulesDraft, rulesOf, withHoliday } from "./rules-draft.ts";

/** When the team answers: a week by its own clock, and the days on which nobody does. */
export function HoursCard({
  draft,
  zones,
  problems,
  onChange,
}: {
  draft: RulesDraft;
  zones: readonly string[];
  problems: Readonly<Record<string, string>>;
  onChange: (part: Partial<RulesDraft>) => void;
}) {
  const isOpen = answersAt(rulesOf(draft), Date.now());
  return (
    <Card className="grid gap-4 p-5">
      <div>
        <h2 className="font-semibold">{texts.hours}</h2>
        <p className="mt-1 text-muted">{texts.hoursLead}</p>
        <p className={cx("mt-1", isOpen ? "text-success-ink" : "text-warning-ink")}>
          {isOpen ? texts.openNow : texts.closedNow}
        </p>
      </div>
      <Checkbox
        label={texts.hasHours}
        checked={draft.hasHours}
        onChange={(hasHours) => onChange({ hasHours })}
      />
      {draft.hasHours && (
        <>
          <TimezoneField
            id={idOf("hours.timezone")}
            label={texts.timezone}
            none={texts.noTimezone}
            zones={zones}
            value={draft.timezone}
            error={problems["hours.timezone"]}
            onChange={(timezone) => onChange({ timezone })}
          />
          <Week draft={draft} problems={problems} onChange={onChange} />
          <Holidays draft={draft} problems={problems} onChange={onChange} />
        </>
      )}
    </Card>
  );
}

type PartProps = Omit<Parameters<typeof HoursCard>[0], "zones">;

function Week({ draft: { days }, problems, onChange }: PartProps) {
  const set = (at: number, part: Partial<RulesDraft["days"][number]>) =>
    onChange({ days: days.map((day, index) => (index === at ? { ...day, ...part } : day)) });
  return (
    <ul className="grid gap-2">
      {days.map(({ isOpen, from, until, more }, at) => {
        const name = dayName(at, 0);
        const path = `hours.week.${at}`;
        return (
          <li key={name} className="flex min-h-9 flex-wrap items-start gap-x-4 gap-y-2">
            <div className="w-32 pt-1.5">
              <Checkbox label={name} checked={isOpen} onChange={(open) => set(at, { isOpen: open })} />
            </div>
            {isOpen ? (
              <div className="grid gap-2">
                <Hours
                  {...{ name, path, problems, from, until }}
                  onChange={(times) => set(at, times)}
                  button={
                    more.length < MOST_MORE_HOURS && (
                      <IconButton
                        label={texts.addHours(name)}
                        icon={<Plus aria-hidden />}
                        onClick={() => set(at, { more: [...more, MORE_HOURS] })}
                      />
                    )
                  }
                />
                {more.map((times, which) => (
                  <Hours
                    // They have nothing of their own but their place.
                    // oxlint-disable-next-line react/no-array-index-key
                    key={which}
                    {...times}
                    name={dayName(at, which + 1)}
                    path={`${path}.more.${which}`}
                    problems={problems}
                    onChange={(part) =>
                      set(at, { more: more.map((each, n) => (n === which ? { ...each, ...part } : each)) })
                    }
                    button={
                      <IconButton
                        label={texts.removeHours(dayName(at, which + 1))}
                        icon={<Trash2 aria-hidden />}
                        onClick={() => set(at, { more: more.filter((_, n) => n !== which) })}
                      />
                    }
                  />
                ))}
              </div>
            ) : (
              <span className="pt-2 text-muted">{texts.closed}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** From when until when, which may be the next morning. */
function Hours({
  name,
  path,
  problems,
  from,
  until,
  button,
  onChange,
}: {
  name: string;
  path: string;
  problems: Readonly<Record<string, string>>;
  from: string;
  until: string;
  button: ReactNode;
  onChange: (part: { from?: string; until?: string }) => void;
}) {
  const time = (end: "from" | "until", value: string) => (
    <Field
      id={idOf(`${path}.${end}`)}
      label={texts[end](name)}
      labelHidden
      error={problems[`${path}.${end}`]}
    >
      <TextInput
        type="time"
        value={value}
        className="w-32"
        onChange={({ target }) => onChange({ [end]: target.value })}
      />
    </Field>
  );
  return (
    <div className="flex flex-wrap items-start gap-2">
      {time("from", from)}
      <span className="pt-2 text-muted">{texts.to}</span>
      {time("until", until)}
      {until !== "" && until < from && <span className="pt-2 text-muted">{texts.nextDay}</span>}
      {button}
    </div>
  );
}

function Holidays({ draft: { holidays }, problems, onChange }: PartProps) {
  const set = (at: number, part: Partial<RulesDraft["holidays"][number]>) =>
    onChange({ holidays: holidays.map((day, index) => (index === at ? { ...day, ...part } : day)) });
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{texts.holidays}</legend>
      {holidays.length === 0 && <p className="text-muted">{texts.noHolidays}</p>}
      {holidays.map(({ key, date, name }, at) => {
        const path = `hours.holidays.${at}`;
        return (
          <div key={key} className="flex flex-wrap items-start gap-2">
            <Field
              id={idOf(`${path}.date`)}
              label={texts.holidayDate}
              labelHidden
              error={problems[`${path}.date`]}
            >
              <TextInput
                type="date"
                className="w-40"
                value={date}
                onChange={({ target }) => set(at, { date: target.value })}
              />
            </Field>
            <div className="min-w-32 flex-1">
              <Field
                id={idOf(`${path}.name`)}
                label={texts.holidayName}
                labelHidden
                error={problems[`${path}.name`]}
              >
                <TextInput
                  placeholder={texts.holidayName}
                  maxLength={100}
                  value={name}
                  onChange={({ target }) => set(at, { name: target.value })}
                />
              </Field>
            </div>
            <IconButton
              label={texts.removeHoliday(name || date)}
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange({ holidays: holidays.filter((_, index) => index !== at) })}
            />
          </div>
        );
      })}
      {holidays.length < MOST_HOLIDAYS && (
        <div>
          <Button
            icon={<CalendarPlus aria-hidden />}
            onClick={() => onChange({ holidays: withHoliday(holidays) })}
          >
            {texts.addHoliday}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
