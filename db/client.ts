import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { repeating } from "./repeating.ts";
import { tallied } from "./tally.ts";

type Database<Kind extends string> = DrizzleD1Database & {
  $client: D1Database;
  /** Only in the types: a rule of a tenant cannot be given the directory. */
  readonly kind?: Kind;
};
export type DirectoryDb = Database<"directory">;
export type TenantDb = Database<"tenant">;

/** The bindings through which databases are reached. A further tenant database is one more line here. */
export interface Databases {
  DIRECTORY: D1Database;
  TENANT_1: D1Database;
  TENANT_2: D1Database;
}

export const tenantDatabases = ["TENANT_1", "TENANT_2"] as const satisfies (keyof Databases)[];
export type TenantDatabase = (typeof tenantDatabases)[number];

export const directory = (env: Pick<Databases, "DIRECTORY">): DirectoryDb => databaseOf(env.DIRECTORY);

/**
 * The only way to a tenant's data. `database` is the binding that the directory holds for the enterprise. Throws when
 * the directory names a database that this deployment does not have.
 */
export function tenantDatabase(env: Databases, database: string): TenantDb {
  const known = tenantDatabases.find((name) => name === database);
  if (!known) throw new Error(`the directory names the database ${database}, which is not bound here`);
  return databaseOf(env[known]);
}

const made = new WeakMap<D1Database, Database<never>>();

/** Made once for each binding, and without a schema: with one, every making walks all tables. */
function databaseOf(binding: D1Database): Database<never> {
  const before = made.get(binding);
  if (before) return before;
  const database = drizzle(repeating(tallied(binding)));
  made.set(binding, database);
  return database;
}
