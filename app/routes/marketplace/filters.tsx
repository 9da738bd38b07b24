import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { Place } from "./place.ts";

const choices = (any: string, words: Record<string, string>) => [
  { value: "", label: any },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];
const ALL = {
  kind: choices(texts.anyKind, texts.kinds),
  category: choices(texts.anyCategory, texts.categories),
  language: choices(texts.anyLanguage, texts.languages),
};

/** Filters of the cards; a shelf has kinds alone. */
export function Filters({
  place,
  query,
  onChange,
}: {
  place: Place;
  query: string;
  onChange: (changes: Record<string, string>) => void;
}) {
  const shown = place.tab === "ready" ? (["kind", "category", "language"] as const) : (["kind"] as const);
  const isFiltered = query !== "" || shown.some((each) => place[each] !== "");
  return (
    <section aria-label={texts.filters} className="mb-4 flex flex-wrap items-end gap-3">
      <SearchInput
        label={texts.search}
        value={query}
        onSearch={(q) => onChange({ q })}
        className="w-60 max-sm:w-full"
      />
      {shown.map((each) => (
        <Field key={each} label={texts[each]} className="w-44 max-sm:w-full">
          <Select
            value={place[each] as string}
            options={ALL[each]}
            onChange={(chosen) => onChange({ [each]: chosen })}
          />
        </Field>
      ))}
      {isFiltered && (
        <Button tone="ghost" onClick={() => onChange({ q: "", kind: "", category: "", language: "" })}>
          {texts.clear}
        </Button>
      )}
    </section>
  );
}
