import { Checkbox } from "#app/components/ui/checkbox.tsx";

export interface Tickable<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
  disabled?: boolean;
}

/** Several of a few things, each a box of its own. */
export function TickList<Value extends string>({
  id,
  label,
  choices,
  value,
  error,
  onChange,
}: {
  id: string;
  label: string;
  choices: readonly Tickable<Value>[];
  value: readonly Value[];
  error: string | undefined;
  onChange: (value: Value[]) => void;
}) {
  const errorId = `${id}-error`;
  const tick = (changed: Value, on: boolean) =>
    onChange(
      choices.map((choice) => choice.value).filter((each) => (each === changed ? on : value.includes(each))),
    );
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid justify-items-start gap-2">
        {choices.map(({ value: each, ...box }) => (
          <Checkbox
            key={each}
            {...box}
            checked={value.includes(each)}
            onChange={(ticked) => tick(each, ticked)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-[0.8125rem] text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
