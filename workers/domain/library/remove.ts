import { and, eq } from "drizzle-orm";
import { artifacts } from "#db/tenant/library.ts";
import { audited } from "../audit.ts";
import { guardRevision, unlessStale } from "../revision.ts";
import { findArtifact } from "./artifact.ts";
import { shown } from "./save.ts";
import { refuseUneditable, type Viewer } from "./viewer.ts";

/** Takes an entry out of the library. Its file stays as long as a message or a template uses it. */
export async function deleteArtifact(viewer: Viewer, id: string): Promise<void> {
  const { db, enterpriseId } = viewer;
  const row = await findArtifact(viewer, id);
  refuseUneditable(viewer, row);
  await unlessStale(
    db.batch([
      guardRevision(viewer, artifacts, id, row.revision),
      db.delete(artifacts).where(and(eq(artifacts.enterpriseId, enterpriseId), eq(artifacts.id, id))),
      audited(viewer, {
        action: "delete",
        kind: "artifact",
        object: { id, name: row.data.name },
        before: shown(row),
      }),
    ]),
    () => findArtifact(viewer, id),
  );
}
