import { useMemo } from "react";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { profileTexts } from "#texts/profile.ts";

/** A time zone from the list, found by typing a part of its name; the local time there is shown below. */
export function TimezoneField({
  id,
  label,
  hint,
  none,
  zones,
  value,
  error,
  readOnly = false,
  onChange,
}: {
  id: string;
  label: string;
  hint?: string;
  /** Shown when nothing is chosen. */
  none: string;
  zones: readonly string[];
  value: string;
  error?: string | undefined;
  readOnly?: boolean;
  onChange: (zone: string) => void;
}) {
  const choices = useMemo(
    () => [
      { value: "", label: none },
      ...zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
    ],
    [none, zones],
  );
  const now = value ? profileTexts.timezoneHint(clockOf(value)) : "";
  const shownHint = [hint, now].filter(Boolean).join(" ");
  return (
    <Field id={id} label={label} error={error} {...(shownHint && { hint: shownHint })}>
      <Combobox value={value} choices={choices} disabled={readOnly} onChange={onChange} />
    </Field>
  );
}

const clockOf = (timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "shortOffset",
  }).format(new Date());
