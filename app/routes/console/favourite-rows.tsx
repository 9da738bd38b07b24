import { Star as StarIcon } from "lucide-react";
import { type ReactNode, useEffect, useId } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
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
  collapsed,
  waitsAt,
  renderCount,
  current,
  rowOf,
}: {
  uId: string;
  groups: readonly MenuGroup[];
  /** The menu shows icons alone. */
  collapsed: boolean;
  /** How much waits at an address. */
  waitsAt: (to: string) => number;
  /** Tells so much, in words with this id as well. */
  renderCount: (of: number, id: string) => ReactNode;
  /** Address of the open entry. */
  current: string | undefined;
  rowOf: (row: string) => MenuRow;
}) {
  const id = useId();
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
      <p
        className={cx(
          "px-2.5 pb-1.5 text-[0.6875rem] font-semibold tracking-wider text-muted uppercase",
          collapsed && "sr-only",
        )}
      >
        {texts.favourites}
      </p>
      <ul className="grid gap-0.5">
        {shown.map(({ to, label, icon: Icon }, place) => {
          const waits = waitsAt(to);
          const countId = `${id}${place}`;
          const link = {
            to,
            ...rowOf(`favourite ${to}`),
            "aria-current": to === current ? ("page" as const) : undefined,
            ...(waits > 0 && { "aria-describedby": countId }),
          };
          return (
            <li key={to} className="group/row relative">
              {collapsed ? (
                <Tooltip text={label} side="right">
                  <Link
                    {...link}
                    aria-label={label}
                    className={cx(
                      "relative flex size-10 items-center justify-center rounded-md",
                      to === current ? hereClass : "text-muted hover:bg-hover hover:text-ink",
                    )}
                  >
                    <Icon aria-hidden className="size-4.5" />
                    <StarIcon aria-hidden className="absolute right-1 bottom-1 size-2.5 fill-current" />
                    <span className="absolute -top-0.5 -right-1.5 flex">{renderCount(waits, countId)}</span>
                  </Link>
                </Tooltip>
              ) : (
                <>
                  <Link {...link} className={cx(rowClass, to === current && hereClass)}>
                    <Icon aria-hidden className={cx("size-4.5 shrink-0", to !== current && "text-muted")} />
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    {renderCount(waits, countId)}
                  </Link>
                  <Star to={to} label={label} inFavourites />
                </>
              )}
            </li>
          );
        })}
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
