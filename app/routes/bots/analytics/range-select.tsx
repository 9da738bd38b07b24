import { useSearchParams } from "react-router";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";
import { type Preset, presets } from "../nlp-report/list-state.ts";

/** Selects the range of an analytics page and keeps it in the URL. */
export function RangeSelect({ value }: { value: Preset }) {
  const [, setAddress] = useSearchParams();
  return (
    <Field label={texts.presets} className="w-44">
      <Select
        value={value}
        options={(value === "custom" ? [...presets, value] : presets).map((preset) => ({
          value: preset,
          label: texts.presetNames[preset],
        }))}
        onChange={(range) => setAddress({ range }, { preventScrollReset: true, state: { keepFocus: true } })}
      />
    </Field>
  );
}
