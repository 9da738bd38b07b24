import {
  Combobox as HeadlessCombobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from "@headlessui/react";
import { Check } from "lucide-react";
import { useState } from "react";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";
import { DescribedInput } from "./described-input.tsx";
import { controlClass, useFieldControl } from "./field.tsx";
import type { ListboxChoice } from "./listbox.tsx";
import { popClass, popItemClass } from "./pop.ts";

export interface ComboboxProps<Value> {
  value: Value | null;
  choices: readonly ListboxChoice<Value>[];
  onChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  /**
   * Called with the typed text if the caller does the search: `choices` are then the matches, `chosenLabel` the label
   * of the chosen one.
   */
  onQuery?: (query: string) => void;
  chosenLabel?: string;
  /** Shown below the choices: that a search is running, or that there are more. */
  note?: string | undefined;
  "aria-label"?: string;
  className?: string;
}

/** Of a list whose caller does the search: opening thousands would block the page, and typing finds the rest. */
const SHOWN = 100;

/** A long list that is filtered by typing. */
export function Combobox<Value extends string | number>({
  value,
  choices,
  onChange,
  placeholder = uiTexts.choose,
  disabled = false,
  onQuery,
  chosenLabel,
  note,
  className,
  ...rest
}: ComboboxProps<Value>) {
  const control = useFieldControl();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLocaleLowerCase();
  const search = (text: string) => {
    setQuery(text);
    onQuery?.(text.trim());
  };
  const fitting =
    wanted && !onQuery ? choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)) : choices;
  const shown = onQuery ? fitting.slice(0, SHOWN) : fitting;
  const below = note ?? (shown.length < fitting.length ? uiTexts.typeToFind : undefined);
  const labelOf = (chosen: Value | null) =>
    chosenLabel ?? choices.find((choice) => choice.value === chosen)?.label ?? "";
  return (
    <HeadlessCombobox
      immediate
      disabled={disabled}
      value={value}
      onChange={(next: Value | null) => next !== null && onChange(next)}
      onClose={() => search("")}
    >
      <ComboboxInput
        as={DescribedInput}
        {...control}
        describedBy={control["aria-describedby"]}
        {...rest}
        autoComplete="off"
        displayValue={labelOf}
        placeholder={placeholder}
        onChange={(event) => search(event.target.value)}
        className={cx(controlClass, "min-h-9", className)}
      />
      <ComboboxOptions
        modal={false}
        anchor={{ to: "bottom start", gap: 4 }}
        className={cx(popClass, "w-(--input-width)")}
      >
        {fitting.length === 0 && !below && (
          <div className="px-2.5 py-1.5 text-muted">{uiTexts.noMatches}</div>
        )}
        {shown.map((choice) => (
          <ComboboxOption
            key={choice.value}
            value={choice.value}
            disabled={choice.disabled ?? false}
            className={cx(popItemClass, "group")}
          >
            {choice.icon}
            <span className="min-w-0 flex-1 truncate">{choice.label}</span>
            {choice.hint && <span className="text-xs text-muted">{choice.hint}</span>}
            <Check aria-hidden className="invisible size-4 text-accent-ink group-data-selected:visible" />
          </ComboboxOption>
        ))}
        {below && (
          <div role="status" className="px-2.5 py-1.5 text-muted">
            {below}
          </div>
        )}
      </ComboboxOptions>
    </HeadlessCombobox>
  );
}
