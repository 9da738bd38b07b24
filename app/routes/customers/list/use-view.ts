import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { type Columns, useColumns } from "#app/kit/columns.ts";
import { listViews } from "#workers/contract/endpoints/customer-views.ts";
import { addressOf, type ListState, listStateOf } from "./list-state.ts";

/**
 * The open view, and the columns to show: the view's own, which are never kept as those that somebody has chosen for the list.
 * Changes of them hold until the view is left or saved.
 */
export function useView({ view, ...shown }: Omit<ListState, "from">) {
  const views = useQueryOf(listViews).answer?.views;
  const [own, chooseOwn] = useColumns("customerColumns");
  const [tried, setTried] = useState<{ view: string; columns: Columns }>();
  const opened = view === "" ? undefined : views?.find(({ name }) => name === view);
  const changed = opened && tried?.view === view ? tried.columns : undefined;
  const isChanged =
    opened !== undefined &&
    (queryOf(shown) !== queryOf(listStateOf(new URLSearchParams(opened.query))) ||
      (changed !== undefined && JSON.stringify(changed) !== JSON.stringify(opened.columns)));
  return {
    columns: changed === undefined ? (opened ? opened.columns : own) : changed,
    choose: (columns: Columns) => (opened ? setTried({ view, columns }) : chooseOwn(columns)),
    isChanged,
    forgetChanges: () => setTried(undefined),
  };
}

/** Filters and order as a view keeps them. */
export const queryOf = ({ search, groups, tags, fields, order }: Omit<ListState, "from" | "view">): string =>
  addressOf({ search, groups, tags, fields, order }).toString();
