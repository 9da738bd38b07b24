import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { artifacts, buckets } from "#db/tenant/library.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { moveIntoBucket as moving } from "#workers/contract/endpoints/library.ts";
import { LIBRARY } from "#workers/contract/library.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { type ArtifactRow, readingArtifacts, visible } from "./artifact.ts";
import type { BucketRow } from "./bucket.ts";
import { narrowed, sought } from "./list.ts";
import { startMove } from "./start-move.ts";
import { heightOf, readingTree, staysATree, wayUp } from "./tree.ts";
import { editable, invalidAt, refuseUneditable, type Viewer } from "./viewer.ts";

type Chosen = InputOf<typeof moving>["body"];
type Moved = ReplyOf<typeof moving>;

const among = (column: SQLiteColumn, ids: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Moves entries and buckets into a bucket: all that were named, or none. Of those that match, as many as go at once that are
 * not there yet and that the viewer may change.
 */
export async function moveIntoBucket(viewer: Viewer, id: string, chosen: Chosen): Promise<Moved> {
  const found = await readChosen(viewer, chosen, ne(artifacts.bucketId, id));
  const target = placeIn(viewer, found, id, chosen.buckets);
  return moveFound(viewer, chosen, { found, target, where: { to: id } });
}

/** Moves what was found; where more match than go at once, a job moves them. */
async function moveFound(
  viewer: Viewer,
  { matching }: Chosen,
  { found, target, where }: { found: Found; target: Place; where: { to: string } | { from: string } },
): Promise<Moved> {
  if (!matching || !found.more) return put(viewer, found, target);
  const { changed } = await put(viewer, { ...found, rows: [] }, target);
  return { changed, job: await startMove(viewer, matching, where) };
}

/** Where they go, if what was found may go there. */
export function placeIn(
  viewer: Viewer,
  { tree, rows, moved }: Found,
  id: string,
  chosen: readonly string[] = [],
): Place {
  const target = tree.find((each) => each.id === id);
  if (!target) throw new DomainError("notFound");
  if (wayUp(tree, id).some((each) => chosen.includes(each))) {
    throw invalidAt("buckets", texts.intoItself);
  }
  if ([...rows, ...moved].some(({ ownerId }) => ownerId !== target.ownerId)) {
    throw invalidAt(rows.length > 0 ? "artifacts" : "buckets", texts.bucketOther);
  }
  const height = Math.max(0, ...moved.map((each) => heightOf(tree, each.id)));
  if (height > 0 && wayUp(tree, id).length + height > LIBRARY.depth) {
    throw invalidAt("buckets", texts.tooDeep(LIBRARY.depth));
  }
  return { place: id, name: target.name, when: staysATree(viewer, id, chosen, height) };
}

/** Takes entries and buckets out of a bucket to the top; what is not in it is left alone. */
export async function removeFromBucket(viewer: Viewer, id: string, chosen: Chosen): Promise<Moved> {
  const found = await readChosen(viewer, chosen, eq(artifacts.bucketId, id));
  const target = placeOutOf(found, id);
  const { tree, rows, moved, more } = found;
  const inside = {
    tree,
    more,
    rows: rows.filter(({ bucketId }) => bucketId === id),
    moved: moved.filter(({ parentId }) => parentId === id),
  };
  return moveFound(viewer, chosen, { found: inside, target, where: { from: id } });
}

/** The top, for what comes out of a bucket. */
export function placeOutOf({ tree }: Found, id: string): Place {
  const source = tree.find((each) => each.id === id);
  if (!source) throw new DomainError("notFound");
  return { place: "", name: source.name, when: sql`1` };
}

export interface Place {
  place: string;
  name: string;
  /** The condition under which they go there. */
  when: SQL;
}

export interface Found {
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
export async function readChosen(viewer: Viewer, chosen: Chosen, outside: SQL | undefined): Promise<Found> {
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

async function put(viewer: Viewer, { rows, moved }: Found, { place, name, when }: Place): Promise<Moved> {
  const changed = rows.length + moved.length;
  if (changed === 0) return { changed, job: null };
  const work = viewer.db.batch([guard(viewer, when), ...putting(viewer, { rows, moved }, { place, name })]);
  try {
    await mapConflicts(work, { "buckets.name_key": "bucketNameTaken" });
  } catch (error) {
    // Somebody has moved or deleted the bucket meanwhile.
    if (guardFailed(error)) throw invalidAt("buckets", texts.movedMeanwhile);
    throw error;
  }
  return { changed, job: null };
}

/** The statements that move what was found, the entries first. */
export function putting(
  viewer: Viewer,
  { rows, moved }: Pick<Found, "rows" | "moved">,
  { place, name }: Pick<Place, "place" | "name">,
) {
  const { db, enterpriseId, actor, now } = viewer;
  const ids = { artifacts: rows.map(({ id }) => id), buckets: moved.map(({ id }) => id) };
  const by = { updatedBy: actor.name, updatedAt: now() };
  const theirs = (table: typeof artifacts | typeof buckets, some: readonly string[]) =>
    and(eq(table.enterpriseId, enterpriseId), among(table.id, some), editable(viewer, table));
  return [
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
  ] as const;
}
