import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { artifacts, buckets } from "#db/tenant/library.ts";
import type { Bucket, listBuckets as listContract } from "#workers/contract/endpoints/library.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { visible } from "./artifact.ts";
import { narrowed } from "./list.ts";
import { EVERYBODY, mayEdit, seenBy, type Viewer } from "./viewer.ts";

export type BucketRow = typeof buckets.$inferSelect;
export type Counted = BucketRow & { items: number };

/** A statement that reads buckets by name, with the number of entries in each that the viewer sees. */
export const readingBuckets = (viewer: Viewer, condition?: SQL, counting?: SQL) =>
  viewer.db
    .select({
      bucket: buckets,
      items: sql<number>`(SELECT count(*) FROM ${artifacts}
        WHERE ${and(sql`${artifacts.bucketId} = ${buckets.id}`, visible(viewer), counting)})`.as("items"),
    })
    .from(buckets)
    .where(and(eq(buckets.enterpriseId, viewer.enterpriseId), seenBy(viewer, buckets.ownerId), condition))
    .orderBy(asc(buckets.nameKey), asc(buckets.id));

export const readingBucket = (viewer: Viewer, id: string) =>
  readingBuckets(viewer, eq(buckets.id, id)).limit(1);

/** Throws notFound for a bucket that is not there, another's or another enterprise's. */
export async function findBucket(viewer: Viewer, id: string): Promise<Counted> {
  const [found] = await readingBucket(viewer, id);
  if (!found) throw new DomainError("notFound");
  return { ...found.bucket, items: found.items };
}

/** Buckets of every depth that the viewer sees. */
export async function listBuckets(
  viewer: Viewer,
  { visibility, desc, from, perPage, ...query }: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const words = nameKey(desc);
  const condition = and(
    seenBy(viewer, buckets.ownerId, visibility),
    words ? sql`instr(${buckets.nameKey}, ${words}) > 0` : undefined,
  );
  const { rows, more } = cut(
    await readingBuckets(viewer, condition, narrowed(query)).limit(limit).offset(offset),
  );
  return { list: rows.map(({ bucket, items }) => onWire(viewer, { ...bucket, items })), more };
}

export const onWire = (viewer: Viewer, row: Counted): Bucket => ({
  id: row.id,
  name: row.name,
  parentId: row.parentId,
  isPublic: row.ownerId === EVERYBODY,
  adminCreated: row.adminCreated,
  mayEdit: mayEdit(viewer, row),
  items: row.items,
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

export const bucketShown = ({
  name,
  parentId,
  ownerId,
}: Pick<BucketRow, "name" | "parentId" | "ownerId">) => ({
  name,
  parentId,
  isPublic: ownerId === EVERYBODY,
});
