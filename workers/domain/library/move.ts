import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { artifacts, buckets } from "#db/tenant/library.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { moveIntoBucket as moving } from "#workers/contract/endpoints/library.ts";
import { LIBRARY } from "#workers/contract/library.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { type ArtifactRow, readingArtifacts, visible } from "./artifact.ts";
import type { BucketRow } from "./bucket.ts";
import { narrowed, sought } from "./list.ts";
import { heightOf, readingTree, staysATree, wayUp } from "./tree.ts";
import { editable, invalidAt, refuseUneditable, type Viewer } from "./viewer.ts";

type Chosen = InputOf<typeof moving>["body"];
interface Moved {
  changed: number;
  more: boolean;
}

const among = (column: SQLiteColumn, ids: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Moves entries and buckets into a bucket: all that were named, or none. Of those that match, as many as go at once that are
 * not there yet and that the viewer may change.
 */
export async function moveIntoBucket(viewer: Viewer, id: string, chosen: Chosen): Promise<Moved> {
  const { tree, rows, moved, more } = await readChosen(viewer, chosen, ne(artifacts.bucketId, id));
  const target = tree.find((each) => each.id === id);
  if (!target) throw new DomainError("notFound");
  if (wayUp(tree, id).some((each) => chosen.buckets.includes(each))) {
    throw invalidAt("buckets", texts.intoItself);
  }
  if ([...rows, ...moved].some(({ ownerId }) => ownerId !== target.ownerId)) {
    throw invalidAt(rows.length > 0 ? "artifacts" : "buckets", texts.bucketOther);
  }
  const height = Math.max(0, ...moved.map((each) => heightOf(tree, each.id)));
  if (height > 0 && wayUp(tree, id).length + height > LIBRARY.depth) {
    throw invalidAt("buckets", texts.tooDeep(LIBRARY.depth));
  }
  return put(
    viewer,
    { tree, rows, moved, more },
    { place: id, name: target.name, when: staysATree(viewer, id, chosen.buckets, height) },
  );
}

/** Takes entries and buckets out of a bucket to the top; what is not in it is left alone. */
export async function removeFromBucket(viewer: Viewer, id: string, chosen: Chosen): Promise<Moved> {
  const { tree, rows, moved, more } = await readChosen(viewer, chosen, eq(artifacts.bucketId, id));
  const source = tree.find((each) => each.id === id);
  if (!source) throw new DomainError("notFound");
  const inside = {
    tree,
    more,
    rows: rows.filter(({ bucketId }) => bucketId === id),
    moved: moved.filter(({ parentId }) => parentId === id),
  };
  return put(viewer, inside, { place: "", name: source.name, when: sql`1` });
}

interface Found {
  tree: readonly BucketRow[];
  rows: readonly ArtifactRow[];
  moved: readonly BucketRow[];
  /** Whether more entries match than go at once. */
  more: boolean;
}

/**
 * Reads the chosen entries and buckets; of those that match, the ones that are `outside` where they go. Throws notFound unless
 * all that were named are there, forbidden unless they are the viewer's to change.
 */
async function readChosen(viewer: Viewer, chosen: Chosen, outside: SQL | undefined): Promise<Found> {
  const { matching } = chosen;
  if (!matching && chosen.artifacts.length + chosen.buckets.length === 0)
    throw invalidAt("artifacts", texts.nothingChosen);
  const [tree, found] = await viewer.db.batch([
    readingTree(viewer),
    readingArtifacts(
      viewer,
      matching
        ? and(sought(viewer, matching), narrowed(matching), outside, editable(viewer, artifacts))
        : and(visible(viewer), among(artifacts.id, chosen.artifacts)),
    ).limit(LIBRARY.matchingAtOnce + 1),
  ]);
  const rows = found.slice(0, LIBRARY.matchingAtOnce);
  const moved = tree.filter(({ id }) => chosen.buckets.includes(id));
  const isAll =
    (matching !== undefined || rows.length === new Set(chosen.artifacts).size) &&
    moved.length === new Set(chosen.buckets).size;
  if (!isAll) throw new DomainError("notFound");
  for (const row of [...rows, ...moved]) refuseUneditable(viewer, row);
  return { tree, rows, moved, more: found.length > rows.length };
}

async function put(
  viewer: Viewer,
  { rows, moved, more }: Found,
  { place, name, when }: { place: string; name: string; when: SQL },
): Promise<Moved> {
  const { db, enterpriseId, actor, now } = viewer;
  const ids = { artifacts: rows.map(({ id }) => id), buckets: moved.map(({ id }) => id) };
  const changed = rows.length + moved.length;
  if (changed === 0) return { changed, more };
  const by = { updatedBy: actor.name, updatedAt: now() };
  const theirs = (table: typeof artifacts | typeof buckets, some: readonly string[]) =>
    and(eq(table.enterpriseId, enterpriseId), among(table.id, some), editable(viewer, table));
  const work = db.batch([
    guard(viewer, when),
    db
      .update(artifacts)
      .set({ bucketId: place, revision: sql`${artifacts.revision} + 1`, ...by })
      .where(theirs(artifacts, ids.artifacts)),
    db
      .update(buckets)
      .set({ parentId: place, revision: sql`${buckets.revision} + 1`, ...by })
      .where(theirs(buckets, ids.buckets)),
    audited(viewer, {
      action: "move",
      kind: "bucket",
      object: { id: place, name },
      before: {
        artifacts: rows.map(({ id, bucketId }) => [id, bucketId]),
        buckets: moved.map(({ id, parentId }) => [id, parentId]),
      },
      after: ids,
    }),
  ]);
  try {
    await mapConflicts(work, { "buckets.name_key": "bucketNameTaken" });
  } catch (error) {
    // Somebody has moved or deleted the bucket meanwhile.
    if (guardFailed(error)) throw invalidAt("buckets", texts.movedMeanwhile);
    throw error;
  }
  return { changed, more };
}
