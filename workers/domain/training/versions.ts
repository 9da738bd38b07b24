import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/bots.ts";
import {
  type getVersion as versionContract,
  type listVersions as contract,
  trainingFindings,
  type TrainingFindings,
  type VersionSummary,
} from "#workers/contract/endpoints/training.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { thisAgent, withAgent } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { page } from "../page.ts";
import { iso, type Ctx } from "../ctx.ts";
import { compare } from "./compare.ts";
import type { Files, ModelFiles } from "./files.ts";
import { readWhole } from "./model-cache.ts";

export type VersionRow = typeof modelVersions.$inferSelect;

/** Limit of the versions kept per bot; the serving one always is. */
const MOST_VERSIONS = 20;

const ofAgent = ({ enterpriseId }: Ctx, agentId: string) =>
  and(eq(modelVersions.enterpriseId, enterpriseId), eq(modelVersions.agentId, agentId));

const summaryOf = (row: VersionRow, serving: string | null): VersionSummary => ({
  version: row.version,
  serving: row.id === serving,
  modelType: row.modelType,
  trainedAt: iso(row.createdAt),
  trainedBy: row.trainedBy,
  intents: row.report.intents,
  phrases: row.report.phrases,
  accuracy: row.report.accuracy,
  milliseconds: row.report.milliseconds,
  bytes: row.bytes,
  tests: { right: row.findings?.tests.right ?? 0, total: row.findings?.tests.total ?? 0 },
  hasContent: row.contentFile !== null,
});

/** The trained versions of a bot, newest first. */
export async function listVersions(
  ctx: Ctx,
  agentId: string,
  paging: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const [agent, found] = await withAgent(
    ctx,
    agentId,
    ctx.db
      .select()
      .from(modelVersions)
      .where(ofAgent(ctx, agentId))
      .orderBy(desc(modelVersions.version))
      .limit(limit)
      .offset(offset),
  );
  const { rows, more } = cut(found);
  return { versions: rows.map((row) => summaryOf(row, agent.modelVersionId)), more };
}

const readingVersion = (ctx: Ctx, agentId: string, version: number) =>
  ctx.db
    .select()
    .from(modelVersions)
    .where(and(ofAgent(ctx, agentId), eq(modelVersions.version, version)))
    .limit(1);

/** One version's row by its number; noSuchVersion when it is not there. */
export async function versionRow(ctx: Ctx, agentId: string, version: number): Promise<VersionRow> {
  const [row] = await readingVersion(ctx, agentId, version);
  if (!row) throw new DomainError("noSuchVersion");
  return row;
}

/** A version with its findings, and its changes for better and worse since the one before it that is still kept. */
export async function getVersion(
  ctx: Ctx,
  agentId: string,
  version: number,
  files: Pick<Files, "get">,
): Promise<ReplyOf<typeof versionContract>> {
  const [agent, [row], [before]] = await withAgent(
    ctx,
    agentId,
    readingVersion(ctx, agentId, version),
    ctx.db
      .select()
      .from(modelVersions)
      .where(and(ofAgent(ctx, agentId), lt(modelVersions.version, version)))
      .orderBy(desc(modelVersions.version))
      .limit(1),
  );
  if (!row) throw new DomainError("noSuchVersion");
  const [findings, older] = await Promise.all([readFindings(row, files), readFindings(before, files)]);
  return {
    ...summaryOf(row, agent.modelVersionId),
    findings,
    comparison: before && older && findings ? { with: before.version, ...compare(older, findings) } : null,
  };
}

/** The findings of a training; null where they are not kept, or have an outdated shape. */
async function readFindings(
  row: VersionRow | undefined,
  files: Pick<Files, "get">,
): Promise<TrainingFindings | null> {
  const object = row?.findings?.file ? await files.get(row.findings.file) : null;
  return object ? (trainingFindings.safeParse(JSON.parse(await object.text())).data ?? null) : null;
}

/**
 * Lets a version answer from now on. The phrases stay as they are; training again makes a new version of them. A
 * version that could not answer is refused before anything changes: modelMissing, modelOutdated.
 */
export async function serveVersion(
  ctx: Ctx,
  agentId: string,
  version: number,
  files: ModelFiles,
): Promise<VersionSummary> {
  const [agent, [row]] = await withAgent(ctx, agentId, readingVersion(ctx, agentId, version));
  if (!row) throw new DomainError("noSuchVersion");
  await readWhole(files, { ...row, vectorFile: row.report.vectors?.file });
  const kept = sql`EXISTS (SELECT 1 FROM model_versions WHERE id = ${row.id})`;
  try {
    await ctx.db.batch([
      // It may have been the oldest, and a training has ended meanwhile.
      guard(ctx, kept),
      ctx.db.update(agents).set({ modelVersionId: row.id }).where(thisAgent(ctx, agentId)),
      audited(ctx, {
        action: "serve",
        kind: "agent",
        object: agent,
        before: { modelVersionId: agent.modelVersionId },
        after: { modelVersionId: row.id, version },
      }),
    ]);
  } catch (error) {
    throw guardFailed(error) ? new DomainError("noSuchVersion") : error;
  }
  return summaryOf(row, row.id);
}

/** The number of the bot's next version. */
export const nextVersion = ({ enterpriseId }: Ctx, agentId: string) =>
  sql<number>`(SELECT coalesce(max(version), 0) + 1 FROM model_versions
    WHERE enterprise_id = ${enterpriseId} AND agent_id = ${agentId})`;

/**
 * Deletes the oldest versions above MOST_VERSIONS, to make room for another; one statement, so that a version that
 * serves, or was just chosen to, is never among them. Their files are tidied away afterwards.
 */
export const forgettingOldVersions = (ctx: Ctx, agentId: string) => {
  const { enterpriseId } = ctx;
  const old = sql`(SELECT id FROM model_versions WHERE enterprise_id = ${enterpriseId} AND agent_id = ${agentId}
    ORDER BY version DESC LIMIT -1 OFFSET ${MOST_VERSIONS - 1})`;
  const serving = sql`(SELECT coalesce(model_version_id, '') FROM agents WHERE id = ${agentId})`;
  return ctx.db
    .delete(modelVersions)
    .where(
      and(ofAgent(ctx, agentId), inArray(modelVersions.id, old), sql`${modelVersions.id} <> ${serving}`),
    );
};
