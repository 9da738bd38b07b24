import { and, asc, desc, eq, ne, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { channels } from "#db/tenant/channels.ts";
import { templateHistory, templates } from "#db/tenant/templates.ts";
import type { getTemplate as getContract, MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import { bodyOf } from "#workers/contract/templates/template.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

export type TemplateRow = typeof templates.$inferSelect;
/** In a batch a row is an object by its columns' names, so those of the channel need names of their own. */
const columns = {
  template: templates,
  channelName: sql<string>`${channels.name}`.as("channel_name"),
  channelType: sql<number>`${channels.type}`.as("channel_type"),
};
interface Found {
  template: TemplateRow;
  channelName: string;
  channelType: number;
}

export const thisTemplate = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(templates.enterpriseId, enterpriseId), eq(templates.id, id));

/** A statement that reads templates with their channels, newest change first. */
export const readingTemplates = ({ db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">, condition?: SQL) =>
  db
    .select(columns)
    .from(templates)
    .innerJoin(channels, eq(channels.id, templates.channelId))
    .where(and(eq(templates.enterpriseId, enterpriseId), condition))
    .orderBy(desc(templates.updatedAt), desc(templates.id));

export const readingTemplate = (ctx: Ctx, id: string) => readingTemplates(ctx, eq(templates.id, id)).limit(1);

/** Throws notFound for a template that is not there, or another enterprise's. */
export async function findTemplate(ctx: Ctx, id: string): Promise<Found> {
  const [found] = await readingTemplate(ctx, id);
  if (!found) throw new DomainError("notFound");
  return found;
}

/** The template from the results of a batch that ends with `readingTemplate`. */
export function templateAtTheEnd(results: readonly unknown[]): MessageTemplate {
  const [found] = results.at(-1) as Found[];
  if (!found) throw new DomainError("notFound");
  return onWire(found);
}

/** A template with what became of it, newest first. */
export async function getTemplate(ctx: Ctx, id: string): Promise<ReplyOf<typeof getContract>> {
  const [[found], languages, history] = await ctx.db.batch([
    readingTemplate(ctx, id),
    readingLanguages(ctx, id),
    ctx.db
      .select()
      .from(templateHistory)
      .where(and(eq(templateHistory.enterpriseId, ctx.enterpriseId), eq(templateHistory.templateId, id)))
      .orderBy(desc(templateHistory.at), desc(templateHistory.id))
      .limit(MOST_HISTORY),
  ]);
  if (!found) throw new DomainError("notFound");
  return {
    template: onWire(found),
    languages: languages.map(({ template: { id: other, language, status, components } }) => ({
      id: other,
      language,
      status,
      text: bodyOf(components),
    })),
    history: history.map(({ id: entry, at, status, category, quality, reason, by }) => ({
      id: entry,
      at: iso(at),
      status,
      category,
      quality,
      reason,
      by,
    })),
  };
}

/** A statement that reads a template in its other languages. */
function readingLanguages({ db, enterpriseId }: Ctx, id: string) {
  const one = alias(templates, "one");
  return db
    .select({ template: templates })
    .from(templates)
    .innerJoin(
      one,
      and(
        eq(one.enterpriseId, templates.enterpriseId),
        eq(one.channelId, templates.channelId),
        eq(one.name, templates.name),
      ),
    )
    .where(and(eq(one.enterpriseId, enterpriseId), eq(one.id, id), ne(templates.id, id)))
    .orderBy(asc(templates.language));
}

const MOST_HISTORY = 100;

export function onWire({ template, channelName, channelType }: Found): MessageTemplate {
  const { id, channelId, name, language, category, components, status, reason, quality, vendorId } = template;
  return {
    id,
    name,
    language,
    category,
    components,
    channel: { id: channelId, name: channelName, type: channelType },
    status,
    reason,
    quality,
    vendorId,
    revision: template.revision,
    updatedBy: template.updatedBy,
    updatedAt: iso(template.updatedAt),
  };
}

/** A line of a template's history, for the batch of its change, before it; `by` is '' for the vendor. */
export const noting = (
  { db, enterpriseId, newId, now }: Pick<Ctx, "db" | "enterpriseId" | "newId" | "now">,
  of: Pick<TemplateRow, "id" | "status" | "category" | "quality" | "reason">,
  by: string,
  condition: SQL = sql`1`,
) => {
  const { id, status, category, quality, reason } = of;
  return db.insert(templateHistory).select(
    sql`SELECT ${newId()}, ${enterpriseId}, ${id}, ${now()}, ${status}, ${category}, ${quality}, ${reason}, ${by}
      WHERE ${condition}`,
  );
};
