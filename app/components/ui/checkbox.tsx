import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx.ts";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "children"> {
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Indeterminate: some, but not all, of the items that this box represents. */
  mixed?: boolean;
  onChange?: (checked: boolean) => void;
}

export function Checkbox({
  label,
  labelHidden,
  hint,
  mixed = false,
  onChange,
  className,
  ...rest
}: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label
      className={cx(
        "inline-flex min-h-6 items-start gap-2.5",
        labelHidden ? "finger" : "pointer-coarse:min-h-11 pointer-coarse:py-3",
        className,
      )}
    >
      <input
        {...rest}
        ref={box}
        type="checkbox"
        onChange={(event) => onChange?.(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 cursor-pointer rounded accent-accent disabled:cursor-not-allowed"
      />
      <span className={labelHidden ? "sr-only" : "min-w-0"}>
        {label}
        {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
      </span>
    </label>
  );
}
