import { MOST_WAITING, type waitingWork as contract } from "#workers/contract/endpoints/waiting-work.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { toReviewByBot } from "../review/unmatched.ts";

/** Nobody approves what they have made or changed. */
const APPROVALS = `SELECT count(*) AS count FROM (
  SELECT 1 FROM activities a INDEXED BY activities_pending WHERE a.enterprise_id = ?1 AND a.approval = 'pending'
    AND NOT EXISTS (SELECT 1 FROM json_each(a.makers) m WHERE m.value = ?2) LIMIT ${MOST_WAITING})`;
const REVIEW = toReviewByBot(MOST_WAITING);

/** Work that waits for somebody, as far as their permissions let them do it. */
export async function waitingWork(
  { db, enterpriseId, actor }: Ctx,
  held: readonly Permission[],
): Promise<ReplyOf<typeof contract>> {
  const { $client } = db;
  const [approvals, review] = await $client.batch<{ id: string; count: number }>([
    $client.prepare(APPROVALS).bind(enterpriseId, actor.userId),
    $client.prepare(REVIEW).bind(enterpriseId),
  ]);
  const of = (permission: Permission, result: typeof review) =>
    held.includes(permission) ? (result?.results ?? []) : [];
  const bots = of("NLP.VIEW", review);
  return {
    approvals: of("CAMPAIGNS.APPROVE", approvals)[0]?.count ?? 0,
    review: Math.min(
      bots.reduce((sum, { count }) => sum + count, 0),
      MOST_WAITING,
    ),
    reviewOf: Object.fromEntries(bots.map(({ id, count }) => [id, count])),
  };
}
