import { useSearchParams } from "react-router";

/**
 * State of a list in the address: the search text, the page, and the panel over the list (under the name `panel`). A
 * change reloads the list and leaves the focus where it is.
 */
export function useListState(panel = "") {
  const [search, setSearch] = useSearchParams();
  const changed = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  };
  const change = (changes: Record<string, string>) =>
    setSearch(changed(changes), { preventScrollReset: true, state: { keepFocus: true } });
  return {
    query: search.get("q") ?? "",
    shown: search.get(panel) ?? "",
    change,
    look: (q: string) => change({ q, from: "" }),
    go: (from: number) => change({ from: from > 0 ? String(from) : "" }),
    close: () => change({ [panel]: "" }),
    /** The address of the panel over the list in its current state. */
    addressOf: (id: string) => `?${changed({ [panel]: id }).toString()}`,
    /** The address of the list in another state. */
    addressWith: (changes: Record<string, string>) => `?${changed(changes).toString()}`,
  };
}
