import { Star as StarIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import type { MenuGroup } from "#app/lib/menu.ts";
import { useStore } from "#app/lib/store.ts";
import { shellTexts as texts } from "#texts/shell.ts";
import { favouritesStore, loadFavouritesOf, toggleFavourite } from "./favourites.ts";
import type { MenuRow } from "./menu-keys.ts";
import { hereClass, rowClass, soleEntry } from "./menu-row.ts";

const NONE: readonly string[] = [];

/** Entries that somebody keeps on top of the menu, as far as they may see them; nothing where there are none. */
export function Favourites({
  uId,
  groups,
  renderCount,
  current,
  rowOf,
}: {
  uId: string;
  groups: readonly MenuGroup[];
  /** Tells how much waits at an address. */
  renderCount: (to: string) => ReactNode;
  /** Address of the open entry. */
  current: string | undefined;
  rowOf: (row: string) => MenuRow;
}) {
  useEffect(() => loadFavouritesOf(uId), [uId]);
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
            <Link
              to={to}
              {...rowOf(`favourite ${to}`)}
              aria-current={to === current ? "page" : undefined}
              className={cx(rowClass, to === current && hereClass)}
            >
              <Icon aria-hidden className={cx("size-4.5 shrink-0", to !== current && "text-muted")} />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {renderCount(to)}
            </Link>
            <Star to={to} label={label} inFavourites />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps a screen on top of the menu: beside its row under the pointer, or by the right arrow key. */
export function Star({
  to,
  label,
  inFavourites = false,
}: {
  to: string;
  label: string;
  inFavourites?: boolean;
}) {
  const chosen = useStore(favouritesStore, NONE).includes(to);
  const name = (chosen ? texts.dropFavourite : texts.addFavourite)(label);
  return (
    <button
      type="button"
      data-beside
      tabIndex={-1}
      aria-label={name}
      title={name}
      onClick={({ currentTarget }) => {
        // The row on top goes with its star: the focus moves on to the rows below.
        if (inFavourites) focusBelow(currentTarget);
        toggleFavourite(to);
      }}
      className={cx(
        "invisible absolute top-1 right-1 flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink",
        "group-focus-within/row:visible group-hover/row:visible max-lg:top-2.5 [@media(hover:none)]:visible",
      )}
    >
      <StarIcon aria-hidden className={cx("size-3.5", chosen && "fill-current text-accent")} />
    </button>
  );
}

function focusBelow(star: HTMLElement): void {
  const list = star.closest("section");
  list?.parentElement?.querySelector<HTMLElement>(":scope > div [data-row]")?.focus();
}
