import { useSearch, withValues } from "./use-search.ts";

/**
 * State of a list in the address: the search text, the page, and the panel over the list (under the name `panel`). A
 * change reloads the list and leaves the focus where it is.
 */
export function useListState(panel = "") {
  const [search, setSearch, coming] = useSearch();
  const addressWith = (changes: Record<string, string>) => `?${withValues(coming, changes).toString()}`;
  const change = (changes: Record<string, string>) =>
    setSearch(changes, { preventScrollReset: true, state: { keepFocus: true } });
  return {
    query: search.get("q") ?? "",
    shown: search.get(panel) ?? "",
    /** Params of the list that is being loaded: a filter's press shows before its list is there. */
    coming,
    change,
    look: (q: string) => change({ q, from: "" }),
    go: (from: number) => change({ from: from > 0 ? String(from) : "" }),
    close: () => change({ [panel]: "" }),
    /** The address of the panel over the list in its current state. */
    addressOf: (id: string) => addressWith({ [panel]: id }),
    /** The address of the list in another state. */
    addressWith,
  };
}
