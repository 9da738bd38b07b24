import { cx } from "./cx.ts";

/** Shared styles of pop-ups: menus, lists, suggestions. */
export const popClass = cx(
  "z-40 max-h-[min(24rem,60dvh)] overflow-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-pop",
  "focus:outline-none",
);

export const popItemClass = cx(
  "flex min-h-(--row-h) w-full items-center gap-2.5 rounded-md px-2.5 py-(--row-y) text-left text-sm select-none",
  "data-focus:bg-hover data-disabled:opacity-55 [&>svg]:size-4 [&>svg]:shrink-0",
);
