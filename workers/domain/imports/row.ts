import { and, eq } from "drizzle-orm";
import { importsTexts } from "#texts/imports.ts";
import { customerImports } from "#db/tenant/imports.ts";
import type { CustomerImport, ImportCounts, ImportState } from "#workers/contract/endpoints/imports.ts";
import type { ListOptIn } from "#workers/contract/opt-in.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";

export type ImportRow = typeof customerImports.$inferSelect;

export const noCounts: ImportCounts = {
  total: 0,
  accepted: 0,
  rejected: 0,
  created: 0,
  updated: 0,
  duplicates: 0,
  kept: 0,
};

/** States in which a job must work on the import. */
export const activeStates = ["CHECKING", "WAITING", "PROCESSING", "UNDOING"] as const satisfies ImportState[];
type ActiveState = (typeof activeStates)[number];

export const isActive = (row: ImportRow): row is ImportRow & { state: ActiveState } =>
  (activeStates as readonly ImportState[]).includes(row.state);

/** Where-clause for one import of this enterprise. */
export const thisImport = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(customerImports.enterpriseId, enterpriseId), eq(customerImports.id, id));

export async function importRow(ctx: Ctx, id: string): Promise<ImportRow> {
  const [row] = await ctx.db.select().from(customerImports).where(thisImport(ctx, id));
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Progress, from 0 to 1. */
export function progressOf({ state, cursor, line, bytes, counts }: ImportRow): number {
  switch (state) {
    case "WAITING":
      return 0;
    case "CHECKING":
    case "PROCESSING":
    case "STOPPED":
    case "ERROR":
      return Math.min(cursor / Math.max(bytes, 1), 1);
    case "UNDOING":
      return undoProgress(line, counts);
    case "CHECKED":
    case "COMPLETED":
    case "UNDONE":
      return 1;
    default:
      return state satisfies never;
  }
}

export const undoProgress = (undone: number, { created, updated }: ImportCounts): number =>
  Math.min(undone / Math.max(created + updated, 1), 1);

/** The opt-in as it was said. */
export const optInOf = ({ optIn }: Pick<ImportRow, "optIn">): ListOptIn | null =>
  optIn && { channelTypes: optIn.channelTypes, wording: optIn.wording, agreedOn: optIn.agreedOn };

export function importOnWire(row: ImportRow): CustomerImport {
  const { counts, rowsPerSecond, cursor, bytes } = row;
  const reads = row.state === "CHECKING" || row.state === "PROCESSING";
  const rate = reads && rowsPerSecond !== null && rowsPerSecond > 0 ? rowsPerSecond : null;
  const rowsLeft = cursor > 0 ? (counts.total / cursor) * (bytes - cursor) : 0;
  return {
    uploadId: row.id,
    file: { name: row.fileName, bytes },
    totalLines: counts.total,
    acceptedLines: counts.accepted,
    errorLines: counts.rejected,
    completedTimeStr: row.completedAt === null ? null : iso(row.completedAt),
    state: row.state,
    reason: row.reason,
    begun: row.startedAt !== null,
    counts,
    progress: progressOf(row),
    rowsPerSecond: rate === null ? null : Math.round(rate),
    secondsLeft: rate === null ? null : Math.ceil(rowsLeft / rate),
    headers: row.headers,
    mapping: row.mapping,
    optIn: optInOf(row),
    startedBy: row.startedBy,
    createdAt: iso(row.createdAt),
  };
}

export const wrongStep = (): DomainError => new DomainError("wrongStep", { message: importsTexts.wrongStep });
