import { type campaignUrls as contract, MOST_URLS } from "#workers/contract/endpoints/campaigns.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

const THERE = `SELECT 1 FROM campaigns WHERE enterprise_id = ?1 AND id = ?2
  AND (?3 = '' OR EXISTS (SELECT 1 FROM activities a WHERE a.enterprise_id = ?1 AND a.campaign_id = ?2 AND a.id = ?3))`;
const URLS = `SELECT l.url, sum(l.people) AS people, sum(l.clicks) AS clicks
  FROM activities a CROSS JOIN broadcasts b ON b.activity_id = a.id
    CROSS JOIN links l ON l.enterprise_id = ?1 AND l.broadcast_id = b.id AND l.is_counted = 1
  WHERE a.enterprise_id = ?1 AND a.campaign_id = ?2 AND (?3 = '' OR a.id = ?3)
  GROUP BY l.url ORDER BY people DESC, l.url LIMIT ${MOST_URLS}`;

/** The addresses to which the short links of a campaign, or of one activity of it, lead, the most opened first. */
export async function campaignUrls(
  { db: { $client }, enterpriseId }: Ctx,
  id: string,
  activityId: string,
): Promise<ReplyOf<typeof contract>> {
  const [there, urls] = await $client.batch([
    $client.prepare(THERE).bind(enterpriseId, id, activityId),
    $client.prepare(URLS).bind(enterpriseId, id, activityId),
  ]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  return { urls: (urls?.results ?? []) as unknown as ReplyOf<typeof contract>["urls"] };
}
