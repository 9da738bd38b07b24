/** What is searched for and which page of it, as the address has it. */
export function placeIn(url: string): { name: string; from: number } {
  const { searchParams } = new URL(url);
  return {
    name: searchParams.get("q")?.slice(0, 200) ?? "",
    from: Math.max(Math.floor(Number(searchParams.get("from"))) || 0, 0),
  };
}
