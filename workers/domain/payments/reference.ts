import { tenantDatabases, type TenantDatabase } from "#db/client.ts";

/**
 * The reference by which gateways know a link: its database and its id. At most 40 letters are taken (Razorpay), so the
 * id goes without its dashes; 122 bits of it are chance or time, and nobody finds another's by trying.
 */
export const referenceOf = (database: TenantDatabase, id: string): string =>
  `${tenantDatabases.indexOf(database)}-${id.replaceAll("-", "")}`;

/** The database of a reference; undefined for one that is none of ours. */
export function databaseOfReference(reference: string): TenantDatabase | undefined {
  const [, place] = /^(\d{1,3})-[0-9a-f]{32}$/.exec(reference) ?? [];
  return place === undefined ? undefined : tenantDatabases[Number(place)];
}
