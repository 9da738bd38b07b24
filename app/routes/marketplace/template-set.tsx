import { useState } from "react";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { TickList } from "#app/kit/tick-list.tsx";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";

/** From so many on they are searched. */
const SEARCHED = 8;

/** Templates of which a set is made, each by its name and language. */
export function TemplateSet({
  id,
  templates,
  chosen,
  error,
  onChange,
}: {
  id: string;
  templates: readonly { id: string; name: string }[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const shown = templates.filter((each) => chosen.includes(each.id) || each.name.includes(wanted));
  return (
    <>
      {templates.length >= SEARCHED && (
        <SearchInput label={texts.findTemplate} value={query} onSearch={setQuery} />
      )}
      <div className="max-h-72 overflow-y-auto">
        <TickList
          {...{ id, error, onChange }}
          label={texts.templatesOfSet}
          choices={shown.map((each) => ({ value: each.id, label: each.name }))}
          value={chosen}
        />
        {templates.length === 0 && <p className="text-muted">{texts.noTemplates}</p>}
      </div>
    </>
  );
}
