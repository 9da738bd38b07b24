import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Ctx } from "../ctx.ts";

/** SQL for the identity of a customer on a channel of an enterprise (all SQL): who has written there before goes first. */
export const identityOn = (
  enterprise: string,
  customer: string,
  channelId: string,
  channelType: string,
): string =>
  `(SELECT json_array(i.id, i.closed_at IS NOT NULL) FROM identities i
    LEFT JOIN reach r ON r.enterprise_id = ${enterprise} AND r.channel_id = ${channelId} AND r.identity_id = i.id
    WHERE i.enterprise_id = ${enterprise} AND i.customer = ${customer} AND i.channel_type = ${channelType} AND i.merged_into IS NULL
      AND (r.identity_id IS NOT NULL OR EXISTS (SELECT 1 FROM addresses a WHERE a.enterprise_id = ${enterprise} AND a.identity_id = i.id AND a.scope = ''))
    ORDER BY i.closed_at IS NOT NULL, r.last_in_at IS NULL, i.created_at, i.id LIMIT 1)`;

/** An identity as `identityOn` answers it. */
export const identityIn = (found: string | null): { identityId: string | null; isClosed: boolean } => {
  const [identityId, isClosed] = JSON.parse(found ?? "[null, 0]") as [string | null, 0 | 1];
  return { identityId, isClosed: isClosed === 1 };
};

const IDENTITIES = `SELECT e.value AS number, ${identityOn("?2", "e.value", "?3", "?4")} AS found FROM json_each(?1) e`;

/** Channels on which a number or a mail address of a customer is enough to reach them. */
const ADDRESSED: ReadonlySet<number> = new Set([
  channelTypes.sms,
  channelTypes.email,
  channelTypes.whatsApp,
  channelTypes.rcs,
]);
export const isAddressed = (channelType: number): boolean => ADDRESSED.has(channelType);

/** With whom customers are on a channel; those whom it doesn't know are not in it, and those who are being erased are null. */
export async function identitiesOn(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  channel: { id: string; type: number },
  customers: readonly number[],
): Promise<Map<number, string | null>> {
  if (customers.length === 0) return new Map();
  const result = await db.$client
    .prepare(IDENTITIES)
    .bind(JSON.stringify(customers), enterpriseId, channel.id, channel.type)
    .all<{ number: number; found: string | null }>();
  return new Map(
    result.results.flatMap(({ number, found }) => {
      const { identityId, isClosed } = identityIn(found);
      return identityId === null ? [] : [[number, isClosed ? null : identityId] as const];
    }),
  );
}
