/** Keys of one call, the most that R2 lists. */
export const LISTED_AT_ONCE = 1_000;
/** Calls of one look; what lies behind is asked for one by one. */
const MOST_CALLS = 4;

export interface Named {
  key: string;
}

export type ListPage<Item extends Named> = (
  startAfter: string,
) => Promise<{ objects: Item[]; truncated: boolean }>;

/** A listing's findings for one stretch of keys. */
export interface Listed<Item extends Named> {
  of: ReadonlyMap<string, Item>;
  /** Whether a key would be among them if it were there. */
  covers(key: string): boolean;
  calls: number;
}

/** R2 orders keys by their bytes, which strings of JavaScript are not ordered by. */
const isBehind = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0;

/**
 * Lists the keys behind one up to another, for whoever compares two buckets: their orders need not be the same where one has
 * something behind its keys ("a/1" and "a-b/1" are the other way round than "a" and "a-b"), so what is not covered is asked for.
 */
export async function listedBetween<Item extends Named>(
  list: ListPage<Item>,
  from: string,
  until: string,
): Promise<Listed<Item>> {
  const of = new Map<string, Item>();
  let [last, isAll, calls] = [from, false, 0];
  while (!isAll && calls < MOST_CALLS && !isBehind(last, until)) {
    const { objects, truncated } = await list(last);
    calls++;
    for (const each of objects) of.set(each.key, each);
    last = objects.at(-1)?.key ?? last;
    isAll = !truncated;
  }
  return { of, covers: (key) => isBehind(key, from) && (isAll || !isBehind(key, last)), calls };
}

/** A place in front of a key and of little else: listings begin behind a key. */
export const inFrontOf = (key: string): string => Array.from(key).slice(0, -1).join("");
