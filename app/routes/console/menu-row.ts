import { cx } from "#app/components/ui/cx.ts";
import type { MenuEntry, MenuSection } from "#app/lib/menu.ts";

/** A section that consists of one screen of the same name is a plain link. */
export const soleEntry = ({ label, entries }: MenuSection): MenuEntry | undefined =>
  entries.length === 1 && entries[0]?.label === label ? entries[0] : undefined;

export const rowClass = cx(
  "flex min-h-(--row-h) w-full items-center gap-2.5 rounded-md px-2.5 py-(--row-y) transition-colors hover:bg-hover max-lg:min-h-11",
  "focus-visible:outline-offset-[-2px]",
);

/** The row of the open screen. */
export const hereClass = "bg-accent-soft font-semibold text-accent-ink hover:bg-accent-soft";
