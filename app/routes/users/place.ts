import { useSearchParams } from "react-router";

/** What is searched for and which page of it, as the address has it. */
export function placeIn(url: string): { name: string; from: number } {
  const { searchParams } = new URL(url);
  return {
    name: searchParams.get("q")?.slice(0, 200) ?? "",
    from: Math.max(Math.floor(Number(searchParams.get("from"))) || 0, 0),
  };
}

/** Changes the address and with it what is listed; the focus stays where it is. */
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
    user: search.get("user") ?? "",
    look: (q: string) => change({ q, from: "" }),
    go: (from: number) => change({ from: from > 0 ? String(from) : "" }),
    close: () => change({ user: "" }),
    /** The address of a user's panel over this very list. */
    addressOf: (user: string) => {
      const next = new URLSearchParams(search);
      next.set("user", user);
      return `?${next.toString()}`;
    },
  };
}
