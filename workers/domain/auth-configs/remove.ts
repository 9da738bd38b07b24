import { sql } from "drizzle-orm";
import { authConfigs } from "#db/tenant/auth-configs.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import type { Scope } from "../scope.ts";
import { dropSecret } from "../secrets/secret.ts";
import { type AuthConfigRow, keptOf, secretOwner, thisAuthConfig } from "./auth-config.ts";

/**
 * Deletes a configuration of type 1 to 4 with its secrets. A table that will refer to one must be checked in the guard.
 */
export async function removeAuthConfig(scope: Scope, row: AuthConfigRow): Promise<void> {
  const { fields, hints } = keptOf(row);
  const there = sql`EXISTS (SELECT 1 FROM ${authConfigs} WHERE ${thisAuthConfig(scope, row.id)})`;
  try {
    await scope.db.batch([
      only(scope, there),
      ...Object.keys(hints).map((field) => dropSecret(scope, secretOwner(row.id, field))),
      scope.db.delete(authConfigs).where(thisAuthConfig(scope, row.id)),
      audited(scope, {
        action: "delete",
        kind: "authConfig",
        object: { id: row.id, name: row.name },
        before: { name: row.name, ...fields },
      }),
    ]);
  } catch (error) {
    if (wasRefused(error)) throw new DomainError("notFound");
    throw error;
  }
}
