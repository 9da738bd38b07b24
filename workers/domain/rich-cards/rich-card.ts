import { and, asc, eq, sql } from "drizzle-orm";
import { driveFiles } from "#db/tenant/drive.ts";
import { richCards } from "#db/tenant/rich-cards.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import type {
  createRichCard as createContract,
  listRichCards as listContract,
  RichCardEntry,
  updateRichCard as updateContract,
} from "#workers/contract/endpoints/rich-cards.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Medium } from "#workers/contract/message-body.ts";
import type { RichCardContent } from "#workers/contract/rich-card.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { counting, page } from "../page.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";

type Row = typeof richCards.$inferSelect;

const thisRichCard = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(richCards.enterpriseId, enterpriseId), eq(richCards.id, id));
const reading = (ctx: Ctx, id: string) =>
  ctx.db.select().from(richCards).where(thisRichCard(ctx, id)).limit(1);

async function find(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await reading(ctx, id);
  if (!row) throw new DomainError("notFound");
  return row;
}

const onWire = ({ id, name, content, revision, updatedBy, updatedAt }: Row): RichCardEntry => ({
  id,
  name,
  content,
  revision,
  updatedBy,
  updatedAt: iso(updatedAt),
});

/** Rich cards by name. */
export async function listRichCards(
  ctx: Ctx,
  { name, ...paging }: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const which = and(
    eq(richCards.enterpriseId, ctx.enterpriseId),
    key ? sql`instr(${richCards.nameKey}, ${key}) > 0` : undefined,
  );
  const [found, [counted]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(richCards)
      .where(which)
      .orderBy(asc(richCards.nameKey), asc(richCards.id))
      .limit(limit)
      .offset(offset),
    counting(ctx, richCards, which),
  ]);
  const { rows, more } = cut(found);
  return { richCards: rows.map(onWire), more, total: counted?.total ?? 0 };
}

/** Throws notFound for one that is not there, or another enterprise's. */
export const getRichCard = async (ctx: Ctx, id: string): Promise<RichCardEntry> =>
  onWire(await find(ctx, id));

/** Adds a rich card; notFound at a card whose file is not there. */
export async function createRichCard(
  ctx: Ctx,
  fields: InputOf<typeof createContract>["body"],
): Promise<RichCardEntry> {
  return write(ctx, fields, await readingFiles(ctx, fields.content), null);
}

/** Changes a rich card that nobody has changed meanwhile. */
export async function updateRichCard(
  ctx: Ctx,
  id: string,
  { revision, ...fields }: InputOf<typeof updateContract>["body"],
): Promise<RichCardEntry> {
  const [[before], files] = await ctx.db.batch([reading(ctx, id), readingFiles(ctx, fields.content)]);
  if (!before) throw new DomainError("notFound");
  refuseStale(before, revision);
  return write(ctx, fields, files, before);
}

async function write(
  ctx: Ctx,
  { name, content: given }: Pick<Row, "name" | "content">,
  files: readonly Medium[],
  before: Row | null,
): Promise<RichCardEntry> {
  const { db, enterpriseId, newId, now } = ctx;
  const content = withFiles(given, files);
  const set = { name, nameKey: nameKey(name), content, ...nextRevision(ctx, before) };
  const row: Row = { id: before?.id ?? newId(), enterpriseId, createdAt: before?.createdAt ?? now(), ...set };
  const work = db.batch([
    guardRevision(ctx, richCards, row.id, before?.revision ?? 0),
    before
      ? db.update(richCards).set(set).where(thisRichCard(ctx, row.id))
      : db.insert(richCards).values(row),
    audited(ctx, {
      action: before ? "update" : "create",
      kind: "richCard",
      object: row,
      before: before && { name: before.name, content: before.content },
      after: { name, content },
    }),
  ]);
  await unlessStale(mapConflicts(work, { "rich_cards.name_key": "richCardNameTaken" }), () =>
    find(ctx, row.id),
  );
  return onWire(row);
}

/** Deletes a rich card that nobody has changed meanwhile. */
export async function deleteRichCard(ctx: Ctx, id: string): Promise<void> {
  const row = await find(ctx, id);
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, richCards, id, row.revision),
      ctx.db.delete(richCards).where(thisRichCard(ctx, id)),
      audited(ctx, {
        action: "delete",
        kind: "richCard",
        object: row,
        before: { name: row.name, content: row.content },
      }),
    ]),
    () => find(ctx, id),
  );
}

const filesIn = ({ cards }: RichCardContent): string[] => cards.flatMap(({ medium }) => medium?.fileId ?? []);

/** A statement that reads what the drive knows of the cards' files. */
const readingFiles = ({ db, enterpriseId }: Ctx, content: RichCardContent) =>
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
        sql`${driveFiles.id} IN (SELECT value FROM json_each(${JSON.stringify(filesIn(content))}))`,
      ),
    );

/** With what the drive knows of each file: nothing else that was sent of it is believed. */
const withFiles = (content: RichCardContent, files: readonly Medium[]): RichCardContent => ({
  ...content,
  cards: content.cards.map((card, at) => {
    if (!card.medium) return card;
    const { fileId } = card.medium;
    const medium = files.find((each) => each.fileId === fileId);
    if (!medium) {
      throw new DomainError("notFound", {
        message: texts.fileGone,
        errors: { [`content.cards.${at}.medium`]: texts.fileGone },
      });
    }
    return { ...card, medium };
  }),
});
