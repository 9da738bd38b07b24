import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import { EXPORT_DAYS, type EnterpriseExport } from "#workers/contract/endpoints/enterprise-data.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import type { DirectoryDb } from "#db/client.ts";
import { audited, auditedIf } from "../audit.ts";
import { exportOf, summaryOf, type ExportReader, volume } from "../backups/enterprise-export.ts";
import { NEWEST } from "../backups/shape.ts";
import { type Ctx, type DirectoryCtx, iso } from "../ctx.ts";
import { inDownloadSlot } from "../download-slots.ts";
import { DomainError } from "../error.ts";
import {
  confirmed,
  type ConfirmSecrets,
  guardRoom,
  type Own,
  readOwn,
  whileConfirmed,
} from "../identity/confirm.ts";
import { jobRow, latestJob, openJob } from "../jobs/open.ts";
import { guard } from "../guard.ts";
import { streamOf, zipped } from "../zip-stream.ts";

const DAY_MS = 24 * 3_600_000;
const KIND = "enterprise.export";

/** Refuses everybody else, before all data goes away or is deleted. */
export function requireAdministrator({ user }: Pick<Own, "user">): void {
  if (!isAdministrator(user.roles)) throw new DomainError("forbidden", { message: texts.onlyAdministrators });
}

/** Begins an export, or joins the one that is being made. */
export async function beginExport(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  sessionId: string,
  confirmation: Confirmation,
  secrets: ConfirmSecrets,
): Promise<{ jobId: string; joined: boolean }> {
  const [[own], schemas] = await Promise.all([
    readOwn(directoryCtx, sessionId),
    schemasOf(ctx, directoryCtx.db),
  ]);
  requireAdministrator(own);
  const { user } = own;
  const proof = await confirmed(directoryCtx, own, confirmation, secrets);
  await whileConfirmed(
    directoryCtx,
    proof,
    directoryCtx.db.batch([
      guard(directoryCtx, proof.condition),
      guardRoom(directoryCtx, proof),
      ...proof.statements,
    ]),
    new DomainError("wrongCode"),
  );
  const { enterpriseId } = ctx;
  const payload = {
    schemas,
    begunAt: ctx.now(),
    userId: user.id,
    source: "",
    part: 0,
    after: "[]",
  };
  return openJob(ctx, { kind: KIND, subject: enterpriseId, payload }, (jobId, isNew) => [
    auditedIf(
      ctx,
      { action: "export", kind: "enterprise", object: { id: enterpriseId, name: "" }, after: { jobId } },
      isNew,
    ),
  ]);
}

/** The newest migrations of both databases. */
async function schemasOf({ db }: Pick<Ctx, "db">, directory: DirectoryDb): Promise<string> {
  const names = await Promise.all(
    [db, directory].map(({ $client }) => $client.prepare(NEWEST).first<string>("name")),
  );
  return names.join();
}

/** The state of the newest export. */
export async function exportState(ctx: Ctx, files: ExportReader): Promise<EnterpriseExport> {
  const job = await latestJob(ctx, KIND, ctx.enterpriseId);
  const isOpen = job?.state === "waiting" || job?.state === "running";
  const until = (job?.updatedAt ?? 0) + EXPORT_DAYS * DAY_MS;
  const none = { jobId: isOpen ? (job?.id ?? null) : null, failed: job?.state === "failed", ready: null };
  if (!job || job.state !== "done" || until < ctx.now()) return none;
  const found = await summaryOf(files, exportOf(ctx.enterpriseId, job.id));
  if (!found) return none;
  return { ...none, ready: { id: job.id, at: iso(job.createdAt), until: iso(until), ...found } };
}

/** Streams one archive of an export that is complete; each download is in the audit trail. */
export async function downloadExport(
  ctx: Ctx,
  { id, part }: { id: string; part: number },
  files: ExportReader,
): Promise<ReadableStream<Uint8Array>> {
  const job = await jobRow(ctx, id);
  const isThere =
    job?.kind === KIND && job.state === "done" && job.updatedAt + EXPORT_DAYS * DAY_MS >= ctx.now();
  const entries = isThere
    ? await volume(files, ctx.enterpriseId, exportOf(ctx.enterpriseId, id), part)
    : undefined;
  if (!entries) throw new DomainError("notFound");
  return inDownloadSlot(ctx, "enterprise", async () => {
    await audited(ctx, {
      action: "export",
      kind: "enterprise",
      object: { id: ctx.enterpriseId, name: "" },
      after: { jobId: id, part },
    });
    return streamOf(zipped(entries));
  });
}
