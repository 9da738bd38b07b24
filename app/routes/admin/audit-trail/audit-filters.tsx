import { X } from "lucide-react";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { isFiltered, type ListState } from "./list-state.ts";

const choices = (any: string, words: Record<string, string>) => [
  { value: "", label: any },
  ...Object.entries(words)
    .map(([value, label]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
];
const KINDS = choices(texts.anyKind, texts.kinds);
const ACTIONS = choices(texts.anyAction, texts.actions);

/** Filters by person, kind, action, object and date; each change takes effect at once. */
export function AuditFilters({
  listState,
  people,
  onChange,
  onClear,
}: {
  listState: ListState;
  people: readonly { id: string; name: string }[];
  onChange: (change: Partial<ListState>) => void;
  onClear: () => void;
}) {
  return (
    <section aria-label={texts.filters} className="mb-4 flex flex-wrap items-end gap-3">
      <Field label={texts.who} className="w-44 max-sm:w-full">
        <Select
          value={listState.who}
          options={[
            { value: "", label: texts.everybody },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(who) => onChange({ who })}
        />
      </Field>
      <Field label={texts.kind} className="w-44 max-sm:w-full">
        <Select value={listState.kind} options={KINDS} onChange={(kind) => onChange({ kind })} />
      </Field>
      <Field label={texts.action} className="w-44 max-sm:w-full">
        <Select value={listState.action} options={ACTIONS} onChange={(action) => onChange({ action })} />
      </Field>
      <DayFilter label={texts.fromDay} value={listState.from} onChange={(from) => onChange({ from })} />
      <DayFilter label={texts.toDay} value={listState.to} onChange={(to) => onChange({ to })} />
      <SearchInput
        label={texts.search}
        value={listState.q}
        onSearch={(q) => onChange({ q })}
        className="w-60 max-sm:w-full"
      />
      {listState.of && (
        <Button icon={<X aria-hidden />} onClick={() => onChange({ of: "" })}>
          {texts.objectFilter}
        </Button>
      )}
      {isFiltered(listState) && (
        <Button tone="ghost" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </section>
  );
}
