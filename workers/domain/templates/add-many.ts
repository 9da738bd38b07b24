import { and, eq, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { templates } from "#db/tenant/templates.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { isTemplateType, type Template } from "#workers/contract/templates/template.ts";
import { auditedAll } from "../audit.ts";
import type { Beside } from "../beside.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard } from "../guard.ts";

/** A template of a set, and the draft that it replaces as it was read; null for a new one. */
export interface SetTemplate extends Template {
  part: string;
  existing: { id: string; revision: number } | null;
}

/**
 * Writes drafts of many templates for one channel, and what stands beside them, in one transaction: new ones, and in place
 * of drafts that are as they were read. Throws notFound for a channel that is not there, and templateTaken for a name.
 */
export async function addTemplates(
  ctx: Ctx,
  channelId: string,
  given: readonly SetTemplate[],
  beside: Beside<"template">,
): Promise<void> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const [channel] = await db
    .select({ type: channels.type })
    .from(channels)
    .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId)));
  if (!channel) throw refused(texts.channelGone, "notFound");
  if (!isTemplateType(channel.type)) throw refused(texts.channelWithout, "invalid");
  const at = now();
  const rows = given.map((each) => ({ ...each, id: each.existing?.id ?? newId() }));
  const json = (some: typeof rows) =>
    JSON.stringify(
      some.map(({ id, name, language, category, components: parts }) => [
        id,
        name,
        language,
        category,
        parts,
      ]),
    );
  const replaced = rows.filter(({ existing }) => existing !== null);
  const work = db.batch([
    guard(
      ctx,
      sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(replaced.map(({ existing }) => [existing?.id, existing?.revision]))}) j
        WHERE NOT EXISTS (SELECT 1 FROM templates t WHERE t.id = (j.value->>0) AND t.enterprise_id = ${enterpriseId}
          AND t.revision = (j.value->>1) AND t.status = 'DRAFT'))`,
    ),
    db.insert(templates).select(
      sql`SELECT value->>0, ${enterpriseId}, ${channelId}, value->>1, value->>2, value->>3, json(value->>4), 'DRAFT', '', '', NULL, 0,
        1, ${actor.name}, ${at}, ${at} FROM json_each(${json(rows.filter(({ existing }) => existing === null))}) WHERE true`,
    ),
    db
      .update(templates)
      .set({
        components: sql`json(j.value->>4)`,
        category: sql`j.value->>3`,
        revision: sql`templates.revision + 1`,
        updatedBy: actor.name,
        updatedAt: at,
      })
      .from(sql`json_each(${json(replaced)}) j`)
      .where(sql`templates.id = (j.value->>0)`),
    auditedAll(
      ctx,
      rows.map(({ id, name, language, category, existing }) => ({
        action: existing ? ("update" as const) : ("create" as const),
        kind: "template" as const,
        object: { id, name },
        after: { name, language, category },
      })),
    ),
    ...beside(rows.map(({ part, id }) => ({ part, of: "template", id }))),
  ]);
  await mapConflicts(work as Promise<unknown>, { "templates.name": "templateTaken" });
}

const refused = (message: string, code: "invalid" | "notFound"): DomainError =>
  new DomainError(code, { message, errors: { channelId: message } });
