import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";

/** A day (`yyyy-mm-dd`) that narrows a list down; empty for none. It takes effect at once. */
export const DayFilter = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) => (
  <Field label={label} className="w-40 max-sm:w-full">
    <TextInput type="date" value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);
