import { loadPart } from "./load-part.ts";
import type * as Rows from "./rows.ts";
import { whenSomebodyActs } from "./somebody-acts.ts";

let rows: typeof Rows | undefined;
const load = async () => (rows ??= await loadPart(() => import("./rows.ts")));

/** Goes through rows by what is fetched once somebody is there; before that by what is on its way. */
function act(by: (those: typeof Rows) => boolean, where = "[data-rows]"): boolean {
  if (rows) return by(rows);
  if (!document.querySelector(`main ${where}`)) return false;
  void load().then(by, () => undefined);
  return true;
}

/** Commands of lists; false where there is none. */
export const rowCommands = {
  nextChat: () => act(({ moveRow }) => moveRow(1)),
  chatBefore: () => act(({ moveRow }) => moveRow(-1)),
  tickRow: () => act(({ tickRow }) => tickRow()),
  search: () => act(({ focusSearch }) => focusSearch(), "[role=search]"),
};

/** Arrows go through rows, too; returns a function that stops them. */
export function listenInRows(): () => void {
  whenSomebodyActs(() => void load().catch(() => undefined));
  const heard = (event: KeyboardEvent) => rows?.heardInRow(event);
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
