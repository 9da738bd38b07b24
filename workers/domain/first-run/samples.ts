import { eq, sql } from "drizzle-orm";
import { firstRuns } from "#db/tenant/first-run.ts";
import { customerImports, type FileFormat, importFiles } from "#db/tenant/imports.ts";
import { firstRunTexts } from "#texts/first-run.ts";
import type { FirstRun } from "#workers/contract/endpoints/first-run.ts";
import type { Ctx } from "../ctx.ts";
import { liveFields } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import { type Files, partKey } from "../imports/files.ts";
import { startImport, stepImport } from "../imports/steps.ts";
import { sampleCustomers } from "./sample-customers.ts";
import { firstRunNow } from "./state.ts";

const texts = firstRunTexts.samples;
/** Uploaded, as the console says of a file that it has sent. */
const SOURCE = "URL";
type Samples = FirstRun["samples"];

/**
 * Imports the sample customers as any file is imported. Its row names the file before anything is stored, and each step
 * after that is the same once more: what was broken off goes on with the next call.
 */
export async function bringSamples(ctx: Ctx, files: Files): Promise<Samples> {
  const { bytes, format } = sampleCustomers(await liveFields(ctx));
  const path = await fileOfSamples(ctx, bytes.byteLength, format);
  if (path !== null) {
    await files.put(partKey({ enterpriseId: ctx.enterpriseId, id: path }, 1), bytes.buffer as ArrayBuffer);
    const file = { name: texts.file, path, source: SOURCE };
    try {
      await startImport(ctx, files, { file, mapping: undefined, dryRun: false });
    } catch (error) {
      // Whoever pressed at the same time may have begun it.
      const { samples } = await firstRunNow(ctx);
      if (samples.state === "none") throw error;
      return samples;
    }
  }
  return (await firstRunNow(ctx)).samples;
}

/** The file that is to be imported: a new one, or that of a call that was broken off; null while they are there. */
async function fileOfSamples(ctx: Ctx, bytes: number, format: FileFormat): Promise<string | null> {
  const { db, enterpriseId, now, newId } = ctx;
  const [id, at] = [newId(), now()];
  // Nothing is begun as long as the file waits for its import, or the import has not been undone.
  const over = sql`(${firstRuns.importFile} IS NULL
    OR (NOT EXISTS (SELECT 1 FROM ${importFiles} u WHERE u.id = ${firstRuns.importFile})
      AND NOT EXISTS (SELECT 1 FROM ${customerImports} i WHERE i.file = ${firstRuns.importFile}))
    OR EXISTS (SELECT 1 FROM ${customerImports} i WHERE i.file = ${firstRuns.importFile}
      AND (i.state IN ('UNDONE', 'ERROR') OR (i.state = 'COMPLETED'
        AND NOT EXISTS (SELECT 1 FROM import_changes h CROSS JOIN customers k ON k.number = h.customer
          AND k.deleted_at IS NULL WHERE h.import_id = i.id)))))`;
  const [, , [open]] = await db.batch([
    db
      .insert(firstRuns)
      .values({ enterpriseId, kind: null, importFile: id, createdAt: at })
      .onConflictDoUpdate({ target: firstRuns.enterpriseId, set: { importFile: id }, setWhere: over }),
    db
      .insert(importFiles)
      .select(
        sql`SELECT f.import_file, ${enterpriseId}, ${texts.file}, ${bytes}, ${JSON.stringify(format)}, ${at}, ${at}
          FROM ${firstRuns} f WHERE f.enterprise_id = ${enterpriseId}
          AND NOT EXISTS (SELECT 1 FROM ${customerImports} i WHERE i.file = f.import_file)`,
      )
      .onConflictDoUpdate({ target: importFiles.id, set: { bytes, format, updatedAt: at } }),
    db
      .select({ file: firstRuns.importFile })
      .from(firstRuns)
      .where(
        sql`${eq(firstRuns.enterpriseId, enterpriseId)} AND NOT EXISTS
          (SELECT 1 FROM ${customerImports} i WHERE i.file = ${firstRuns.importFile})`,
      )
      .limit(1),
  ]);
  return open?.file ?? null;
}

/** Takes the sample customers away by undoing their import; whoever was edited since goes to the trash. */
export async function removeSamples(ctx: Ctx): Promise<Samples> {
  const { samples } = await firstRunNow(ctx);
  if (samples.state === "coming") throw new DomainError("wrongStep", { message: texts.stillComing });
  if (samples.state === "going") return samples;
  if (samples.state !== "there" || samples.importId === null) {
    throw new DomainError("wrongStep", { message: texts.none });
  }
  await stepImport(ctx, samples.importId, "undo", true);
  return { ...samples, state: "going" };
}
