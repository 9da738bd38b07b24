import { eq } from "drizzle-orm";
import { directory } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { linkPlaceOf } from "#workers/domain/links/place.ts";
import type { LinkPlace } from "#workers/domain/links/shorten.ts";

/** The enterprise's database and details; undefined once the enterprise is gone. */
export async function enterpriseOf(env: JobsEnv, enterpriseId: EnterpriseId) {
  const [enterprise] = await directory(env)
    .select({ database: enterprises.database, details: enterprises.details })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  return enterprise;
}

/** Where an enterprise's short links are. */
export async function linksOf(env: JobsEnv, enterpriseId: EnterpriseId): Promise<LinkPlace> {
  const enterprise = await enterpriseOf(env, enterpriseId);
  if (!enterprise) throw new Error("an enterprise with short links is gone");
  return linkPlaceOf(env, enterprise);
}
