import { eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import { EXPORT_DAYS } from "#workers/contract/endpoints/enterprise-data.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { enterprisePlan, type ExportStore } from "../backups/enterprise-export.ts";
import { type ExportPlan, exportPages } from "../backups/export-pages.ts";
import { exportsPrefix } from "../backups/stored-files.ts";
import { type Ctx, directoryCtxOf, iso } from "../ctx.ts";
import { dropEnded, endedBefore } from "../jobs/ended.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { writingMail } from "../mail/write.ts";
import type { MailDeps } from "../identity/letters.ts";

const DAY_MS = 24 * 3_600_000;
const DELETED_AT_ONCE = 1_000;

export interface ExportDeps {
  directory: DirectoryDb;
  files: ExportStore & { delete(keys: string[]): Promise<unknown> };
  mail: MailDeps;
}

/** Makes the files of an enterprise's export, page after page, and mails whoever has asked for it. */
export function enterpriseExportPages(
  ctx: Ctx,
  held: HeldJob,
  payload: JobPayload<"enterprise.export">,
  { directory, files, mail }: ExportDeps,
): () => Promise<PageEnd> {
  const { enterpriseId } = ctx;
  const plan = async (): Promise<ExportPlan> => {
    // One is kept: two would be the room of two.
    if (payload.source === "") await dropExports(files, exportsPrefix(enterpriseId), held.job.id);
    const wanted = { ...payload, enterpriseId, jobId: held.job.id };
    const planned = await enterprisePlan(ctx, directory, wanted, files);
    return {
      ...planned,
      async finish() {
        await planned.finish();
        await mailReady(ctx, directory, mail, { userId: payload.userId, jobId: held.job.id });
      },
    };
  };
  return exportPages(ctx, held, payload, plan, files);
}

/** The letter has the job's id, so that it is written once by however many workers. */
async function mailReady(
  ctx: Ctx,
  directory: DirectoryDb,
  { ring, link }: MailDeps,
  { userId, jobId }: { userId: string; jobId: string },
): Promise<void> {
  const { enterpriseId, actor, now, after } = ctx;
  const [to] = await directory
    .select({ email: users.email, name: users.name, language: users.language, enterprise: enterprises.name })
    .from(users)
    .innerJoin(enterprises, eq(enterprises.id, users.enterpriseId))
    .where(eq(users.id, userId));
  if (!to) return;
  const directoryCtx = directoryCtxOf(directory, enterpriseId, { ...actor, after }, { now });
  const letter = {
    template: "exportReady" as const,
    to: { address: to.email, name: to.name, language: to.language },
    facts: [to.enterprise, iso(now() + EXPORT_DAYS * DAY_MS).slice(0, 10)],
    link: link("/admin/details"),
  };
  const { statement } = await writingMail(directoryCtx, ring, letter, `export-${jobId}`);
  await statement.onConflictDoNothing();
}

/** Deletes the files of an enterprise's exports, all but those of one. */
export async function dropExports(
  files: Pick<ExportDeps["files"], "list" | "delete">,
  prefix: string,
  keep = "",
): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const page = await files.list({
      prefix,
      include: ["customMetadata"],
      ...(cursor !== undefined && { cursor }),
    });
    const keys = page.objects.map(({ key }) => key);
    const old = keep === "" ? keys : keys.filter((key) => !key.startsWith(`${prefix}${keep}/`));
    for (let at = 0; at < old.length; at += DELETED_AT_ONCE)
      await files.delete(old.slice(at, at + DELETED_AT_ONCE));
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

/** Deletes exports that can't be downloaded any more, and then their rows. */
export async function dropOldExports(
  db: Pick<Ctx["db"], "$client">,
  files: Pick<ExportDeps["files"], "list" | "delete">,
  now: number,
): Promise<void> {
  for (const { id, enterpriseId } of await endedBefore(db, "enterprise.export", now - EXPORT_DAYS * DAY_MS)) {
    await dropExports(files, `${exportsPrefix(enterpriseId)}${id}/`);
    await dropEnded(db, enterpriseId, id);
  }
}
