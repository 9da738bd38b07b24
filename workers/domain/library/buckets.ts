import { and, eq, sql } from "drizzle-orm";
import { artifacts, buckets } from "#db/tenant/library.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import type {
  Bucket,
  createBucket as createContract,
  updateBucket as updateContract,
} from "#workers/contract/endpoints/library.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { LIBRARY } from "#workers/contract/library.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { type BucketRow, bucketShown, findBucket, onWire, readingBucket } from "./bucket.ts";
import { depthOf, readingTree } from "./tree.ts";
import { goneAt, invalidAt, ownerOf, refuseUneditable, type Viewer } from "./viewer.ts";

const taken = { "buckets.name_key": "bucketNameTaken" } as const;
const thisBucket = ({ enterpriseId }: Viewer, id: string) =>
  and(eq(buckets.enterpriseId, enterpriseId), eq(buckets.id, id));

/** Adds a bucket; one within another has its owner, whatever is asked. */
export async function createBucket(
  viewer: Viewer,
  { name, parentId, isPublic }: InputOf<typeof createContract>["body"],
): Promise<Bucket> {
  const { db, enterpriseId, actor, now, newId, isAdmin } = viewer;
  const tree = await readingTree(viewer);
  if (tree.length >= LIBRARY.buckets) throw new DomainError("libraryFull");
  const parent = tree.find(({ id }) => id === parentId);
  if (parentId && !parent) throw goneAt("parentId", texts.bucketGone);
  if (parent && depthOf(tree, parent.id) >= LIBRARY.depth) {
    throw invalidAt("parentId", texts.tooDeep(LIBRARY.depth));
  }
  const row: BucketRow = {
    id: newId(),
    enterpriseId,
    ownerId: parent?.ownerId ?? ownerOf(viewer, isPublic),
    parentId,
    name,
    nameKey: nameKey(name),
    createdBy: actor.userId,
    adminCreated: isAdmin,
    ...nextRevision(viewer, null),
    createdAt: now(),
  };
  const there = sql`EXISTS (SELECT 1 FROM ${buckets} WHERE ${thisBucket(viewer, parentId)})`;
  try {
    await mapConflicts(
      db.batch([
        ...(parent ? ([guard(viewer, there)] as const) : []),
        db.insert(buckets).values(row),
        audited(viewer, { action: "create", kind: "bucket", object: row, after: bucketShown(row) }),
      ] as never),
      taken,
    );
  } catch (error) {
    if (guardFailed(error)) throw goneAt("parentId", texts.bucketGone);
    throw error;
  }
  return onWire(viewer, { ...row, items: 0 });
}

/** Renames a bucket; bucketNameTaken for a name that its neighbours have. */
export async function updateBucket(
  viewer: Viewer,
  id: string,
  { name, revision }: InputOf<typeof updateContract>["body"],
): Promise<Bucket> {
  const before = await findBucket(viewer, id);
  refuseUneditable(viewer, before);
  refuseStale(before, revision);
  const set = { name, nameKey: nameKey(name), ...nextRevision(viewer, before) };
  const work = viewer.db.batch([
    guardRevision(viewer, buckets, id, before.revision),
    viewer.db.update(buckets).set(set).where(thisBucket(viewer, id)),
    audited(viewer, {
      action: "update",
      kind: "bucket",
      object: { id, name },
      before: bucketShown(before),
      after: bucketShown({ ...before, ...set }),
    }),
  ]);
  await unlessStale(mapConflicts(work, taken), () => findBucket(viewer, id));
  return onWire(viewer, { ...before, ...set });
}

/** Deletes a bucket; its entries go to where it was. Throws bucketNotEmpty while buckets are in it. */
export async function deleteBucket(viewer: Viewer, id: string): Promise<void> {
  const { db, enterpriseId } = viewer;
  const [[found], [inner]] = await db.batch([
    readingBucket(viewer, id),
    db
      .select({ id: buckets.id })
      .from(buckets)
      .where(and(eq(buckets.enterpriseId, enterpriseId), eq(buckets.parentId, id)))
      .limit(1),
  ]);
  if (!found) throw new DomainError("notFound");
  const { bucket } = found;
  refuseUneditable(viewer, bucket);
  if (inner) throw new DomainError("bucketNotEmpty");
  const unchanged = sql`EXISTS (SELECT 1 FROM ${buckets} WHERE ${thisBucket(viewer, id)} AND ${buckets.parentId} = ${bucket.parentId})
    AND NOT EXISTS (SELECT 1 FROM ${buckets} WHERE ${buckets.enterpriseId} = ${enterpriseId} AND ${buckets.parentId} = ${id})`;
  try {
    await db.batch([
      guard(viewer, unchanged),
      db
        .update(artifacts)
        .set({ bucketId: bucket.parentId })
        .where(and(eq(artifacts.enterpriseId, enterpriseId), eq(artifacts.bucketId, id))),
      db.delete(buckets).where(thisBucket(viewer, id)),
      audited(viewer, { action: "delete", kind: "bucket", object: bucket, before: bucketShown(bucket) }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("bucketNotEmpty");
    throw error;
  }
}
