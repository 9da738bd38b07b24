import { useId } from "react";
import { cx } from "./cx.ts";
import { Select, type SelectProps } from "./select.tsx";

/** A choice that narrows a list, in the row of its search: its name is before it. */
export function FilterSelect<Value extends string>({
  label,
  className,
  ...rest
}: Omit<SelectProps<Value>, "id" | "aria-label"> & { label: string }) {
  const id = useId();
  return (
    <div className={cx("flex items-center gap-2", className)}>
      <label htmlFor={id} className="shrink-0 text-[0.8125rem] text-muted">
        {label}
      </label>
      <Select id={id} {...rest} className="min-w-0 flex-1 sm:max-w-56" />
    </div>
  );
}
