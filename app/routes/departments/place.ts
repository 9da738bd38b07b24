import { useSearchParams } from "react-router";

/** What is searched for, the page, and whose people the panel shows: all of it in the address. */
export function usePlace() {
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
    peopleOf: search.get("people") ?? "",
    look: (q: string) => change({ q, from: "" }),
    go: (from: number) => change({ from: from > 0 ? String(from) : "" }),
    close: () => change({ people: "" }),
    /** The address of the people's panel over this very list. */
    addressOf: (department: string) => {
      const next = new URLSearchParams(search);
      next.set("people", department);
      return `?${next.toString()}`;
    },
  };
}
