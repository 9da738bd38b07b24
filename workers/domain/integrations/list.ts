import { and, asc, eq, sql } from "drizzle-orm";
import { genAiTexts } from "#texts/gen-ai.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { authTypes } from "#workers/contract/auth-types.ts";
import type { Integration, listIntegrations as contract } from "#workers/contract/endpoints/integrations.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import { DomainError } from "../error.ts";
import { counting, page } from "../page.ts";
import { iso, type Ctx } from "../ctx.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

/** Whether a key is stored; the key itself is not read. */
const hasKey = sql<number>`EXISTS (SELECT 1 FROM secrets s WHERE s.enterprise_id = integrations.enterprise_id
  AND s.owner_kind = 'integration' AND s.owner_id = integrations.id)`.as("has_key");

export const integrationOnWire = (row: IntegrationRow, keyIsSet: boolean): Integration => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  authType: row.authType,
  llm: row.llm,
  settings: row.settings,
  hasKey: keyIsSet,
  data: {},
  secrets: keyIsSet ? [{ field: "apikey", hint: "" }] : [],
  target: new URL(row.settings.baseUrl || OPENAI.baseUrl).origin,
  // Its table has no revision of its own: the time of the last change serves as one.
  revision: row.updatedAt,
  updatedBy: "",
  updatedAt: iso(row.updatedAt),
});

export const thisIntegration = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(integrations.enterpriseId, enterpriseId), eq(integrations.id, id));

/** The enterprise's configurations by name, without their keys. */
export async function listIntegrations(
  ctx: Ctx,
  { authType, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const which = and(
    eq(integrations.enterpriseId, ctx.enterpriseId),
    authType ? eq(integrations.authType, authType) : undefined,
  );
  const [found, [counted]] = await ctx.db.batch([
    ctx.db
      .select({ row: integrations, hasKey })
      .from(integrations)
      .where(which)
      .orderBy(asc(integrations.nameKey), asc(integrations.id))
      .limit(limit)
      .offset(offset),
    counting(ctx, integrations, which),
  ]);
  const { rows, more } = cut(found);
  return {
    configs: rows.map((each) => integrationOnWire(each.row, each.hasKey === 1)),
    more,
    total: counted?.total ?? 0,
  };
}

/** Returns one configuration; notFound when it does not exist or belongs to another enterprise. */
export async function getIntegration(ctx: Ctx, id: string): Promise<Integration> {
  const [found] = await ctx.db
    .select({ row: integrations, hasKey })
    .from(integrations)
    .where(thisIntegration(ctx, id))
    .limit(1);
  if (!found) throw new DomainError("notFound");
  return integrationOnWire(found.row, found.hasKey === 1);
}

/** The GenAI configurations that a bot can choose from. */
export async function genAiConfigs(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  return ctx.db
    .select({ id: integrations.id, name: integrations.name })
    .from(integrations)
    .where(and(eq(integrations.enterpriseId, ctx.enterpriseId), eq(integrations.authType, authTypes.genAi)))
    .orderBy(asc(integrations.nameKey))
    .limit(500);
}

/** Condition that a configuration of this enterprise is there. */
export const configStands = (ctx: Ctx, id: string) =>
  sql`EXISTS (SELECT 1 FROM ${integrations} WHERE ${thisIntegration(ctx, id)})`;

/** Throws invalid, at `field`, for an id that names no configuration of this enterprise. */
export async function refuseUnknownConfig(ctx: Ctx, id: string, field: string): Promise<void> {
  const [found] = await ctx.db
    .select({ id: integrations.id })
    .from(integrations)
    .where(thisIntegration(ctx, id))
    .limit(1);
  if (found) return;
  const text = genAiTexts.unknownConfiguration;
  throw new DomainError("invalid", { message: text, errors: { [field]: text } });
}
