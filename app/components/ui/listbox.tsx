import { Listbox as HeadlessListbox, ListboxButton, ListboxOption, ListboxOptions } from "@headlessui/react";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";
import { controlClass, useFieldControl } from "./field.tsx";
import { popClass, popItemClass } from "./pop.ts";

export interface ListboxChoice<Value> {
  value: Value;
  label: string;
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface ListboxProps<Value> {
  value: Value | null;
  choices: readonly ListboxChoice<Value>[];
  onChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  "aria-label"?: string;
  className?: string;
}

/** A list of choices that need more than a word: an icon, a second line. */
export function Listbox<Value extends string | number>({
  value,
  choices,
  onChange,
  placeholder = uiTexts.choose,
  disabled = false,
  className,
  ...rest
}: ListboxProps<Value>) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <HeadlessListbox
      value={value}
      onChange={(next: Value | null) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <ListboxButton
        {...useFieldControl()}
        {...rest}
        className={cx(controlClass, "flex min-h-9 items-center gap-2 text-left", className)}
      >
        {chosen?.icon}
        <span className={cx("min-w-0 flex-1 truncate", !chosen && "text-muted")}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </ListboxButton>
      <ListboxOptions
        modal={false}
        anchor={{ to: "bottom start", gap: 4 }}
        className={cx(popClass, "w-(--button-width)")}
      >
        {choices.map((choice) => (
          <ListboxOption
            key={choice.value}
            value={choice.value}
            disabled={choice.disabled ?? false}
            className={cx(popItemClass, "group")}
          >
            {choice.icon}
            <span className="min-w-0 flex-1">
              <span className="block truncate">{choice.label}</span>
              {choice.hint && <span className="block text-xs text-muted">{choice.hint}</span>}
            </span>
            <Check aria-hidden className="invisible size-4 text-accent-ink group-data-selected:visible" />
          </ListboxOption>
        ))}
      </ListboxOptions>
    </HeadlessListbox>
  );
}
