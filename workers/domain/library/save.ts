import { and, eq, sql } from "drizzle-orm";
import { artifacts, buckets } from "#db/tenant/library.ts";
import type {
  Artifact,
  createArtifact as createContract,
  updateArtifact as updateContract,
} from "#workers/contract/endpoints/library.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { LIBRARY } from "#workers/contract/library.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { type ArtifactRow, findArtifact, onWire, readingArtifact } from "./artifact.ts";
import { type Around, dataOf, readingAround, refusePlace, type Wanted, wordsOf } from "./fields.ts";
import { ownerOf, refuseUneditable, type Viewer } from "./viewer.ts";

/** Puts an entry into the library. Throws invalid at the field that its type needs otherwise. */
export async function createArtifact(
  viewer: Viewer,
  { type, ...wanted }: InputOf<typeof createContract>["body"],
): Promise<Artifact> {
  const { db, enterpriseId } = viewer;
  const [[held], [file], [bucket], [department], fields] = await db.batch([
    db
      .select({ count: sql<number>`count(*)`.as("held") })
      .from(artifacts)
      .where(eq(artifacts.enterpriseId, enterpriseId)),
    ...readingAround(viewer, wanted),
  ]);
  if ((held?.count ?? 0) >= LIBRARY.artifacts) throw new DomainError("libraryFull");
  return write(viewer, type as ArtifactRow["type"], wanted, { file, bucket, department, fields }, null);
}

/** Changes an entry; forbidden for one that is somebody else's to change. */
export async function updateArtifact(
  viewer: Viewer,
  id: string,
  { revision, ...wanted }: InputOf<typeof updateContract>["body"],
): Promise<Artifact> {
  const [[before], [file], [bucket], [department], fields] = await viewer.db.batch([
    readingArtifact(viewer, id),
    ...readingAround(viewer, wanted),
  ]);
  if (!before) throw new DomainError("notFound");
  refuseUneditable(viewer, before);
  refuseStale(before, revision);
  return write(viewer, before.type, wanted, { file, bucket, department, fields }, before);
}

async function write(
  viewer: Viewer,
  type: ArtifactRow["type"],
  wanted: Wanted,
  around: Around,
  before: ArtifactRow | null,
): Promise<Artifact> {
  const { db, enterpriseId, actor, now, newId, isAdmin } = viewer;
  refusePlace(viewer, wanted, around);
  const data = dataOf(type, wanted.data, around);
  const ownerId = ownerOf(viewer, wanted.isPublic);
  const id = before?.id ?? newId();
  const set = {
    data,
    fileId: data.fileId || null,
    words: wordsOf(data),
    ownerId,
    departmentId: wanted.deptId,
    // A bucket that goes meanwhile leaves the entry outside all of them.
    bucketId: sql<string>`coalesce((SELECT ${buckets.id} FROM ${buckets} WHERE ${buckets.enterpriseId} = ${enterpriseId}
      AND ${buckets.id} = ${wanted.bucketId} AND ${buckets.ownerId} = ${ownerId}), '')`,
    ...nextRevision(viewer, before),
  };
  const made = { id, enterpriseId, type, createdBy: actor.userId, adminCreated: isAdmin, createdAt: now() };
  const work = db.batch([
    guardRevision(viewer, artifacts, id, before?.revision ?? 0),
    before
      ? db
          .update(artifacts)
          .set(set)
          .where(and(eq(artifacts.enterpriseId, enterpriseId), eq(artifacts.id, id)))
      : db.insert(artifacts).values({ ...made, ...set }),
    audited(viewer, {
      action: before ? "update" : "create",
      kind: "artifact",
      object: { id, name: data.name },
      before: before && shown(before),
      after: shown({ ...set, bucketId: wanted.bucketId }),
    }),
    readingArtifact(viewer, id),
  ]);
  const results = await unlessStale(work, () => findArtifact(viewer, id));
  const [row] = results.at(-1) as ArtifactRow[];
  if (!row) throw new DomainError("notFound");
  return onWire(viewer, row);
}

/** The form of an entry in the audit trail. */
export const shown = ({
  data,
  ownerId,
  departmentId,
  bucketId,
}: Pick<ArtifactRow, "data" | "ownerId" | "departmentId" | "bucketId">) => ({
  ...data,
  isPublic: ownerId === "",
  departmentId,
  bucketId,
});
