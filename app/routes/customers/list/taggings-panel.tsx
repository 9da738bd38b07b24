import { Ellipsis, Pencil, Plus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatCount } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import type { TaggingKind } from "#app/features/customers/tagging-kinds.ts";
import { useTaggings } from "#app/features/customers/use-taggings.ts";

/** The groups or labels: pressing one shows only its customers, pressing it again shows all. */
export function TaggingsPanel({
  kind,
  selected,
  onSelect,
  onCreate,
  onRename,
  onRemove,
}: {
  kind: TaggingKind;
  selected: readonly string[];
  onSelect: (ids: string[]) => void;
  onCreate: () => void;
  onRename: (tagging: Tagging) => void;
  onRemove: (tagging: Tagging) => void;
}) {
  const can = useCan();
  const [search, setSearch] = useState("");
  const { found, failure, reload } = useTaggings(kind, search);
  const toggle = (id: string) =>
    onSelect(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id]);
  return (
    <section aria-label={kind.texts.many} className="grid content-start gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{kind.texts.many}</h2>
        {can("CUSTOMER.EDIT") && (
          <IconButton size="sm" label={kind.texts.add} icon={<Plus aria-hidden />} onClick={onCreate} />
        )}
      </div>
      <SearchInput
        label={kind.texts.search}
        value={search}
        delay={300}
        onSearch={setSearch}
        found={found && { count: found.taggings.length, more: found.hasMore }}
        className="w-full"
      />
      {failure && !found ? (
        <div className="grid gap-2 text-[0.8125rem]">
          <p role="alert" className="text-danger-ink">
            {failure}
          </p>
          <Button size="sm" onClick={reload} className="justify-self-start">
            {uiTexts.retry}
          </Button>
        </div>
      ) : !found ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul className="-mx-1.5 max-h-80 overflow-y-auto px-0.5 py-0.5 [scrollbar-width:thin]">
          <li>
            <button
              type="button"
              aria-pressed={selected.length === 0}
              onClick={() => onSelect([])}
              className={itemClass(selected.length === 0)}
            >
              {texts.all}
            </button>
          </li>
          {found.taggings.map((tagging) => (
            <TaggingItem
              key={tagging.id}
              tagging={tagging}
              selected={selected.includes(tagging.id)}
              onToggle={() => toggle(tagging.id)}
              onRename={() => onRename(tagging)}
              onRemove={() => onRemove(tagging)}
            />
          ))}
          {found.taggings.length === 0 && (
            <li className="px-2.5 py-1.5 text-[0.8125rem] text-muted">
              {search ? uiTexts.noMatches : kind.texts.none}
            </li>
          )}
          {found.hasMore && <li className="px-2.5 py-1.5 text-[0.8125rem] text-muted">{kind.texts.more}</li>}
        </ul>
      )}
    </section>
  );
}

function TaggingItem({
  tagging,
  selected,
  onToggle,
  onRename,
  onRemove,
}: {
  tagging: Tagging;
  selected: boolean;
  onToggle: () => void;
  onRename: () => void;
  onRemove: () => void;
}) {
  const can = useCan();
  const entries: MenuEntry[] = [
    ...(can("CUSTOMER.EDIT")
      ? [{ label: texts.renameTagging, icon: <Pencil aria-hidden />, onSelect: onRename }]
      : []),
    ...(can("CUSTOMER.DELETE")
      ? [{ label: uiTexts.delete, icon: <Trash2 aria-hidden />, tone: "danger" as const, onSelect: onRemove }]
      : []),
  ];
  return (
    <li className="flex items-center gap-0.5">
      <button
        type="button"
        aria-pressed={selected}
        title={tagging.name}
        onClick={onToggle}
        className={itemClass(selected)}
      >
        <bdi className="min-w-0 flex-1 truncate text-left">{tagging.name}</bdi>
        <span className="text-xs text-muted tabular-nums">
          <span className="sr-only">, </span>
          {formatCount(tagging.customers)}
        </span>
        {selected && <X aria-hidden className="size-4 shrink-0" />}
      </button>
      {entries.length > 0 && (
        <Menu
          button={
            <button
              type="button"
              aria-label={texts.menuOf(tagging.name)}
              className="finger inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink [&>svg]:size-4"
            >
              <Ellipsis aria-hidden />
            </button>
          }
          entries={entries}
        />
      )}
    </li>
  );
}

const itemClass = (selected: boolean) =>
  cx(
    "flex min-h-8 pointer-coarse:min-h-11 w-full min-w-0 items-center gap-2 rounded-md px-2.5 py-1 text-left hover:bg-hover",
    selected && "bg-accent-soft font-medium text-accent-ink",
  );
