import { and, eq, sql } from "drizzle-orm";
import { buckets } from "#db/tenant/library.ts";
import { LIBRARY } from "#workers/contract/library.ts";
import type { BucketRow } from "./bucket.ts";
import { seenBy, type Viewer } from "./viewer.ts";

export type Tree = readonly BucketRow[];

/** A statement that reads every bucket that the viewer sees; there are at most LIBRARY.buckets of a kind. */
export const readingTree = (viewer: Viewer) =>
  viewer.db
    .select()
    .from(buckets)
    .where(and(eq(buckets.enterpriseId, viewer.enterpriseId), seenBy(viewer, buckets.ownerId)));

/** Ids from a bucket up to the top, itself first. */
export function wayUp(tree: Tree, id: string): string[] {
  const way: string[] = [];
  for (let at = tree.find((each) => each.id === id); at && !way.includes(at.id);) {
    way.push(at.id);
    const { parentId } = at;
    at = tree.find((each) => each.id === parentId);
  }
  return way;
}

/** 1 for a bucket at the top. */
export const depthOf = (tree: Tree, id: string): number => wayUp(tree, id).length;

/** Buckets below one another in a bucket, itself among them: 1 for one without buckets in it. */
export const heightOf = (tree: Tree, id: string): number =>
  tree.reduce((most, each) => {
    const at = wayUp(tree, each.id).indexOf(id);
    return Math.max(most, at + 1);
  }, 1);

/** Holds while `target` is there, within none of `moved`, and deep enough above the bottom for what is `height` high. */
export const staysATree = (
  { enterpriseId }: Viewer,
  target: string,
  moved: readonly string[],
  height: number,
) => sql`(WITH RECURSIVE up(id, parent_id, steps) AS (
    SELECT id, parent_id, 1 FROM buckets WHERE enterprise_id = ${enterpriseId} AND id = ${target}
    UNION ALL SELECT b.id, b.parent_id, up.steps + 1 FROM up JOIN buckets b ON b.id = up.parent_id
      WHERE b.enterprise_id = ${enterpriseId} AND up.steps <= ${LIBRARY.depth})
  SELECT count(*) > 0 AND sum(id IN (SELECT value FROM json_each(${JSON.stringify(moved)}))) = 0
    AND max(steps) + ${height} <= ${LIBRARY.depth} FROM up)`;
