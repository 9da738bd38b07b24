import { and, eq, sql } from "drizzle-orm";
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
  const isThere = sql`EXISTS (SELECT 1 FROM ${externalCampaigns} WHERE ${mine})`;
  const isOther = sql`EXISTS (SELECT 1 FROM ${externalCampaigns} WHERE ${and(mine, sql`(${differs})`)})`;
  const entry = {
    kind: "externalCampaign",
    object: { id: body.externalId, name: body.name },
    after: body,
  } as const;
  // The trail looks at what was there before: two who tell the same in one millisecond are one change.
  const [, , , [row]] = await db.batch([
    auditedIf(ctx, { ...entry, action: "create" }, sql`NOT ${isThere}`),
    auditedIf(ctx, { ...entry, action: "update" }, isOther),
    db
      .insert(externalCampaigns)
      .values({ id, enterpriseId, ...told, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: [externalCampaigns.enterpriseId, externalCampaigns.externalId],
        set: { ...told, updatedAt: at },
        setWhere: differs,
      }),
    db.select({ id: externalCampaigns.id }).from(externalCampaigns).where(mine),
  ]);
  return { id: row?.id ?? id, externalId: body.externalId };
}
