/** Reads and sets parts of a node's data by paths such as `variants.0.content.text`, as problems name them. */

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

export const join = (base: string, at: string): string =>
  base === "" ? at : at === "" ? base : `${base}.${at}`;

export function getIn(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path === "" ? [] : path.split(".")) {
    if (!isHolder(value)) return undefined;
    value = value[key];
  }
  return value;
}

/** The data with another value at a path; undefined takes the key away, and what is not there on the way is made. */
export function setIn(data: unknown, path: string, value: unknown): unknown {
  if (path === "") return value;
  const [key = "", ...rest] = path.split(".");
  const below = rest.join(".");
  if (Array.isArray(data)) {
    return data.map((each: unknown, at) => (String(at) === key ? setIn(each, below, value) : each));
  }
  const before = isHolder(data) ? data : {};
  const next = setIn(before[key], below, value);
  if (next !== undefined) return { ...before, [key]: next };
  const { [key]: _, ...others } = before;
  return others;
}
