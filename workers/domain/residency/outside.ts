import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { authTypes } from "#workers/contract/auth-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import type { Ctx } from "../ctx.ts";

/** So many of each are named; who has more finds them under Channels and Integrations. */
const MOST = 50;
/** Vendors that are ourselves. */
const OURS = [vendorCodes.simulator, vendorCodes.web];

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/**
 * Those outside who get an enterprise's messages and questions: vendors of its channels, with the region and the host that their settings
 * name, and providers of models with theirs. One batch.
 */
export async function outsideOf({ db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">) {
  const setting = (name: string) => sql<string>`coalesce(${channels.settings} ->> ${`$.${name}`}, '')`;
  const [vendors, models] = await db.batch([
    db
      .selectDistinct({
        vendor: channels.vendor,
        region: setting("region").as("region"),
        server: setting("baseUrl").as("server"),
      })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), notInArray(channels.vendor, OURS)))
      .orderBy(asc(channels.vendor))
      .limit(MOST),
    db
      .select({ name: integrations.name, settings: integrations.settings })
      .from(integrations)
      .where(and(eq(integrations.enterpriseId, enterpriseId), eq(integrations.authType, authTypes.genAi)))
      .orderBy(asc(integrations.nameKey), asc(integrations.id))
      .limit(MOST),
  ]);
  return {
    vendors: vendors.map(({ vendor, region, server }) => ({ vendor, region, host: hostOf(server) })),
    models: models.map(({ name, settings }) => ({
      name,
      host: hostOf(settings.baseUrl || OPENAI.baseUrl),
    })),
  };
}
