import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import type {
  getVersion as versionContract,
  listVersions as contract,
  VersionSummary,
} from "#workers/contract/endpoints/training.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow, thisAgent } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { iso, type Scope } from "../scope.ts";
import { compare } from "./compare.ts";
import type { Files } from "./run.ts";

export type VersionRow = typeof modelVersions.$inferSelect;

/** So many versions of an agent are kept; the one that serves always is. */
const MOST_VERSIONS = 20;

const ofAgent = ({ enterpriseId }: Scope, agentId: string) =>
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

/** The trained versions of an agent, newest first. */
export async function listVersions(
  scope: Scope,
  agentId: string,
  paging: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const agent = await agentRow(scope, agentId);
  const { limit, offset, cut } = page(paging);
  const found = await scope.db
    .select()
    .from(modelVersions)
    .where(ofAgent(scope, agentId))
    .orderBy(desc(modelVersions.version))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { versions: rows.map((row) => summaryOf(row, agent.modelVersionId)), more };
}

/** One version's row by its number; noSuchVersion when it is not there. */
export async function versionRow(scope: Scope, agentId: string, version: number): Promise<VersionRow> {
  const [row] = await scope.db
    .select()
    .from(modelVersions)
    .where(and(ofAgent(scope, agentId), eq(modelVersions.version, version)))
    .limit(1);
  if (!row) throw new DomainError("noSuchVersion");
  return row;
}

/** A version with its findings, and what got better and worse since the one before it that is still kept. */
export async function getVersion(
  scope: Scope,
  agentId: string,
  version: number,
): Promise<ReplyOf<typeof versionContract>> {
  const agent = await agentRow(scope, agentId);
  const row = await versionRow(scope, agentId, version);
  const [before] = await scope.db
    .select()
    .from(modelVersions)
    .where(and(ofAgent(scope, agentId), lt(modelVersions.version, version)))
    .orderBy(desc(modelVersions.version))
    .limit(1);
  return {
    ...summaryOf(row, agent.modelVersionId),
    findings: row.findings,
    comparison:
      before?.findings && row.findings
        ? { with: before.version, ...compare(before.findings, row.findings) }
        : null,
  };
}

/** Lets a version answer from now on. The phrases stay as they are; training again makes a new version of them. */
export async function serveVersion(scope: Scope, agentId: string, version: number): Promise<VersionSummary> {
  const agent = await agentRow(scope, agentId);
  const row = await versionRow(scope, agentId, version);
  await scope.db.batch([
    scope.db.update(agents).set({ modelVersionId: row.id }).where(thisAgent(scope, agentId)),
    audited(scope, {
      action: "serve",
      kind: "agent",
      object: agent,
      before: { modelVersionId: agent.modelVersionId },
      after: { modelVersionId: row.id, version },
    }),
  ]);
  return summaryOf(row, row.id);
}

/** Deletes the oldest versions above MOST_VERSIONS: rows first, so that no row ever names a file that is gone. */
export async function forgetOldVersions(scope: Scope, agentId: string, files: Files): Promise<void> {
  const { db } = scope;
  const old = await db
    .select({
      id: modelVersions.id,
      file: modelVersions.file,
      contentFile: modelVersions.contentFile,
      report: modelVersions.report,
    })
    .from(modelVersions)
    .where(
      and(
        ofAgent(scope, agentId),
        ne(modelVersions.id, sql`(SELECT coalesce(model_version_id, '') FROM agents WHERE id = ${agentId})`),
      ),
    )
    .orderBy(desc(modelVersions.version))
    .limit(50)
    .offset(MOST_VERSIONS - 1);
  if (old.length === 0) return;
  await db.delete(modelVersions).where(
    and(
      ofAgent(scope, agentId),
      inArray(
        modelVersions.id,
        old.map(({ id }) => id),
      ),
    ),
  );
  await files.delete(
    old.flatMap(({ file, contentFile, report }) =>
      [file, contentFile, report.vectors?.file].flatMap((each) => each ?? []),
    ),
  );
}
