import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlClass, useFieldControl } from "./field.tsx";

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "onChange" | "value"
> {
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}

/** The browser's native select: the best choice for a few plain options, above all on a phone. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <div className={cx("relative", className)}>
      <select
        {...useFieldControl()}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={cx(controlClass, "min-h-9 appearance-none pr-9")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </div>
  );
}
