import { useSearchParams } from "react-router";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import * as messages from "#app/messages.ts";
import { placeOf, presets } from "../conversation-report/place.ts";

const texts = messages.reports;

/** The range that the address names, for an analytics page. */
export const rangeIn = (url: string) => placeOf(new URL(url).searchParams, new Date());

/** Chooses the range of an analytics page; it is in the address. */
export function RangeSelect({ value }: { value: string }) {
  const [, setAddress] = useSearchParams();
  return (
    <Field label={texts.presets} className="w-44">
      <Select
        value={value}
        options={presets.map((preset) => ({ value: preset, label: texts.presetNames[preset] }))}
        onChange={(range) => setAddress({ range }, { preventScrollReset: true, state: { keepFocus: true } })}
      />
    </Field>
  );
}
