/** The search text and the page offset of a list, from the address. */
export function listStateIn(url: string, longest = 200): { name: string; from: number } {
  const { searchParams } = new URL(url);
  return { name: searchParams.get("q")?.slice(0, longest) ?? "", from: fromIn(searchParams) };
}

/** Offset of the page; 0 if it is not a number. */
export const fromIn = (search: URLSearchParams): number =>
  Math.max(Math.floor(Number(search.get("from"))) || 0, 0);
