/** Rows of the lists of a screen: those of tables, and entries of lists that say so. */
const ROWS = "main :is([data-rows] > tbody > tr, [data-rows] > li, [data-rows] > :is(ul, ol) > li)";
/** The main element of a row, best first. Boxes and buttons come where the row leads nowhere. */
const MAIN = ["th a[href]", "a[href]:not([tabindex='-1'])", "a[href]", "button", "input[type=checkbox]"];

const isShown = (element: Element) => element.getClientRects().length > 0;

const mainOf = (row: HTMLElement): HTMLElement =>
  MAIN.flatMap((each) => [...row.querySelectorAll<HTMLElement>(each)]).find(isShown) ?? row;

const rowOf = (element: Element | null) => element?.closest<HTMLElement>(ROWS) ?? undefined;

/**
 * Moves the focus to what the next row is for, so that Enter opens it; from outside to the first row of the first list.
 * Tells whether there are rows.
 */
export function moveRow(by: 1 | -1): boolean {
  const now = rowOf(document.activeElement);
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(isShown);
  const list = now ? rows.filter((row) => row.parentElement === now.parentElement) : rows;
  const next = list[now ? list.indexOf(now) + by : 0];
  if (next) focusOn(next);
  return rows.length > 0;
}

function focusOn(row: HTMLElement): void {
  const main = mainOf(row);
  if (main === row) row.tabIndex = -1;
  main.focus();
}

/** Ticks the box of the row that has the focus; false where there is none. */
export function tickRow(): boolean {
  const box = rowOf(document.activeElement)?.querySelector<HTMLElement>("input[type=checkbox]:enabled");
  box?.click();
  return box !== undefined && box !== null;
}

/** Arrows go through rows from what a row is for, not from its other controls, which may have arrows of their own. */
export function heardInRow(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!/^Arrow(Down|Up)$/.test(key) || !(target instanceof HTMLElement)) return;
  const row = rowOf(target);
  if (!row || mainOf(row) !== target) return;
  event.preventDefault();
  moveRow(key === "ArrowDown" ? 1 : -1);
}

/** Focuses the search of the list that is shown: that of its panels, such as of groups, only where it has none itself. */
export function focusSearch(): boolean {
  const shown = [...document.querySelectorAll<HTMLInputElement>("main [role=search] input")].filter((input) =>
    input.checkVisibility(),
  );
  const search = shown.find((input) => input.closest("aside") === null) ?? shown[0];
  search?.focus();
  search?.select();
  return search !== undefined;
}
