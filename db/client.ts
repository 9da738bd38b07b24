import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import * as directorySchema from "./directory/schema.ts";
import * as tenantSchema from "./tenant/schema.ts";

export type DirectoryDb = DrizzleD1Database<typeof directorySchema> & { $client: D1Database };
export type TenantDb = DrizzleD1Database<typeof tenantSchema> & { $client: D1Database };

/** The bindings through which databases are reached. A further tenant database is one more line here. */
export interface Databases {
  DIRECTORY: D1Database;
  TENANT_1: D1Database;
  TENANT_2: D1Database;
}

export const tenantDatabases = ["TENANT_1", "TENANT_2"] as const satisfies (keyof Databases)[];
export type TenantDatabase = (typeof tenantDatabases)[number];

export const directory = (env: Pick<Databases, "DIRECTORY">): DirectoryDb =>
  drizzle(env.DIRECTORY, { schema: directorySchema });

/**
 * The only way to a tenant's data. `database` is the binding that the directory holds for the enterprise. Throws when
 * the directory names a database that this deployment does not have.
 */
export function tenantDatabase(env: Databases, database: string): TenantDb {
  const known = tenantDatabases.find((name) => name === database);
  if (!known) throw new Error(`the directory names the database ${database}, which is not bound here`);
  return drizzle(env[known], { schema: tenantSchema });
}
