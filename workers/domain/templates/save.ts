import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { channels } from "#db/tenant/channels.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import { templates } from "#db/tenant/templates.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import type {
  createTemplate as createContract,
  MessageTemplate,
  updateTemplate as updateContract,
} from "#workers/contract/endpoints/templates.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Medium } from "#workers/contract/message-body.ts";
import { isEditable } from "#workers/contract/templates/states.ts";
import { type Components, isTemplateType } from "#workers/contract/templates/template.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { findTemplate, noting, readingTemplate, templateAtTheEnd, type TemplateRow } from "./template.ts";

type Fields = Pick<TemplateRow, "name" | "language" | "category" | "components">;

/** Adds a draft. Throws invalid at its field for a channel or a file that is not there. */
export async function createTemplate(
  ctx: Ctx,
  { channelId, ...fields }: InputOf<typeof createContract>["body"],
): Promise<MessageTemplate> {
  const { db, enterpriseId } = ctx;
  const [[channel], files] = await db.batch([
    db
      .select({ type: channels.type })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId))),
    readingFiles(ctx, fields),
  ]);
  if (!channel) throw invalid("channelId", texts.channelGone, "notFound");
  if (!isTemplateType(channel.type)) throw invalid("channelId", texts.channelWithout);
  return write(ctx, { ...fields, channelId, components: withFiles(fields, files) }, null);
}

/** Changes a template; what was approved must be decided on anew. Throws conflict while the vendor decides. */
export async function updateTemplate(
  ctx: Ctx,
  id: string,
  { revision, ...fields }: InputOf<typeof updateContract>["body"],
): Promise<MessageTemplate> {
  const [[found], files] = await ctx.db.batch([readingTemplate(ctx, id), readingFiles(ctx, fields)]);
  if (!found) throw new DomainError("notFound");
  const { template: before } = found;
  refuseStale(before, revision);
  if (!isEditable(before.status)) throw notEditable(before);
  const isRenamed = fields.name !== before.name || fields.language !== before.language;
  if (isRenamed && before.vendorId !== null) {
    throw new DomainError("invalid", {
      message: texts.identityFixed,
      errors: { name: texts.identityFixed },
    });
  }
  const { channelId } = before;
  return write(ctx, { ...fields, channelId, components: withFiles(fields, files) }, before);
}

export const notEditable = ({ status }: Pick<TemplateRow, "status">): DomainError =>
  new DomainError("templateDecided", { message: status === "PENDING" ? texts.inReview : texts.disabled });

/** Adds a draft like this one under the first name that is free: order_shipped_2. */
export async function copyTemplate(ctx: Ctx, id: string, into?: string): Promise<MessageTemplate> {
  const { db } = ctx;
  const copied = alias(templates, "copied");
  const [[found], taken] = await db.batch([
    readingTemplate(ctx, id),
    db
      .select({ name: templates.name })
      .from(copied)
      .innerJoin(
        templates,
        and(
          eq(templates.enterpriseId, copied.enterpriseId),
          eq(templates.channelId, copied.channelId),
          eq(templates.language, copied.language),
        ),
      )
      .where(and(eq(copied.enterpriseId, ctx.enterpriseId), eq(copied.id, id))),
  ]);
  if (!found) throw new DomainError("notFound");
  const { channelId, name, language, category, components } = found.template;
  if (into !== undefined) return write(ctx, { channelId, name, language: into, category, components }, null);
  const stem = name.replace(/_\d{1,3}$/, "").slice(0, 500);
  const names = new Set(taken.map((each) => each.name));
  let number = 2;
  while (names.has(`${stem}_${number}`)) number++;
  return write(ctx, { channelId, name: `${stem}_${number}`, language, category, components }, null);
}

async function write(
  ctx: Ctx,
  fields: Fields & { channelId: string },
  before: TemplateRow | null,
): Promise<MessageTemplate> {
  const { db, enterpriseId, now, newId, actor } = ctx;
  const id = before?.id ?? newId();
  const set = {
    name: fields.name,
    language: fields.language,
    category: fields.category,
    components: fields.components,
    status: "DRAFT" as const,
    reason: "",
    ...nextRevision(ctx, before),
  };
  const row = {
    ...set,
    id,
    enterpriseId,
    channelId: fields.channelId,
    quality: before?.quality ?? "",
    statusAt: before?.statusAt ?? 0,
    createdAt: now(),
  };
  const work = db.batch([
    guardRevision(ctx, templates, id, before?.revision ?? 0),
    before
      ? db
          .update(templates)
          .set(set)
          .where(and(eq(templates.enterpriseId, enterpriseId), eq(templates.id, id)))
      : db.insert(templates).values(row),
    ...(before?.status === "DRAFT" ? [] : [noting(ctx, row, actor.name)]),
    audited(ctx, {
      action: before ? "update" : "create",
      kind: "template",
      object: { id, name: fields.name },
      before: before && shown(before),
      after: shown(row),
    }),
    readingTemplate(ctx, id),
  ]);
  const results = await unlessStale(
    mapConflicts(work, { "templates.name": "templateTaken" }),
    async () => (await findTemplate(ctx, id)).template,
  );
  return templateAtTheEnd(results);
}

/** The form of a template in the audit trail. */
export const shown = ({ name, language, category, components }: Fields) => ({
  name,
  language,
  category,
  components,
});

/** A statement that reads what the drive knows of a template's files. */
const readingFiles = ({ db, enterpriseId }: Ctx, { components }: Pick<Fields, "components">) =>
  db
    .select({
      fileId: driveFiles.id,
      mime: driveFiles.mediaType,
      name: driveFiles.name,
      bytes: driveFiles.bytes,
    })
    .from(driveFiles)
    .where(
      and(
        eq(driveFiles.enterpriseId, enterpriseId),
        eq(driveFiles.state, "ready"),
        sql`${driveFiles.id} IN (SELECT value FROM json_each(${JSON.stringify(filesIn(components))}))`,
      ),
    );

const invalid = (field: string, message: string, code: "invalid" | "notFound" = "invalid"): DomainError =>
  new DomainError(code, { message, errors: { [field]: message } });

const headersOf = ({ header, cards }: Components) => [header, ...cards.map((card) => card.header)];

/** Files of the drive that a template has as samples. */
const filesIn = (components: Components): string[] =>
  headersOf(components).flatMap((header) => header?.medium?.fileId ?? []);

/** Its components with what the drive knows of their files. Throws invalid for one that is not there. */
function withFiles({ components }: Pick<Fields, "components">, files: readonly Medium[]): Components {
  const known = <Of extends Components["header"]>(header: Of): Of => {
    if (!header?.medium) return header;
    const { fileId } = header.medium;
    const medium = files.find((each) => each.fileId === fileId);
    if (!medium) throw invalid("components", texts.fileGone);
    return { ...header, medium };
  };
  return {
    ...components,
    header: known(components.header),
    cards: components.cards.map((card) => ({ ...card, header: known(card.header) })),
  };
}
