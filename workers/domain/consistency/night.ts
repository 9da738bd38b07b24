import { eq, inArray, sql } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { dataChecks } from "#db/tenant/data-checks.ts";
import type { CheckKind } from "#workers/contract/data-checks.ts";
import type { dataChecks as contract } from "#workers/contract/endpoints/enterprise.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { isoOrNull, type Ctx } from "../ctx.ts";
import { describe } from "../error.ts";
import type { Check, Found } from "./check.ts";
import { checks } from "./checks.ts";

const DAY_MS = 24 * 3_600_000;
/** More are counted by the command alone: one statement would keep others waiting. */
const MOST = 50_000;

type Row = typeof dataChecks.$inferSelect;

/** A check of tonight whose pages are not all looked at yet. */
function dueIn(
  known: ReadonlyMap<string, Row>,
  enterpriseId: string,
  night: number,
): [Check, Row | undefined] | [] {
  for (const check of checks) {
    const row = known.get(`${enterpriseId} ${check.kind}`);
    if (!row || row.begunAt < night) return [check, undefined];
    if (row.endedAt === null) return [check, row];
  }
  return [];
}

/**
 * Looks at these enterprises' rows, one page after the other, until so many pages are used up; what is left goes on with the
 * next call, and each check is done once a night. Nothing but the report is written. Answers the pages looked at.
 */
export async function checkByNight(
  { db, directory }: { db: TenantDb; directory: DirectoryDb },
  enterprises: readonly EnterpriseId[],
  { now, pages }: { now: number; pages: number },
): Promise<number> {
  const night = now - (now % DAY_MS);
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(enterprises)}))`;
  const rows = await db.select().from(dataChecks).where(inArray(dataChecks.enterpriseId, ids));
  const known = new Map(rows.map((row) => [`${row.enterpriseId} ${row.kind}`, row]));
  let used = 0;
  for (const enterpriseId of enterprises) {
    for (; used < pages; used++) {
      const [check, row] = dueIn(known, enterpriseId, night);
      if (!check) break;
      const looking = {
        tenant: db.$client,
        directory: directory.$client,
        enterpriseId,
        now,
        repair: false,
        most: MOST,
      };
      const found = await check.page(looking, row?.cursor ?? "").catch(
        // One that fails must not keep the others from being looked at.
        (error: unknown): Found => ({
          looked: 0,
          wrong: 0,
          example: null,
          next: null,
          failure: describe(error),
        }),
      );
      const next = rowOf({ enterpriseId, kind: check.kind, now, before: row }, found);
      await saving(db, next);
      known.set(`${enterpriseId} ${check.kind}`, next);
    }
  }
  return used;
}

function rowOf(
  {
    enterpriseId,
    kind,
    now,
    before,
  }: { enterpriseId: EnterpriseId; kind: CheckKind; now: number; before?: Row | undefined },
  { looked, wrong, example, next, failure = "" }: Found,
): Row {
  return {
    enterpriseId,
    kind,
    begunAt: before?.begunAt ?? now,
    endedAt: next === null ? now : null,
    cursor: next ?? "",
    looked: (before?.looked ?? 0) + looked,
    wrong: (before?.wrong ?? 0) + wrong,
    example: before?.example ?? example,
    // A page that could not be looked at stays said when the others could.
    failure: failure || (before?.failure ?? ""),
  };
}

const saving = (db: TenantDb, { enterpriseId, kind, ...set }: Row) =>
  db
    .insert(dataChecks)
    .values({ enterpriseId, kind, ...set })
    .onConflictDoUpdate({ target: [dataChecks.enterpriseId, dataChecks.kind], set });

/** Keeps what a look at an enterprise's files has found. */
export const savingFiles = async (
  db: TenantDb,
  enterpriseId: EnterpriseId,
  now: number,
  found: Readonly<Record<"bytesWithoutRow" | "rowsWithoutBytes", { looked: number; wrong: number }>>,
): Promise<void> => {
  for (const kind of ["bytesWithoutRow", "rowsWithoutBytes"] as const) {
    await saving(db, rowOf({ enterpriseId, kind, now }, { ...found[kind], example: null, next: null }));
  }
};

/** The findings of the night in the caller's enterprise. */
export async function dataChecksOf({ db, enterpriseId }: Ctx): Promise<ReplyOf<typeof contract>> {
  const rows = await db.select().from(dataChecks).where(eq(dataChecks.enterpriseId, enterpriseId));
  return {
    checks: rows.map(({ kind, endedAt, looked, wrong, failure }) => ({
      kind,
      at: isoOrNull(endedAt),
      looked,
      wrong,
      failed: failure !== "",
    })),
  };
}
