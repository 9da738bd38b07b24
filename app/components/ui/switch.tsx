import { Description, Field, Label, Switch as HeadlessSwitch } from "@headlessui/react";
import type { ReactNode } from "react";

/** On or off, with immediate effect. A setting that needs a Save is a checkbox instead. */
export function Switch({
  label,
  hint,
  checked,
  disabled = false,
  onChange,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Field className="flex items-start justify-between gap-4">
      <span className="min-w-0">
        <Label className="font-medium">{label}</Label>
        {hint && <Description className="text-[0.8125rem] text-muted">{hint}</Description>}
      </span>
      <HeadlessSwitch
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="group inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55"
      >
        <span className="size-4.5 rounded-full bg-edge transition-transform group-data-checked:translate-x-5 group-data-checked:bg-on-accent" />
      </HeadlessSwitch>
    </Field>
  );
}
