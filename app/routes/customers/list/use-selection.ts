import { useState } from "react";
import type { CustomerRow } from "#workers/contract/endpoints/customers.ts";

export interface Selection {
  /** Names of the selected customers by id; they stay selected from page to page. */
  ticked: ReadonlyMap<string, string>;
  /** The number of matches on all pages, when all of them are selected. */
  matching: number | undefined;
  /** The total number of selected customers. */
  count: number;
  isTicked: (id: string) => boolean;
  /** Selection state of the current page. */
  page: "all" | "some" | "none";
  tick: (row: Pick<CustomerRow, "id" | "name">, on: boolean) => void;
  tickPage: (on: boolean) => void;
  tickMatching: (count: number) => void;
  clear: () => void;
}

interface State {
  filter: string;
  ticked: ReadonlyMap<string, string>;
  matching: number | undefined;
}

const nothing = (filter: string): State => ({ filter, ticked: new Map(), matching: undefined });

/** The selected customers. A change of filter shows other customers, so it clears the selection. */
export function useSelection(rows: readonly CustomerRow[], filter: string): Selection {
  const [state, setState] = useState(() => nothing(filter));
  const { ticked, matching } = state.filter === filter ? state : nothing(filter);
  if (state.filter !== filter) setState(nothing(filter));

  const onPage = rows.filter(({ id }) => matching !== undefined || ticked.has(id)).length;
  const set = (next: ReadonlyMap<string, string>) => setState({ filter, ticked: next, matching: undefined });
  const named = () => new Map(matching === undefined ? ticked : rows.map(({ id, name }) => [id, name]));

  return {
    ticked,
    matching,
    count: matching ?? ticked.size,
    isTicked: (id) => matching !== undefined || ticked.has(id),
    page: rows.length > 0 && onPage === rows.length ? "all" : onPage > 0 ? "some" : "none",
    tick: ({ id, name }, on) => {
      const next = named();
      if (on) next.set(id, name);
      else next.delete(id);
      set(next);
    },
    tickPage: (on) => {
      const next = named();
      for (const { id, name } of rows) {
        if (on) next.set(id, name);
        else next.delete(id);
      }
      set(next);
    },
    tickMatching: (count) => setState({ filter, ticked: new Map(), matching: count }),
    clear: () => setState(nothing(filter)),
  };
}
