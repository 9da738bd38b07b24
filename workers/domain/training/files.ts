import { and, eq } from "drizzle-orm";
import { modelVersions } from "#db/tenant/bots.ts";
import { describe } from "../error.ts";
import { openJobsAbout } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";

/** Storage of the model files: the part of an R2 bucket that is used. */
export interface Files {
  put(key: string, bytes: Uint8Array | string): Promise<unknown>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer>; text(): Promise<string> } | null>;
  delete(keys: string | string[]): Promise<void>;
  list(options: { prefix: string; cursor?: string }): Promise<FilePage>;
}
/** The part of an R2 bucket that reading a model uses. */
export interface ModelFiles {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
}

interface FilePage {
  objects: { key: string }[];
  truncated: boolean;
  cursor?: string;
}

/** All model files of a bot are below this, in a folder for each job. */
export const modelFolder = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, agentId: string): string =>
  `${enterpriseId}/models/${agentId}/`;

/** The file of the bot's encoded phrases, kept from one training to the next. */
export const encodedFile = (ctx: Pick<Ctx, "enterpriseId">, agentId: string): string =>
  `${modelFolder(ctx, agentId)}sentences`;

/** The names below a folder, a page at a time. */
export async function* keysBelow(files: Pick<Files, "list">, prefix: string): AsyncGenerator<string[]> {
  let cursor: string | undefined;
  do {
    const page: FilePage = await files.list({ prefix, ...(cursor !== undefined && { cursor }) });
    yield page.objects.map(({ key }) => key);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

/**
 * Deletes the bot's model files of no version and no open training: of versions no longer kept, trainings cancelled or
 * failed, workers that died. A failure is for the log: the next training tidies again.
 */
export async function tidyFiles(ctx: Ctx, agentId: string, files: Files): Promise<void> {
  const folder = modelFolder(ctx, agentId);
  try {
    for await (const keys of keysBelow(files, folder)) {
      // Queried after the listing: a job whose files were listed is still open by now, or has made its version.
      const needed = await neededFiles(ctx, agentId);
      const gone = keys.filter((key) => !needed(key));
      if (gone.length > 0) await files.delete(gone);
    }
  } catch (error) {
    console.log(JSON.stringify({ level: "warn", source: "tidyFiles", agentId, failure: describe(error) }));
  }
}

async function neededFiles(ctx: Ctx, agentId: string): Promise<(key: string) => boolean> {
  const { db, enterpriseId } = ctx;
  const [versions, open] = await db.batch([
    db
      .select({
        file: modelVersions.file,
        contentFile: modelVersions.contentFile,
        findings: modelVersions.findings,
        report: modelVersions.report,
      })
      .from(modelVersions)
      .where(and(eq(modelVersions.enterpriseId, enterpriseId), eq(modelVersions.agentId, agentId))),
    openJobsAbout(ctx, agentId),
  ]);
  const named = new Set([
    encodedFile(ctx, agentId),
    ...versions.flatMap(({ file, contentFile, findings, report }) => [
      file,
      contentFile,
      findings?.file,
      report.vectors?.file,
    ]),
  ]);
  const folders = open.map(({ id }) => `${modelFolder(ctx, agentId)}${id}/`);
  return (key) => named.has(key) || folders.some((folder) => key.startsWith(folder));
}
