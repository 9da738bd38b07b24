import type { CopiedBucket, CopiesBucket } from "./copied-buckets.ts";
import { inFrontOf, LISTED_AT_ONCE, type Listed, listedBetween, type Named } from "./listed.ts";
import { COPIES, GONE } from "./nights.ts";
import type { Cell, Source } from "./page.ts";

/** Calls of the buckets behind which a page ends. */
const MOST_CALLS = 120;
const END = "\u{10FFFF}";
const keyOf = (copy: string): string => copy.slice(0, copy.lastIndexOf("/"));
const nameOf = (copy: string): string => copy.slice(copy.lastIndexOf("/") + 1);

interface Nights {
  night: string;
  oldest: string;
}

/**
 * Copies whose object is gone, with the night in which that was first seen. They stay for as long as an export names them: that
 * night's is the last that may. Both sides are listed; an object that no listing has is looked for before its copy is given up.
 */
export function goneObjects(files: CopiedBucket, copies: CopiesBucket, { night, oldest }: Nights): Source {
  let calls = 0;
  const listed = (prefix: string, startAfter: string) =>
    copies.list({ prefix, startAfter, limit: LISTED_AT_ONCE });
  const isThere = async (copy: string, objects: Listed<Named & { etag: string }>): Promise<boolean> => {
    const found = objects.of.get(keyOf(copy));
    if (found) return found.etag === nameOf(copy);
    calls++;
    return (await files.head(keyOf(copy)))?.etag === nameOf(copy);
  };
  const markOf = async (copy: string, marks: ReadonlyMap<string, string>, areAll: boolean) => {
    if (areAll || marks.has(copy)) return marks.get(copy);
    calls++;
    const { objects } = await copies.list({ prefix: `${GONE}${copy}/`, limit: 1 });
    return objects[0] && nameOf(objects[0].key);
  };
  return {
    name: "gone",
    columns: ["copy", "since"],
    blobs: [],
    calls: () => calls,
    async page([after]) {
      const place = after === undefined ? "" : String(after);
      const all = (await listed(COPIES, `${COPIES}${place}`)).objects.map(({ key }) =>
        key.slice(COPIES.length),
      );
      if (all.length === 0) return { rows: [], last: [place], more: false };
      const [first = "", final = ""] = [all[0], all.at(-1)];
      const objects = await listedBetween(
        (startAfter) => files.list({ ...(startAfter !== "" && { startAfter }), limit: LISTED_AT_ONCE }),
        inFrontOf(keyOf(first)),
        keyOf(final),
      );
      const noted = await listedBetween(
        (startAfter) => listed(GONE, startAfter),
        `${GONE}${inFrontOf(first)}`,
        `${GONE}${final}/${END}`,
      );
      const marks = new Map(
        [...noted.of.keys()].map((mark) => [keyOf(mark).slice(GONE.length), nameOf(mark)]),
      );
      calls = 1 + objects.calls + noted.calls;
      const rows: Cell[][] = [];
      let last = place;
      for (const copy of all) {
        if (calls >= MOST_CALLS) break;
        last = copy;
        const since = await markOf(copy, marks, noted.covers(`${GONE}${copy}/`));
        const mark = `${GONE}${copy}/${since ?? night}`;
        const isOver = since !== undefined && since < oldest;
        // One that went before, and whose copy stays for now, need not be looked for again.
        const isStillGone =
          since !== undefined && !isOver && !objects.of.has(keyOf(copy)) && objects.covers(keyOf(copy));
        const isGone = isStillGone || !(await isThere(copy, objects));
        if (!isGone) {
          if (since !== undefined) await copies.delete(mark);
          calls += since === undefined ? 0 : 1;
          continue;
        }
        if (since === undefined) await copies.put(mark, "", {});
        if (isOver) await copies.delete([`${COPIES}${copy}`, mark]);
        else rows.push([copy, since ?? night]);
        calls += since === undefined || isOver ? 1 : 0;
      }
      return { rows, last: [last], more: true };
    },
  };
}
