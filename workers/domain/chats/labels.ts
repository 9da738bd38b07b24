import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { chatLabels } from "#db/tenant/chat-labels.ts";
import { departments } from "#db/tenant/departments.ts";
import {
  type ChatLabelEntry,
  type createChatLabel,
  type getChatLabel,
  MOST_LABELS,
  type orderChatLabels,
} from "#workers/contract/endpoints/chat-labels.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";

type Row = typeof chatLabels.$inferSelect;

const taken = { "chat_labels.name_key": "chatLabelTaken" } as const;
/** Of no department: chats of every one can have it. */
const EVERY = "";

const thisLabel = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(chatLabels.enterpriseId, enterpriseId), eq(chatLabels.id, id));
const onWire = ({ id, name, departmentId }: Row): ChatLabelEntry => ({ id, name, departmentId });
const shown = ({ name, departmentId }: Pick<Row, "name" | "departmentId">) => ({ name, departmentId });

/** Labels in their order: every one, or what a department's chats can have, its own first. */
export async function labelsOf({ db, enterpriseId }: Ctx, departmentId: string): Promise<ChatLabelEntry[]> {
  const rows = await db
    .select()
    .from(chatLabels)
    .where(
      and(
        eq(chatLabels.enterpriseId, enterpriseId),
        departmentId === "" ? undefined : inArray(chatLabels.departmentId, [departmentId, EVERY]),
      ),
    )
    .orderBy(sql`${chatLabels.departmentId} = ''`, asc(chatLabels.departmentId), asc(chatLabels.position));
  return rows.map(onWire);
}

/** Adds a label at the end. Throws notFound for a department that is not there, chatLabelTaken or chatLabelsFull. */
export async function createLabel(
  ctx: Ctx,
  { name, departmentId }: InputOf<typeof createChatLabel>["body"],
): Promise<ChatLabelEntry> {
  const { db, enterpriseId, now, newId } = ctx;
  const [there, [known]] = await db.batch([
    db
      .select({ id: departments.id })
      .from(departments)
      .where(and(eq(departments.enterpriseId, enterpriseId), eq(departments.id, departmentId))),
    db
      .select({ count: sql<number>`count(*)`, last: sql<number>`coalesce(max(${chatLabels.position}), -1)` })
      .from(chatLabels)
      .where(and(eq(chatLabels.enterpriseId, enterpriseId), eq(chatLabels.departmentId, departmentId))),
  ]);
  if (departmentId !== EVERY && there.length === 0) throw new DomainError("notFound");
  if ((known?.count ?? 0) >= MOST_LABELS) throw new DomainError("chatLabelsFull");
  const at = now();
  const row: Row = {
    id: newId(),
    enterpriseId,
    departmentId,
    name,
    nameKey: nameKey(name),
    position: (known?.last ?? -1) + 1,
    createdAt: at,
    updatedAt: at,
  };
  await mapConflicts(
    db.batch([
      db.insert(chatLabels).values(row),
      audited(ctx, { action: "create", kind: "chatLabel", object: row, after: shown(row) }),
    ]),
    taken,
  );
  return onWire(row);
}

/** Puts a department's labels in this order, and answers them; notFound where it has none. Ids of others count for nothing. */
export async function orderLabels(
  ctx: Ctx,
  { departmentId, ids }: InputOf<typeof orderChatLabels>["body"],
): Promise<ChatLabelEntry[]> {
  const { db, enterpriseId, now } = ctx;
  const place = sql`(SELECT e.key FROM json_each(${JSON.stringify(ids)}) e WHERE e.value = ${chatLabels.id})`;
  const ours = and(eq(chatLabels.enterpriseId, enterpriseId), eq(chatLabels.departmentId, departmentId));
  const list = () => db.select().from(chatLabels).where(ours).orderBy(asc(chatLabels.position));
  const before = await list();
  if (before.length === 0) throw new DomainError("notFound");
  const namesIn = (rows: readonly Row[]) => ({ departmentId, order: rows.map(({ name }) => name) });
  // As it will be, but for labels that somebody adds or deletes meanwhile.
  const placed = before.toSorted((a, b) => placeIn(ids, a) - placeIn(ids, b));
  const [, rows] = await db.batch([
    db
      .update(chatLabels)
      .set({ position: sql`coalesce(${place}, ${chatLabels.position} + ${MOST_LABELS})`, updatedAt: now() })
      .where(ours),
    list(),
    audited(ctx, {
      action: "update",
      kind: "chatLabel",
      object: { id: departmentId, name: "" },
      before: namesIn(before),
      after: namesIn(placed),
    }),
  ]);
  return rows.map(onWire);
}

/** Those that are not named come behind, in the order that they have. */
const placeIn = (ids: readonly string[], { id, position }: Row): number =>
  ids.includes(id) ? ids.indexOf(id) : position + MOST_LABELS;

/** A label, and how many chats have it. */
export async function labelOf(ctx: Ctx, id: string): Promise<ReplyOf<typeof getChatLabel>> {
  const { db, enterpriseId } = ctx;
  const having = sql<number>`(SELECT count(*) FROM chats c WHERE c.enterprise_id = ${enterpriseId}
    AND EXISTS (SELECT 1 FROM json_each(c.labels) e WHERE e.value = ${id}))`;
  const [row] = await db
    .select({ label: chatLabels, chats: having })
    .from(chatLabels)
    .where(thisLabel(ctx, id))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return { ...onWire(row.label), chats: row.chats };
}

/** Renames a label, in the chats that have it too. Throws notFound or chatLabelTaken. */
export async function renameLabel(ctx: Ctx, id: string, name: string): Promise<ChatLabelEntry> {
  const { db, now } = ctx;
  const before = await rowOf(ctx, id);
  const after = { ...before, name, nameKey: nameKey(name), updatedAt: now() };
  await mapConflicts(
    db.batch([
      db
        .update(chatLabels)
        .set({ name, nameKey: after.nameKey, updatedAt: after.updatedAt })
        .where(thisLabel(ctx, id)),
      audited(ctx, {
        action: "update",
        kind: "chatLabel",
        object: after,
        before: shown(before),
        after: shown(after),
      }),
    ]),
    taken,
  );
  return onWire(after);
}

/** Deletes a label. Chats keep its id, which shows nothing any more. */
export async function deleteLabel(ctx: Ctx, id: string): Promise<void> {
  const before = await rowOf(ctx, id);
  await ctx.db.batch([
    ctx.db.delete(chatLabels).where(thisLabel(ctx, id)),
    audited(ctx, { action: "delete", kind: "chatLabel", object: before, before: shown(before) }),
  ]);
}

async function rowOf(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(chatLabels).where(thisLabel(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}
