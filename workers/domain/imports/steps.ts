import { and, eq, sql } from "drizzle-orm";
import { importsTexts } from "#texts/imports.ts";
import { customerImports, importErrors } from "#db/tenant/imports.ts";
import type {
  ColumnTarget,
  CustomerImport,
  importSteps,
  ImportState,
  startImport as contract,
} from "#workers/contract/endpoints/imports.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { ListOptIn } from "#workers/contract/opt-in.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { openingJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { type Files, readingFile, fileRow } from "./files.ts";
import { liveFields } from "../customers/live-fields.ts";
import { forgetGroups } from "./groups.ts";
import { formatOf } from "./inspect.ts";
import { checkMapping, guessMapping } from "./mapping.ts";
import { keptOptIn } from "./opt-in.ts";
import { importOnWire, importRow, type ImportRow, noCounts, optInOf, thisImport, wrongStep } from "./row.ts";

type Step = (typeof importSteps)[number];

/** The accepted import and its job; no job when nothing is left to do. */
export interface Accepted {
  upload: CustomerImport;
  jobId: string | undefined;
}

/**
 * Accepts a file for import, or for a dry run. A file is imported once: a repeated call, after a lost answer, returns
 * the same import; another mapping replaces one that was only checked.
 */
export async function startImport(
  ctx: Ctx,
  files: Files,
  { file: { name, path }, mapping, dryRun, optIn = null }: InputOf<typeof contract>["body"],
): Promise<Accepted> {
  const { enterpriseId, newId, actor, db } = ctx;
  const [[file], fields, [before]] = await db.batch([
    readingFile(ctx, path),
    liveFields(ctx),
    db
      .select()
      .from(customerImports)
      .where(and(eq(customerImports.enterpriseId, enterpriseId), eq(customerImports.file, path))),
  ]);
  if (!file) throw new DomainError("notFound");
  const format = await formatOf(ctx, files, file);
  const columns = mapping ?? guessMapping(format.headers, fields);
  checkMapping(columns, format.headers, fields);
  const at = ctx.now();
  const kept = optIn && keptOptIn(optIn, at);
  if (before && isSame(before, { mapping: columns, dryRun, optIn }))
    return { upload: importOnWire(before), jobId: undefined };
  if (before && before.state !== "CHECKING" && before.state !== "CHECKED") throw wrongStep();
  const row: ImportRow = {
    id: newId(),
    enterpriseId,
    fileName: name,
    file: file.id,
    bytes: file.bytes,
    encoding: format.encoding,
    delimiter: format.delimiter,
    headers: format.headers,
    mapping: columns,
    optIn: kept,
    state: dryRun ? "CHECKING" : "WAITING",
    reason: "",
    cursor: format.bodyStart,
    line: format.bodyLine,
    counts: noCounts,
    rowsPerSecond: null,
    createdTaggings: [],
    undoEdited: false,
    startedBy: actor.name,
    startedAt: null,
    completedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const opening = openingJob(ctx, {
    kind: "customers.import",
    subject: row.id,
    payload: { importId: row.id },
  });
  const [, , , [open]] = await mapConflicts(
    db.batch([
      // Only an import that was merely checked is replaced; otherwise the insert fails.
      db
        .delete(customerImports)
        .where(
          and(thisImport(ctx, before?.id ?? ""), sql`${customerImports.state} IN ('CHECKING', 'CHECKED')`),
        ),
      db.insert(customerImports).values(row),
      audited(ctx, {
        action: "import",
        kind: "import",
        object: { id: row.id, name },
        after: { dryRun, bytes: file.bytes, mapping: columns, ...(optIn && { optIn }) },
      }),
      opening,
    ]),
    { "customer_imports.file": "wrongStep" },
  );
  return { upload: importOnWire(row), jobId: open?.id };
}

interface Asked {
  mapping: readonly ColumnTarget[];
  dryRun: boolean;
  optIn: ListOptIn | null;
}

const isSame = (row: ImportRow, { mapping, dryRun, optIn }: Asked): boolean =>
  JSON.stringify(row.mapping) === JSON.stringify(mapping) &&
  JSON.stringify(optInOf(row)) === JSON.stringify(optIn) &&
  dryRun === (row.state === "CHECKING" || row.state === "CHECKED");

/** The states in which each step is allowed. */
const from: Readonly<Record<Step, readonly ImportState[]>> = {
  start: ["CHECKED"],
  stop: ["WAITING", "PROCESSING", "CHECKING"],
  resume: ["STOPPED"],
  undo: ["COMPLETED", "STOPPED", "ERROR", "UNDONE"],
};

/** Takes a step if the state allows it, else 409. The job that the step needs is opened in the same transaction. */
export async function stepImport(ctx: Ctx, id: string, step: Step, edited = false): Promise<Accepted> {
  const { db } = ctx;
  const row = await importRow(ctx, id);
  const next = await afterStep(ctx, row, step, edited);
  const inState = and(thisImport(ctx, id), eq(customerImports.state, row.state));
  const guarding = guard(ctx, sql`EXISTS (SELECT 1 FROM ${customerImports} WHERE ${inState})`);
  const change = db.update(customerImports).set(next).where(inState).returning();
  const audit = audited(ctx, {
    action: step === "undo" ? "undo" : "import",
    kind: "import",
    object: { id, name: row.fileName },
    before: { state: row.state },
    after: { step, ...(edited && { edited }) },
  });
  const work = async (): Promise<[ImportRow | undefined, string | undefined]> => {
    if (step === "stop") {
      const [, [changed]] = await db.batch([guarding, change, audit]);
      return [changed, undefined];
    }
    // An open job notices by itself: it need not be woken.
    const [, , , [changed], , [open]] = await db.batch([
      guarding,
      // The import finds the errors of a check again.
      forgetErrors(ctx, step === "start" ? id : ""),
      forgetGroups(ctx, step === "start" ? id : ""),
      change,
      audit,
      openingJob(ctx, { kind: "customers.import", subject: id, payload: { importId: id } }),
    ]);
    return [changed, open?.id];
  };
  const [changed, jobId] = await unlessMoved(work());
  if (!changed) throw wrongStep();
  return { upload: importOnWire(changed), jobId };
}

async function unlessMoved<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (guardFailed(error)) throw wrongStep();
    throw error;
  }
}

const forgetErrors = ({ db, enterpriseId }: Ctx, id: string) =>
  db
    .delete(importErrors)
    .where(and(eq(importErrors.enterpriseId, enterpriseId), eq(importErrors.importId, id)));

/** Returns the columns that a step changes in the import's row. */
async function afterStep(ctx: Ctx, row: ImportRow, step: Step, edited: boolean): Promise<Partial<ImportRow>> {
  if (!from[step].includes(row.state) || (row.state === "UNDONE" && row.counts.kept === 0)) throw wrongStep();
  const updatedAt = ctx.now();
  const moved = { updatedAt, reason: "", rowsPerSecond: null };
  switch (step) {
    case "start": {
      const { format } = await fileRow(ctx, row.file);
      if (!format) throw wrongStep();
      return {
        ...moved,
        state: "WAITING",
        cursor: format.bodyStart,
        line: format.bodyLine,
        counts: noCounts,
        completedAt: null,
      };
    }
    case "stop":
      return {
        ...moved,
        state: "STOPPED",
        startedAt: row.state === "CHECKING" ? null : (row.startedAt ?? updatedAt),
      };
    case "resume":
      // An import that was stopped during its check continues the check.
      return { ...moved, state: row.startedAt === null ? "CHECKING" : "PROCESSING" };
    case "undo":
      if (row.startedAt === null) {
        throw new DomainError("wrongStep", { message: importsTexts.nothingToUndo });
      }
      return {
        ...moved,
        state: "UNDOING",
        cursor: 0,
        line: 0,
        counts: { ...row.counts, kept: 0 },
        undoEdited: edited,
        completedAt: null,
      };
    default:
      return step satisfies never;
  }
}
