import { and, eq, inArray, sql } from "drizzle-orm";
import { artifacts } from "#db/tenant/library.ts";
import { messages } from "#db/tenant/messages.ts";
import { templates } from "#db/tenant/templates.ts";
import type {
  getArtifact as getContract,
  listArtifacts as listContract,
} from "#workers/contract/endpoints/library.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "../error.ts";
import { counting, page } from "../page.ts";
import { onWire, readingArtifact, readingArtifacts, visible } from "./artifact.ts";
import { editable, type Viewer } from "./viewer.ts";

type Query = InputOf<typeof listContract>["query"];

/** Conditions of a list of entries, and of the counts of buckets. */
export const narrowed = ({
  type,
  mediaType,
  deptId,
}: Partial<Pick<Query, "type" | "mediaType" | "deptId">>) =>
  and(
    type === undefined ? undefined : sql`${artifacts.type} = ${type}`,
    mediaType ? sql`${artifacts.data} ->> '$.type' = ${mediaType}` : undefined,
    deptId ? inArray(artifacts.departmentId, ["", deptId]) : undefined,
  );

/** Entries that the viewer sees, by their owner, their words and their bucket. */
export const sought = (
  viewer: Viewer,
  { visibility, desc, bucketId }: Pick<Query, "visibility" | "desc" | "bucketId">,
) =>
  and(
    visible(viewer, visibility),
    desc ? sql`instr(${artifacts.words}, ${desc.toLowerCase()}) > 0` : undefined,
    bucketId ? eq(artifacts.bucketId, bucketId) : undefined,
  );

/** Entries that the viewer sees, newest change first. */
export async function listArtifacts(
  viewer: Viewer,
  { visibility, desc, bucketId, adminView, from, perPage, ...query }: Query,
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const which = and(
    sought(viewer, { visibility, desc, bucketId }),
    narrowed(query),
    adminView ? eq(artifacts.adminCreated, true) : undefined,
  );
  const [found, [all], [mine]] = await viewer.db.batch([
    readingArtifacts(viewer, which).limit(limit).offset(offset),
    counting(viewer, artifacts, which),
    counting(viewer, artifacts, and(which, editable(viewer, artifacts))),
  ]);
  const { rows, more } = cut(found);
  return {
    artifacts: rows.map((row) => onWire(viewer, row)),
    more,
    total: all?.total ?? 0,
    changeable: mine?.total ?? 0,
  };
}

const MOST_TEMPLATES = 50;

/** One entry, with the templates and the number of messages that use its file. */
export async function getArtifact(viewer: Viewer, id: string): Promise<ReplyOf<typeof getContract>> {
  const { db, enterpriseId } = viewer;
  // A file of the entry that the viewer sees; none for any other.
  const file = sql`(SELECT file_id FROM (${readingArtifact(viewer, id).getSQL()}))`;
  const [[row], inTemplates, [inMessages]] = await db.batch([
    readingArtifact(viewer, id),
    db
      .select({ id: templates.id, name: templates.name, language: templates.language })
      .from(templates)
      .where(
        and(
          eq(templates.enterpriseId, enterpriseId),
          sql`EXISTS (SELECT 1 FROM json_tree(${templates.components}) j WHERE j.key = 'fileId' AND j.value = ${file})`,
        ),
      )
      .orderBy(templates.name, templates.language)
      .limit(MOST_TEMPLATES),
    db
      .select({ count: sql<number>`count(*)`.as("used") })
      .from(messages)
      .where(
        and(
          eq(messages.enterpriseId, enterpriseId),
          sql`${messages.body} ->> '$.medium.fileId' = ${file}`,
          sql`${messages.body} ->> '$.medium.fileId' IS NOT NULL`,
        ),
      ),
  ]);
  if (!row) throw new DomainError("notFound");
  return {
    artifact: onWire(viewer, row),
    usedIn: { templates: inTemplates, messages: inMessages?.count ?? 0 },
  };
}
