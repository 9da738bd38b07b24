import { sql } from "drizzle-orm";
import { authConfigs } from "#db/tenant/auth-configs.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { dropSecret } from "../secrets/secret.ts";
import { type AuthConfigRow, keptOf, secretOwner, thisAuthConfig } from "./auth-config.ts";

/**
 * Deletes a configuration of type 1 to 4 with its secrets. A table that will refer to one must be checked in the guard.
 */
export async function removeAuthConfig(ctx: Ctx, row: AuthConfigRow): Promise<void> {
  const { fields, hints } = keptOf(row);
  const there = sql`EXISTS (SELECT 1 FROM ${authConfigs} WHERE ${thisAuthConfig(ctx, row.id)})`;
  try {
    await ctx.db.batch([
      guard(ctx, there),
      ...Object.keys(hints).map((field) => dropSecret(ctx, secretOwner(row.id, field))),
      ctx.db.delete(authConfigs).where(thisAuthConfig(ctx, row.id)),
      audited(ctx, {
        action: "delete",
        kind: "authConfig",
        object: { id: row.id, name: row.name },
        before: { name: row.name, ...fields },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("notFound");
    throw error;
  }
}
