import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { Check, Plus } from "lucide-react";
import { useState } from "react";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Chip } from "#app/components/ui/chip.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { controlClass, useFieldControl } from "#app/components/ui/field.tsx";
import { popClass, popItemClass } from "#app/components/ui/pop.ts";
import { formatCount } from "#app/lib/format.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { TaggingKind } from "./tagging-kinds.ts";
import { useTaggings } from "./use-taggings.ts";

export interface ChosenTagging {
  id: string;
  name: string;
}

const DELAY_MS = 300;

/** Picks several groups or labels by typing; a missing one can be created on the spot. */
export function TaggingPicker({
  kind,
  chosen,
  disabled = false,
  creates = true,
  autoFocus = false,
  onChange,
}: {
  kind: TaggingKind;
  chosen: readonly ChosenTagging[];
  disabled?: boolean;
  creates?: boolean;
  autoFocus?: boolean;
  onChange: (chosen: ChosenTagging[]) => void;
}) {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState(false);
  const { found, failure } = useTaggings(kind, useSettled(typed.trim(), DELAY_MS), {
    enabled: wanted && !disabled,
  });
  const { failure: problem, setFailure: setProblem, send } = useSend();
  const taggings = found?.taggings ?? [];
  const key = nameKey(typed);
  const isNew = creates && key !== "" && !taggings.some(({ name }) => nameKey(name) === key);
  const add = (name: string) =>
    send(
      async () => (await kind.save({ name })).payload,
      (made) => {
        onChange([...chosen, { id: made.id, name: made.name }]);
        setTyped("");
        void invalidate(kind.list);
      },
    );
  const change = (next: ChosenTagging[]) => {
    const made = next.find(({ id }) => id === NEW);
    if (made) void add(made.name);
    else onChange(next);
  };
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={kind.texts.chosen}>
          {chosen.map(({ id, name }) => (
            <Chip
              key={id}
              name={name}
              removeLabel={texts.takeOut(name)}
              onRemove={disabled ? undefined : () => onChange(chosen.filter((each) => each.id !== id))}
            />
          ))}
        </ul>
      )}
      <Combobox
        multiple
        immediate
        by="id"
        disabled={disabled}
        value={[...chosen]}
        onChange={change}
        onClose={() => setTyped("")}
      >
        <ComboboxInput
          {...useFieldControl()}
          autoFocus={autoFocus}
          autoComplete="off"
          placeholder={disabled ? kind.texts.none : kind.texts.choose}
          value={typed}
          onFocus={() => setWanted(true)}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem("");
          }}
          className={cx(controlClass, "min-h-9", disabled && chosen.length > 0 && "hidden")}
        />
        <ComboboxOptions
          modal={false}
          anchor={{ to: "bottom start", gap: 4 }}
          className={cx(popClass, "max-h-44! w-(--input-width)")}
        >
          {failure && <div className="px-2.5 py-1.5 text-danger-ink">{failure}</div>}
          {!failure && found && taggings.length === 0 && !isNew && (
            <div className="px-2.5 py-1.5 text-muted">{kind.texts.none}</div>
          )}
          {taggings.map(({ id, name, customers }) => (
            <ComboboxOption key={id} value={{ id, name }} className={cx(popItemClass, "group")}>
              <bdi className="min-w-0 flex-1 truncate" title={name}>
                {name}
              </bdi>
              <span className="text-xs text-muted tabular-nums">{formatCount(customers)}</span>
              <Check aria-hidden className="invisible size-4 text-accent-ink group-data-selected:visible" />
            </ComboboxOption>
          ))}
          {isNew && found && (
            <ComboboxOption value={{ id: NEW, name: typed.trim() }} className={cx(popItemClass, "group")}>
              <Plus aria-hidden />
              <span className="min-w-0 flex-1 truncate">{kind.texts.make(typed.trim())}</span>
            </ComboboxOption>
          )}
          {found?.hasMore && <div className="px-2.5 py-1.5 text-xs text-muted">{kind.texts.more}</div>}
        </ComboboxOptions>
      </Combobox>
      {problem && (
        <p role="alert" className="text-[0.8125rem] font-medium text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Not a real id: the option that creates the missing group or label. */
const NEW = "new";
