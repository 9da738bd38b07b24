import { and, desc, eq, or, sql, type SQL } from "drizzle-orm";
import { departmentUsers } from "#db/tenant/departments.ts";
import { artifacts } from "#db/tenant/library.ts";
import type { Artifact } from "#workers/contract/endpoints/library.ts";
import { iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { EVERYBODY, mayEdit, seenBy, type Viewer } from "./viewer.ts";

export type ArtifactRow = typeof artifacts.$inferSelect;

/** An entry of one department is offered to its people, to its author and to administrators. */
const offeredTo = ({ db, enterpriseId, actor, isAdmin }: Viewer): SQL | undefined =>
  isAdmin
    ? undefined
    : or(
        eq(artifacts.departmentId, ""),
        eq(artifacts.createdBy, actor.userId),
        sql`${artifacts.departmentId} IN ${db
          .select({ id: departmentUsers.departmentId })
          .from(departmentUsers)
          .where(
            and(eq(departmentUsers.enterpriseId, enterpriseId), eq(departmentUsers.userId, actor.userId)),
          )}`,
      );

/** Entries that the viewer sees. */
export const visible = (viewer: Viewer, visibility?: "public" | "private"): SQL | undefined =>
  and(
    eq(artifacts.enterpriseId, viewer.enterpriseId),
    seenBy(viewer, artifacts.ownerId, visibility),
    offeredTo(viewer),
  );

/** A statement that reads entries, newest change first. */
export const readingArtifacts = (viewer: Viewer, condition: SQL | undefined) =>
  viewer.db.select().from(artifacts).where(condition).orderBy(desc(artifacts.updatedAt), desc(artifacts.id));

export const readingArtifact = (viewer: Viewer, id: string) =>
  readingArtifacts(viewer, and(visible(viewer), eq(artifacts.id, id))).limit(1);

/** Throws notFound for an entry that is not there, another's or another enterprise's. */
export async function findArtifact(viewer: Viewer, id: string): Promise<ArtifactRow> {
  const [row] = await readingArtifact(viewer, id);
  if (!row) throw new DomainError("notFound");
  return row;
}

export const onWire = (viewer: Viewer, row: ArtifactRow): Artifact => ({
  _id: row.id,
  type: row.type,
  data: row.data,
  deptId: row.departmentId,
  bucketId: row.bucketId,
  isPublic: row.ownerId === EVERYBODY,
  adminCreated: row.adminCreated,
  mayEdit: mayEdit(viewer, row),
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});
