import type { campaignResponses as contract } from "#workers/contract/endpoints/campaigns.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Compared } from "#workers/contract/comparison.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { lastOf } from "#workers/contract/recipient-ids.ts";
import { masked } from "#workers/contract/mask.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";

/** The vendor's clock may go before ours, by so much at most. */
const SKEW_MS = 60_000;

/**
 * Of what somebody wrote between their message and the time at which they counted as having replied: what quotes it, else the
 * first. `r` is their row, `b` its broadcast.
 */
const WORDS = `SELECT m.body FROM messages m WHERE m.enterprise_id = ?1 AND m.identity_id = coalesce(i.merged_into, r.identity_id)
    AND m.at >= coalesce(r.claimed_at, 0) - ${SKEW_MS} AND m.at <= r.replied_at + ${SKEW_MS} AND m.direction = 'in' AND m.channel_id = b.channel_id
  ORDER BY m.quoted IS r.vendor_id DESC, m.at LIMIT 1`;
const THERE = `SELECT EXISTS (SELECT 1 FROM activities a CROSS JOIN broadcasts b ON b.activity_id = a.id AND b.archive_begun_at IS NOT NULL
    WHERE a.enterprise_id = ?1 AND a.campaign_id = ?2 AND (?3 = '' OR a.id = ?3)) AS isArchived
  FROM campaigns c WHERE c.enterprise_id = ?1 AND c.id = ?2`;
const RESPONSES = `SELECT r.id, b.id AS broadcastId, a.id AS activityId, a.name AS activity, b.fallback_of IS NOT NULL AS isFallback, b.part, b.run,
    b.template ->> '$.name' AS template, b.decision ->> '$.winner' AS winner, r.address, r.replied_at AS repliedAt,
    c.id AS customerId, coalesce(c.name, i.name, '') AS name, (${WORDS}) AS body
  FROM activities a CROSS JOIN broadcasts b ON b.activity_id = a.id
    CROSS JOIN broadcast_recipients r ON r.id > b.id AND r.id < ${lastOf("b.id")} AND r.replied_at IS NOT NULL
    LEFT JOIN identities i ON i.id = r.identity_id
    LEFT JOIN customers c ON c.number = i.customer AND c.enterprise_id = ?1 AND c.deleted_at IS NULL
  WHERE a.enterprise_id = ?1 AND a.campaign_id = ?2 AND (?3 = '' OR a.id = ?3)
  ORDER BY r.replied_at DESC, r.id DESC LIMIT ?4 OFFSET ?5`;

interface Row {
  id: string;
  broadcastId: string;
  activityId: string;
  activity: string;
  isFallback: 0 | 1;
  part: "a" | "b" | "rest" | null;
  run: number;
  template: string;
  winner: Compared | null;
  address: string;
  repliedAt: number;
  customerId: string | null;
  name: string;
  body: string | null;
}

/** People who have replied to a campaign, the latest first, each with their first words. */
export async function campaignResponses(
  ctx: Ctx,
  id: string,
  { activityId, ...paging }: InputOf<typeof contract>["query"],
  seesCustomers: boolean,
): Promise<ReplyOf<typeof contract>> {
  const { $client } = ctx.db;
  const { limit, offset, cut } = page(paging);
  const [there, found] = await $client.batch([
    $client.prepare(THERE).bind(ctx.enterpriseId, id, activityId),
    $client.prepare(RESPONSES).bind(ctx.enterpriseId, id, activityId, limit, offset),
  ]);
  const [known] = (there?.results ?? []) as { isArchived: 0 | 1 }[];
  if (!known) throw new DomainError("notFound");
  const { rows, more } = cut((found?.results ?? []) as unknown as Row[]);
  const show = seesCustomers ? (text: string) => text : masked;
  return {
    responses: rows.map((row) => ({
      id: row.id,
      broadcastId: row.broadcastId,
      activity: { id: row.activityId, name: row.activity },
      isFallback: row.isFallback === 1,
      template: row.template,
      run: row.run,
      // The rest gets the message that won.
      variant: row.part === "rest" ? row.winner : row.part,
      customerId: row.customerId,
      name: row.name,
      from: show(row.address),
      repliedAt: iso(row.repliedAt),
      text: row.body === null ? "" : show(wordsOf(JSON.parse(row.body) as MessageBody)),
    })),
    more,
    isArchived: known.isArchived === 1,
  };
}
