/** What is searched for and where the page of a list begins, as the address has it. */
export function placeIn(url: string, longest = 200): { name: string; from: number } {
  const { searchParams } = new URL(url);
  return { name: searchParams.get("q")?.slice(0, longest) ?? "", from: fromIn(searchParams) };
}

/** Where the page begins: the first one for whatever is no number. */
export const fromIn = (search: URLSearchParams): number =>
  Math.max(Math.floor(Number(search.get("from"))) || 0, 0);
