import { useState } from "react";
import { toggled } from "#app/lib/toggled.ts";

export interface TickedRows {
  /** Ids of the page's rows that are ticked; those of another page are not acted on unseen. */
  ids: readonly string[];
  /** Whether all that match are ticked, on every page. */
  all: boolean;
  /** How much of the page is ticked. */
  page: "all" | "some" | "none";
  isTicked: (id: string) => boolean;
  tick: (id: string, on: boolean) => void;
  tickPage: (on: boolean) => void;
  tickAll: () => void;
  clear: () => void;
}

/** The ticked rows of a list, by the ids of the page's rows. Another `filter` lists other rows, none of them ticked. */
export function useTicked(rows: readonly string[], filter: string): TickedRows {
  const [state, setState] = useState({ filter, ticked: new Set<string>(), all: false });
  const isSame = state.filter === filter;
  const all = isSame && state.all;
  const ids = all ? rows : rows.filter((id) => isSame && state.ticked.has(id));
  const set = (ticked: ReadonlySet<string>, next = false) =>
    setState({ filter, ticked: new Set(ticked), all: next });
  return {
    ids,
    all,
    page: rows.length > 0 && ids.length === rows.length ? "all" : ids.length > 0 ? "some" : "none",
    isTicked: (id) => ids.includes(id),
    tick: (id, on) => set(toggled(new Set(ids), [id], on)),
    tickPage: (on) => set(new Set(on ? rows : [])),
    tickAll: () => set(new Set(), true),
    clear: () => set(new Set()),
  };
}
