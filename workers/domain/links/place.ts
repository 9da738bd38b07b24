import { tenantDatabases } from "#db/client.ts";
import type { enterprises } from "#db/directory/enterprises.ts";
import { linkOrigin } from "#workers/contract/short-links.ts";
import type { LinkPlace } from "./shorten.ts";

/** Where an enterprise's links to us stand: on its own domain where it has one. Throws for a database that is not bound here. */
export function linkPlaceOf(
  env: Parameters<typeof linkOrigin>[0],
  { database: named, details }: Pick<typeof enterprises.$inferSelect, "database" | "details">,
): LinkPlace {
  const database = tenantDatabases.find((each) => each === named);
  if (!database) throw new Error(`an enterprise's database is not bound here: ${named}`);
  const ours = linkOrigin(env);
  const { linkHost: host } = details;
  return host ? { database, origin: `https://${host}`, origins: [ours] } : { database, origin: ours };
}
