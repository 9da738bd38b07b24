import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";

/** Narrows chats down to one of several that have names; nothing where there are none. */
export function NamedChoice({
  label,
  any,
  named,
  value,
  className,
  onChange,
}: {
  label: string;
  /** The entry that narrows nothing down. */
  any: string;
  named: readonly { id: string; name: string }[];
  value: string;
  className: string;
  onChange: (id: string) => void;
}) {
  if (named.length === 0) return null;
  const options = [{ value: "", label: any }, ...named.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <Field label={label} className={className}>
      <Select value={value} options={options} onChange={onChange} />
    </Field>
  );
}
