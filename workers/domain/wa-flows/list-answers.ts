import { and, desc, eq, sql } from "drizzle-orm";
import { waFlowAnswers, waFlows } from "#db/tenant/wa-flows.ts";
import type { listWaFlowAnswers as contract } from "#workers/contract/endpoints/wa-flows.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { thisFlow } from "./flow.ts";

const NAME = sql<string>`coalesce((SELECT c.name FROM customers c WHERE c.enterprise_id = wa_flow_answers.enterprise_id
  AND c.number = wa_flow_answers.customer AND c.deleted_at IS NULL),
  (SELECT i.name FROM identities i WHERE i.id = wa_flow_answers.identity_id), '')`;
const RUN = sql<
  string | null
>`(SELECT json_object('id', r.id, 'automation', json_object('id', a.id, 'name', a.name)) FROM runs r
  CROSS JOIN automation_instances n ON n.id = r.instance_id CROSS JOIN automations a ON a.id = n.automation_id WHERE r.id = wa_flow_answers.run_id)`;

type Run = { id: string; automation: { id: string; name: string } };

/** Answers, the newest first. */
export async function listAnswers(
  ctx: Ctx,
  id: string,
  paging: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const [there, found] = await ctx.db.batch([
    ctx.db.select({ id: waFlows.id }).from(waFlows).where(thisFlow(ctx, id)).limit(1),
    ctx.db
      .select({ row: waFlowAnswers, customerName: NAME, run: RUN })
      .from(waFlowAnswers)
      .where(and(eq(waFlowAnswers.enterpriseId, ctx.enterpriseId), eq(waFlowAnswers.flowId, id)))
      .orderBy(desc(waFlowAnswers.at), desc(waFlowAnswers.id))
      .limit(limit)
      .offset(offset),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(found);
  return {
    answers: rows.map(({ row, customerName, run }) => ({
      id: row.id,
      values: row.answers,
      customer: row.customer,
      customerName,
      run: run === null ? null : (JSON.parse(run) as Run),
      at: iso(row.at),
    })),
    more,
  };
}
