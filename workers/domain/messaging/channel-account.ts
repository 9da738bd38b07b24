import { and, eq, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { channels } from "#db/tenant/channels.ts";
import { secrets } from "#db/tenant/secrets.ts";
import type { ChannelAccount } from "#workers/channels/adapter.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open } from "../secrets/seal.ts";
import type { LaneChannel } from "./lane-state.ts";
import { liesHere } from "../bare/fenced.ts";

/** A channel with what its vendor's adapter needs, its secrets in clear: for a call and nothing else. */
export interface OpenChannel extends LaneChannel {
  enterpriseId: EnterpriseId;
  vendor: number;
  state: "active" | "paused";
  rate: number;
  account: ChannelAccount;
}

/** Reads a channel and opens its secrets; undefined when it is gone, or lies elsewhere by now. Throws SecretError when one does not open. */
export async function openChannel(
  db: TenantDb,
  ring: KeyRing,
  channelId: string,
  { liesHere: mustLieHere = false } = {},
): Promise<OpenChannel | undefined> {
  const [[row], sealed] = await db.batch([
    db
      .select()
      .from(channels)
      .where(and(eq(channels.id, channelId), mustLieHere ? sql.raw(liesHere("enterprise_id")) : undefined))
      .limit(1),
    // By the whole of its index: secrets of all enterprises lie in one table.
    db
      .select()
      .from(secrets)
      .where(
        and(
          sql`${secrets.enterpriseId} = (SELECT enterprise_id FROM channels WHERE id = ${channelId})`,
          eq(secrets.ownerKind, "channel"),
          eq(secrets.ownerId, channelId),
        ),
      ),
  ]);
  if (!row) return undefined;
  const { id, enterpriseId, type, contactId, settings, webhookToken } = row;
  const clear = await Promise.all(
    sealed.map(async (each) => {
      const owner = { kind: "channel", id, field: each.field } as const;
      return [each.field, await open(ring, enterpriseId, owner, each)] as const;
    }),
  );
  return {
    id,
    enterpriseId,
    type,
    contactId,
    vendor: row.vendor,
    state: row.state,
    rate: row.rate,
    departmentId: row.departmentId,
    agentId: row.agentId,
    account: { id, type, contactId, settings, webhookToken, secrets: Object.fromEntries(clear) },
  };
}
