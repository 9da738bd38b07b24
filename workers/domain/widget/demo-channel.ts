import { and, asc, eq } from "drizzle-orm";
import { type Databases, directory, tenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import { channels } from "#db/tenant/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";

/** The first web channel of the enterprise that this user is of; empty where there is none. */
export async function demoChannel(env: Databases, mail: string): Promise<string> {
  const [enterprise] = await directory(env)
    .select({ id: enterprises.id, database: enterprises.database })
    .from(enterprises)
    .innerJoin(users, eq(users.enterpriseId, enterprises.id))
    .where(eq(users.emailKey, mail.toLowerCase()));
  if (!enterprise) return "";
  const [channel] = await tenantDatabase(env, enterprise.database)
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        eq(channels.enterpriseId, enterprise.id),
        eq(channels.type, channelTypes.web),
        eq(channels.vendor, vendorCodes.web),
      ),
    )
    .orderBy(asc(channels.id))
    .limit(1);
  return channel?.id ?? "";
}
