import { sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const PREFIX = "visitor:";

/** Who sent a file in, where it was a visitor of a website. */
export const visitorsFileOwner = ({
  channelId,
  visitorId,
}: {
  channelId: string;
  visitorId: string;
}): string => `${PREFIX}${channelId}:${visitorId}`;

/** Those of these files that a message of the visitor who sent them in still names. */
export async function sentByVisitors(
  db: TenantDb,
  rows: readonly { id: string; createdBy: string }[],
): Promise<string[]> {
  const theirs = rows.flatMap(({ id, createdBy }) => {
    const [channelId, visitorId] = createdBy.startsWith(PREFIX)
      ? createdBy.slice(PREFIX.length).split(":")
      : [];
    return channelId && visitorId ? [[id, channelId, visitorId]] : [];
  });
  if (theirs.length === 0) return [];
  const found = await db.all<{
    id: string;
  }>(sql`SELECT DISTINCT f.id FROM json_each(${JSON.stringify(theirs)}) e
    JOIN drive_files f ON f.id = e.value->>0
    JOIN addresses a ON a.enterprise_id = f.enterprise_id AND a.channel_type = ${channelTypes.web} AND a.scope = e.value->>1
      AND a.kind = 'user' AND a.address = e.value->>2
    JOIN messages m ON m.enterprise_id = f.enterprise_id AND m.identity_id = a.identity_id
      AND m.body->>'$.medium.fileId' = f.id`);
  return found.map(({ id }) => id);
}
