import { isNull } from "drizzle-orm";
import type { DirectoryDb, TenantDatabase, TenantDb } from "#db/client.ts";
import { enterpriseMoves } from "#db/directory/moves.ts";
import { operatorOf } from "../backups/nights.ts";
import { openOnce } from "../jobs/open-once.ts";
import { databaseNamed } from "./row.ts";

/** Opens the job of each move that is under way, once; one that was given up goes on from where it was. */
export async function openMoves(
  directory: DirectoryDb,
  tenant: (name: TenantDatabase) => TenantDb,
  now: number,
): Promise<void> {
  const { id, fromDatabase, endedAt } = enterpriseMoves;
  for (const row of await directory
    .select({ id, fromDatabase })
    .from(enterpriseMoves)
    .where(isNull(endedAt))) {
    const name = databaseNamed(row.fromDatabase);
    await openOnce(tenant(name), {
      id: `move-${row.id}`,
      owner: operatorOf(name),
      kind: "enterprise.move",
      // Nothing of the enterprise may be in what stays.
      subject: row.id,
      payload: { moveId: row.id },
      goesOnIf: ["$.moveId", row.id],
      now,
    });
  }
}
