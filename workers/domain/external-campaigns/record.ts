import { and, eq, ne, sql } from "drizzle-orm";
import { externalCampaigns } from "#db/tenant/external-campaigns.ts";
import type { recordExternalCampaign as contract } from "#workers/contract/endpoints/external-campaigns.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";

/** Records a campaign under the other system's id, or replaces what was recorded; the same again changes nothing. */
export async function recordExternalCampaign(
  ctx: Ctx,
  body: InputOf<typeof contract>["body"],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId } = ctx;
  const [id, at] = [ctx.newId(), ctx.now()];
  const told = {
    ...body,
    startedAt: Date.parse(body.startedAt),
    endedAt: body.endedAt === null ? null : Date.parse(body.endedAt),
    by: ctx.actor.name,
  };
  const differs = sql.join(
    (Object.keys(told) as (keyof typeof told)[]).map(
      (name) => sql`${externalCampaigns[name]} IS NOT ${told[name]}`,
    ),
    sql` OR `,
  );
  const mine = and(
    eq(externalCampaigns.enterpriseId, enterpriseId),
    eq(externalCampaigns.externalId, body.externalId),
  );
  const changed = (which: ReturnType<typeof eq>) =>
    sql`EXISTS (SELECT 1 FROM ${externalCampaigns} WHERE ${and(mine, which, eq(externalCampaigns.updatedAt, at))})`;
  const entry = {
    kind: "externalCampaign",
    object: { id: body.externalId, name: body.name },
    after: body,
  } as const;
  const [, , , [row]] = await db.batch([
    db
      .insert(externalCampaigns)
      .values({ id, enterpriseId, ...told, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: [externalCampaigns.enterpriseId, externalCampaigns.externalId],
        set: { ...told, updatedAt: at },
        setWhere: differs,
      }),
    auditedIf(ctx, { ...entry, action: "create" }, changed(eq(externalCampaigns.id, id))),
    auditedIf(ctx, { ...entry, action: "update" }, changed(ne(externalCampaigns.id, id))),
    db.select({ id: externalCampaigns.id }).from(externalCampaigns).where(mine),
  ]);
  return { id: row?.id ?? id, externalId: body.externalId };
}
