import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import { conditionText } from "#app/features/customers/field-conditions.ts";
import { bothKinds } from "#app/features/customers/tagging-kinds.ts";
import type { Header } from "#app/kit/columns.ts";
import { type Filter, isFiltered } from "./list-state.ts";

/** The active filters of the list, removable one by one or all at once. */
export function FilterChips({
  filter,
  headers,
  nameOf,
  onChange,
  onClear,
}: {
  filter: Filter;
  headers: readonly Header[];
  nameOf: (id: string) => string | undefined;
  onChange: (filter: Filter) => void;
  onClear: () => void;
}) {
  if (!isFiltered(filter)) return null;
  const chips: { key: string; of: string; name: string; without: Filter }[] = bothKinds.flatMap((kind) =>
    filter[kind.filter].map((id) => ({
      key: id,
      of: kind.texts.one,
      name: nameOf(id) ?? "…",
      without: { ...filter, [kind.filter]: filter[kind.filter].filter((each) => each !== id) },
    })),
  );
  for (const condition of filter.fields) {
    const { field } = condition;
    chips.push({
      key: field,
      of: headers.find(({ id }) => id === field)?.name ?? texts.fieldGone,
      name: conditionText(condition),
      without: { ...filter, fields: filter.fields.filter((each) => each.field !== field) },
    });
  }
  if (filter.search) {
    chips.unshift({
      key: "search",
      of: uiTexts.search,
      name: texts.searchFor(filter.search),
      without: { ...filter, search: "" },
    });
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1.5">
      <ul aria-label={texts.filters} className="contents">
        {chips.map(({ key, of, name, without }) => (
          <Chip
            key={key}
            kind={of}
            name={name}
            removeLabel={texts.removeFilter(name)}
            onRemove={() => onChange(without)}
          />
        ))}
      </ul>
      <Button size="sm" tone="ghost" onClick={onClear}>
        {texts.clearFilters}
      </Button>
    </div>
  );
}
