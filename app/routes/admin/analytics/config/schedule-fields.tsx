import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useQueryOf } from "#app/data/query.ts";
import { formatMoment } from "#app/lib/format.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import { type DashboardSchedule, rhythms } from "#workers/contract/own-dashboards.ts";
import { type DashboardDraft, idOf } from "./dashboard-draft.ts";
import { PeopleField } from "./people-field.tsx";

const numbered = (from: number, to: number, label: (value: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ value: String(from + at), label: label(from + at) }));
const HOURS = numbered(0, 23, (hour) => `${String(hour).padStart(2, "0")}:00`);
const MONTHDAYS = numbered(1, 28, String);
const WEEKDAYS = texts.weekdays.map((label, at) => ({ value: String(at), label }));

/** Whether a dashboard is mailed, when, and to whom. */
export function ScheduleFields({
  schedule,
  nextMailAt,
  people,
  fixed,
  problemAt,
  change,
}: {
  schedule: DashboardSchedule | null;
  nextMailAt: string | null;
  people: readonly { id: string; name: string }[];
  fixed: boolean;
  problemAt: (place: string) => string | undefined;
  change: (change: Partial<DashboardDraft>) => void;
}) {
  const set = (part: Partial<DashboardSchedule>) =>
    schedule && change({ schedule: { ...schedule, ...part } });
  const begun = (): DashboardSchedule => ({
    every: "week",
    weekday: 0,
    monthday: 1,
    hour: 8,
    timeZone: readerZone(),
    people: [],
  });
  return (
    <div className="grid gap-3">
      <Checkbox
        className="justify-self-start"
        label={texts.mailed}
        hint={nextMailAt ? texts.nextMail(formatMoment(nextMailAt)) : texts.mailedHint}
        checked={schedule !== null}
        disabled={fixed}
        onChange={(on) => change({ schedule: on ? begun() : null })}
      />
      {schedule && (
        <fieldset disabled={fixed} className="grid gap-3 rounded-lg border border-line p-4">
          <legend className="px-1 font-semibold">{texts.schedule}</legend>
          <div className="grid gap-3 sm:grid-cols-3">
            <Field label={texts.every}>
              <Select
                value={schedule.every}
                options={rhythms.map((value) => ({ value, label: texts.rhythms[value] }))}
                onChange={(every) => set({ every })}
              />
            </Field>
            {schedule.every === "week" && (
              <Field label={texts.weekday}>
                <Select
                  value={String(schedule.weekday)}
                  options={WEEKDAYS}
                  onChange={(day) => set({ weekday: Number(day) })}
                />
              </Field>
            )}
            {schedule.every === "month" && (
              <Field label={texts.monthday}>
                <Select
                  value={String(schedule.monthday)}
                  options={MONTHDAYS}
                  onChange={(day) => set({ monthday: Number(day) })}
                />
              </Field>
            )}
            <Field label={texts.hour}>
              <Select
                value={String(schedule.hour)}
                options={HOURS}
                onChange={(hour) => set({ hour: Number(hour) })}
              />
            </Field>
          </div>
          <Zone
            value={schedule.timeZone}
            error={problemAt("schedule.timeZone")}
            fixed={fixed}
            onChange={(timeZone) => set({ timeZone })}
          />
          {/* Whoever may not change it is not told who they are. */}
          {!fixed && (
            <PeopleField
              known={people}
              problem={problemAt("schedule.people")}
              chosen={schedule.people}
              onChange={(chosen) => set({ people: chosen })}
            />
          )}
        </fieldset>
      )}
    </div>
  );
}

function Zone({
  value,
  error,
  fixed,
  onChange,
}: {
  value: string;
  error: string | undefined;
  fixed: boolean;
  onChange: (zone: string) => void;
}) {
  const { answer = [], failure } = useQueryOf(timezones);
  if (answer.length === 0 && failure) return <Failure text={`${texts.zonesFailed}. ${failure.message}`} />;
  return (
    <TimezoneField
      id={idOf("schedule.timeZone")}
      label={texts.timeZone}
      none={texts.noZone}
      // A browser may name a zone by an older name than the list.
      zones={answer.includes(value) || value === "" ? answer : [value, ...answer]}
      value={value}
      error={error}
      readOnly={fixed}
      onChange={onChange}
    />
  );
}
