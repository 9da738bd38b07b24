import { useState } from "react";
import type { CustomerRow } from "#workers/contract/endpoints/customers.ts";

export interface Selection {
  /** Names of the ticked customers by id; they stay ticked from page to page. */
  ticked: ReadonlyMap<string, string>;
  /** All that match are meant, also those on other pages: how many. */
  matching: number | undefined;
  /** How many are meant in all. */
  count: number;
  isTicked: (id: string) => boolean;
  /** Of the page: every customer, or some. */
  page: "all" | "some" | "none";
  tick: (row: CustomerRow, on: boolean) => void;
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

/** Who is ticked. Another filter shows other customers, so it begins from nothing. */
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
