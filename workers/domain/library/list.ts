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
import { page } from "../page.ts";
import { onWire, readingArtifact, readingArtifacts, visible } from "./artifact.ts";
import type { Viewer } from "./viewer.ts";

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

/** Entries that the viewer sees, newest change first. */
export async function listArtifacts(
  viewer: Viewer,
  { visibility, desc, bucketId, adminView, from, perPage, ...query }: Query,
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const words = desc.toLowerCase();
  const found = await readingArtifacts(
    viewer,
    and(
      visible(viewer, visibility),
      narrowed(query),
      words ? sql`instr(${artifacts.words}, ${words}) > 0` : undefined,
      bucketId ? eq(artifacts.bucketId, bucketId) : undefined,
      adminView ? eq(artifacts.adminCreated, true) : undefined,
    ),
  )
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { artifacts: rows.map((row) => onWire(viewer, row)), more };
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
