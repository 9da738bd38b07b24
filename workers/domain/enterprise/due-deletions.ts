import { and, lte, sql } from "drizzle-orm";
import { type DirectoryDb, tenantDatabases, type TenantDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { enterpriseMoves } from "#db/directory/moves.ts";
import { hashOfEnterprise } from "../backups/deleted-notes.ts";
import { operatorOf } from "../backups/nights.ts";
import { openOnce } from "../jobs/open-once.ts";

/** Opens the job of each deletion whose time has come, once; one that was given up goes on from where it was. */
export async function openDueDeletions(
  directory: DirectoryDb,
  tenant: (name: string) => TenantDb,
  now: number,
): Promise<void> {
  const { id, database, deletesAt, deletionBy } = enterprises;
  const due = await directory
    .select({ id, database, deletesAt, deletionBy })
    .from(enterprises)
    // One that moves is deleted where it lies then.
    .where(
      and(
        lte(deletesAt, now),
        sql`NOT EXISTS (SELECT 1 FROM ${enterpriseMoves} m WHERE m.enterprise_id = ${id} AND m.ended_at IS NULL)`,
      ),
    );
  for (const row of due) {
    const name = tenantDatabases.find((each) => each === row.database);
    if (!name || row.deletesAt === null) continue;
    await openOnce(tenant(name), {
      // Nothing of the enterprise may be in what stays: the receipt has this id.
      id: `delete-${hashOfEnterprise(`${row.id}:${row.deletesAt}`).slice(0, 32)}`,
      owner: operatorOf(name),
      kind: "enterprise.delete",
      subject: row.id,
      payload: {
        enterpriseId: row.id,
        database: name,
        deletesAt: row.deletesAt,
        userId: row.deletionBy,
        step: "begin",
        table: 0,
        after: "",
        goneBefore: 0,
        begunAt: 0,
        rows: 0,
        officeRows: 0,
        files: 0,
      },
      goesOnIf: ["$.enterpriseId", row.id],
      now,
    });
  }
}
