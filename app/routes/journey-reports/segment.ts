/** Groups and labels of the people whose figures are shown; everybody's without any. */
export interface Segment {
  groups: readonly string[];
  tags: readonly string[];
}

const MOST = 50;
const idsIn = (search: URLSearchParams, name: string): string[] =>
  [...new Set(search.getAll(name))].filter((id) => id !== "" && id.length <= 64).slice(0, MOST);

/** The segment of an address, by the names that the customers' list has for them. */
export const segmentIn = (search: URLSearchParams): Segment => ({
  groups: idsIn(search, "group"),
  tags: idsIn(search, "label"),
});

/** Neither a version nor another launch stands beside it: both are of everybody. */
export function withSegment(search: URLSearchParams, { groups, tags }: Segment): URLSearchParams {
  search.delete("version");
  search.delete("with");
  search.delete("group");
  search.delete("label");
  for (const id of groups) search.append("group", id);
  for (const id of tags) search.append("label", id);
  return search;
}
