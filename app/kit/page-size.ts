import { listStateIn } from "./list-state.ts";

const KEY = "rowsAPage";
const SIZES = [20, 50, 100];

/** The sizes that a list can be set to: those of all lists, and its own where that is another. */
export const sizesWith = (usual: number): number[] =>
  [...new Set([...SIZES, usual])].toSorted((one, other) => one - other);

/** Rows of a page: as the address says, else as somebody last chose on this device, else as usual for the list. */
export function rowsIn(search: URLSearchParams, usual: number): number {
  const sizes = sizesWith(usual);
  const wanted = [search.get("rows"), localStorage.getItem(KEY)].map(Number);
  return wanted.find((each) => sizes.includes(each)) ?? usual;
}

export const keepRows = (size: number): void => localStorage.setItem(KEY, String(size));

/** The search text and the page of a list whose page size can be chosen, from the address. */
export const pagedIn = (url: string, usual: number, longest?: number) => ({
  ...listStateIn(url, longest),
  perPage: rowsIn(new URL(url).searchParams, usual),
});
