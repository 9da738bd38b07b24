import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export interface RadioChoice<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
}

export function RadioGroup<Value extends string>({
  legend,
  legendHidden = false,
  value,
  choices,
  onChange,
  inline = false,
  disabled = false,
}: {
  legend: string;
  legendHidden?: boolean;
  value: Value;
  choices: readonly RadioChoice<Value>[];
  onChange: (value: Value) => void;
  inline?: boolean;
  disabled?: boolean;
}) {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className={legendHidden ? "sr-only" : "mb-1.5 font-medium"}>{legend}</legend>
      <div
        className={cx(
          "flex gap-x-5 gap-y-2 pointer-coarse:gap-y-0",
          !inline && "flex-col",
          inline && "flex-wrap",
        )}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="inline-flex min-h-6 items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:py-3"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
            />
            <span>
              {choice.label}
              {choice.hint && <span className="block text-[0.8125rem] text-muted">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
