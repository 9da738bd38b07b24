import { and, eq, sql } from "drizzle-orm";
import { externalCampaigns } from "#db/tenant/external-campaigns.ts";
import type { recordExternalCampaign as contract } from "#workers/contract/endpoints/external-campaigns.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";

/** The id of a campaign that was recorded before. */
export async function recordedId({ db, enterpriseId }: Ctx, externalId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: externalCampaigns.id })
    .from(externalCampaigns)
    .where(
      and(eq(externalCampaigns.enterpriseId, enterpriseId), eq(externalCampaigns.externalId, externalId)),
    );
  return row?.id;
}

/**
 * Records a campaign under the other system's id, or replaces what was recorded; the same again changes nothing. One
 * kept for later has its id already, and replaces nothing that was told after it.
 */
export async function recordExternalCampaign(
  ctx: Ctx,
  body: InputOf<typeof contract>["body"],
  kept?: string,
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId } = ctx;
  const [id, at] = [kept ?? ctx.newId(), ctx.now()];
  const isInTurn = kept === undefined ? sql`1` : sql`${externalCampaigns.updatedAt} <= ${at}`;
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
  const isOther = sql`EXISTS (SELECT 1 FROM ${externalCampaigns} WHERE ${and(mine, sql`(${differs})`, isInTurn)})`;
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
        setWhere: sql`(${differs}) AND ${isInTurn}`,
      }),
    db.select({ id: externalCampaigns.id }).from(externalCampaigns).where(mine),
  ]);
  return { id: row?.id ?? id, externalId: body.externalId };
}
