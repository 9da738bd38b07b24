import { loadPart } from "./load-part.ts";
import type * as Rows from "./rows.ts";
import { whenSomebodyActs } from "./somebody-acts.ts";

let rows: typeof Rows | undefined;
const load = async () => (rows ??= await loadPart(() => import("./rows.ts")));

/** Goes through rows by what is fetched once somebody is there; before that by what is on its way. */
function act(by: (those: typeof Rows) => boolean): boolean {
  if (rows) return by(rows);
  if (!document.querySelector("main [data-rows]")) return false;
  void load().then(by, () => undefined);
  return true;
}

/** Focuses the search of the list that is shown: that of its panels, such as of groups, only where it has none itself. */
function focusSearch(): boolean {
  const shown = [...document.querySelectorAll<HTMLInputElement>("main [role=search] input")].filter((input) =>
    input.checkVisibility(),
  );
  const search = shown.find((input) => input.closest("aside") === null) ?? shown[0];
  search?.focus();
  search?.select();
  return search !== undefined;
}

/** Commands of lists; false where there is none. */
export const rowCommands = {
  nextChat: () => act(({ moveRow }) => moveRow(1)),
  chatBefore: () => act(({ moveRow }) => moveRow(-1)),
  tickRow: () => act(({ tickRow }) => tickRow()),
  search: focusSearch,
};

/** Arrows go through rows, too; returns a function that stops them. */
export function listenInRows(): () => void {
  whenSomebodyActs(() => void load().catch(() => undefined));
  const heard = (event: KeyboardEvent) => rows?.heardInRow(event);
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
