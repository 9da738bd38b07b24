import { useSearchParams } from "react-router";

/**
 * What is searched for, which page of it, and what the panel over the list shows: all of it in the address, the panel
 * under the name `panel`. A change asks for the list anew and leaves the focus where it is.
 */
export function useListPlace(panel: string) {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { preventScrollReset: true, state: { keepFocus: true } });
  };
  return {
    query: search.get("q") ?? "",
    shown: search.get(panel) ?? "",
    look: (q: string) => change({ q, from: "" }),
    go: (from: number) => change({ from: from > 0 ? String(from) : "" }),
    close: () => change({ [panel]: "" }),
    /** The address of the panel over this very list. */
    addressOf: (id: string) => {
      const next = new URLSearchParams(search);
      next.set(panel, id);
      return `?${next.toString()}`;
    },
  };
}
