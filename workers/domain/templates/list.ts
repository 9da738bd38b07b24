import { and, asc, eq, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { templates } from "#db/tenant/templates.ts";
import { templateTypes } from "#workers/contract/templates/template.ts";
import type { listTemplates as contract } from "#workers/contract/endpoints/templates.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { counting, page } from "../page.ts";
import { onWire, readingTemplates } from "./template.ts";

/** Templates, newest change first, and the channels that may have some. */
export async function listTemplates(
  ctx: Ctx,
  { name, channelId, type, status, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const word = name.toLowerCase();
  const types = JSON.stringify(type === undefined ? templateTypes : [type]);
  const ofType = sql`${channels.type} IN (SELECT value FROM json_each(${types}))`;
  const which = and(
    word ? sql`instr(lower(${templates.name}), ${word}) > 0` : undefined,
    channelId ? eq(templates.channelId, channelId) : undefined,
    status ? eq(templates.status, status) : undefined,
  );
  const [found, ours, [counted]] = await ctx.db.batch([
    readingTemplates(ctx, and(ofType, which)).limit(limit).offset(offset),
    ctx.db
      .select({ id: channels.id, name: channels.name, type: channels.type })
      .from(channels)
      .where(and(eq(channels.enterpriseId, ctx.enterpriseId), ofType))
      .orderBy(asc(channels.nameKey), asc(channels.id)),
    counting(
      ctx,
      templates,
      and(
        eq(templates.enterpriseId, ctx.enterpriseId),
        sql`channel_id IN (SELECT c.id FROM channels c WHERE c.enterprise_id = ${ctx.enterpriseId} AND c.type IN (SELECT value FROM json_each(${types})))`,
        which,
      ),
    ),
  ]);
  const { rows, more } = cut(found);
  return { templates: rows.map(onWire), channels: ours, more, total: counted?.total ?? 0 };
}
