import { Link } from "react-router";
import type { MenuGroup } from "#app/lib/menu.ts";
import { useStore } from "#app/lib/store.ts";
import { shellTexts as texts } from "#texts/shell.ts";
import { favouritesStore } from "./favourites.ts";
import type { MenuRow } from "./menu-keys.ts";
import { rowClass, soleEntry } from "./menu-row.ts";
import { Star } from "./star.tsx";

const NONE: readonly string[] = [];

/** What somebody keeps on top of the menu, of what they may see; nothing where that is none. */
export function Favourites({
  groups,
  rowOf,
}: {
  groups: readonly MenuGroup[];
  rowOf: (row: string) => MenuRow;
}) {
  const chosen = useStore(favouritesStore, NONE);
  const known = new Map(
    groups
      .flatMap(({ sections }) => sections)
      .flatMap((section) =>
        section.entries.map(({ to, label }) => {
          const name = soleEntry(section) ? label : texts.within(section.label, label);
          return [to, { icon: section.icon, label: name }] as const;
        }),
      ),
  );
  const shown = chosen.flatMap((to) => {
    const entry = known.get(to);
    return entry ? [{ to, ...entry }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label={texts.favourites}>
      <p className="px-2.5 pb-1.5 text-[0.6875rem] font-semibold tracking-wider text-muted uppercase">
        {texts.favourites}
      </p>
      <ul className="grid gap-0.5">
        {shown.map(({ to, label, icon: Icon }) => (
          <li key={to} className="group/row relative">
            <Link to={to} {...rowOf(`favourite ${to}`)} className={rowClass}>
              <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate pr-6">{label}</span>
            </Link>
            <Star to={to} label={label} inFavourites />
          </li>
        ))}
      </ul>
    </section>
  );
}
