import { type FocusEvent, type KeyboardEvent, useState } from "react";

/** How a row of the menu takes part in its keys. */
export interface MenuRow {
  "data-row": string;
  tabIndex: 0 | -1;
}

/**
 * Makes the menu one Tab stop, from which the arrow keys go on: up and down the rows, Home and End, right into a closed
 * section or to what stands beside a row, and left back. `here` is the row at which somebody arrives.
 */
export function useMenuKeys(here: string) {
  // Where the focus is, within the menu: a row may be hidden or gone by the time that somebody comes back.
  const [last, setLast] = useState({ row: here, here });
  const stop = last.here === here ? last.row : here;
  return {
    rowOf: (row: string): MenuRow => ({ "data-row": row, tabIndex: row === stop ? 0 : -1 }),
    onFocus: ({ target }: { target: Element }) => {
      const row = target.getAttribute("data-row");
      if (row !== null) setLast({ row, here });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) setLast({ row: here, here });
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // A list that an icon has opened is elsewhere on the page, and has keys of its own; a script's key opens it.
      if (!event.isTrusted || !event.currentTarget.contains(event.target as Node)) return;
      const to = rowAfter(event.key, event.currentTarget, event.target as HTMLElement);
      if (!to) return;
      event.preventDefault();
      // An icon would open its list.
      event.stopPropagation();
      if (to === event.target) to.click();
      else to.focus();
    },
  };
}

const rowsIn = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>("[data-row]")].filter((row) => row.checkVisibility());

/** The element that a key leads to; the same one where the key opens or closes it. */
function rowAfter(key: string, menu: HTMLElement, from: HTMLElement): HTMLElement | null | undefined {
  const item = from.closest("li");
  const row =
    from.closest<HTMLElement>("[data-row]") ?? item?.querySelector<HTMLElement>(":scope > [data-row]");
  const beside = item?.querySelector<HTMLElement>(":scope > [data-beside]");
  const rows = rowsIn(menu);
  const at = row ? rows.indexOf(row) : -1;
  const expanded = row?.getAttribute("aria-expanded");
  switch (key) {
    case "ArrowDown":
      return rows[at + 1] ?? rows[0];
    case "ArrowUp":
      return rows.at(at <= 0 ? -1 : at - 1);
    case "Home":
      return rows[0];
    case "End":
      return rows.at(-1);
    case "ArrowRight":
      return expanded === "false" ? row : from === row ? beside : null;
    case "ArrowLeft":
      return from === beside ? row : expanded === "true" ? row : null;
    default:
      return null;
  }
}
