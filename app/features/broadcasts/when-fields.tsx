import { type ReactNode, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { momentText } from "#app/lib/moment.ts";
import { momentIn } from "#workers/contract/zone-moment.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { MOST_DAYS_AHEAD } from "#workers/contract/endpoints/broadcasts.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import { idOf } from "./broadcast-draft.ts";
import { useForm } from "./form-context.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.form;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** At once, or at a time in a zone. */
export function WhenFields({
  now = texts.now,
  later = texts.later,
  children,
}: {
  /** Names of the two choices. */
  now?: string;
  later?: string;
  /** Below the time. */
  children?: ReactNode;
}) {
  const { draft, change, problemAt } = useForm();
  const { isLater, timezone, start } = draft;
  const [last] = useState(() => Date.now() + MOST_DAYS_AHEAD * DAY_MS);
  return (
    <Section title={texts.when}>
      <RadioGroup
        inline
        legendHidden
        legend={texts.whenLegend}
        value={isLater ? "later" : "now"}
        choices={[
          { value: "now", label: now },
          { value: "later", label: later },
        ]}
        onChange={(next) =>
          change(
            {
              isLater: next === "later",
              ...(next === "later" && start === "" && { start: momentText(nextHour(timezone)) }),
            },
            "start",
          )
        }
      />
      {isLater && (
        <div className="relative grid gap-4 sm:grid-cols-2">
          <DateTimePicker
            id={idOf("start")}
            label={texts.start}
            value={start}
            error={problemAt("start")}
            max={momentIn(timezone || "UTC", last)}
            onChange={(next) => change({ start: next }, "start")}
          />
          <Zone />
        </div>
      )}
      {children}
    </Section>
  );
}

/** The full hour after the next. */
const nextHour = (zone: string): string =>
  `${momentIn(zone || "UTC", Date.now() + 2 * HOUR_MS).slice(0, 13)}:00:00`;

function Zone() {
  const { draft, change, problemAt } = useForm();
  const { answer, failure } = useQueryOf(timezones);
  if (!answer && failure) return <Failure text={`${texts.zonesFailed}. ${failure.message}`} />;
  return (
    <TimezoneField
      id={idOf("timezone")}
      label={texts.timezone}
      none={texts.noTimezone}
      zones={answer ?? [draft.timezone]}
      value={draft.timezone}
      error={problemAt("timezone")}
      onChange={(timezone) => change({ timezone }, "timezone", "start")}
    />
  );
}
