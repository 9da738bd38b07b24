import { eq } from "drizzle-orm";
import { chatRules } from "#db/tenant/chat-rules.ts";
import { type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import type { getChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";

type Kept = ReplyOf<typeof getChatConfig>;
type Row = typeof chatRules.$inferSelect;

/** How the enterprise answers chats; without a row at any time. */
export const getChatRules = async (ctx: Ctx): Promise<Kept> => onWire(await rowOf(ctx));

/** Sets the rules. Throws changedMeanwhile where somebody else has set them since. */
export async function saveChatRules(
  ctx: Ctx,
  { revision, ...rules }: ChatRules & { revision?: number | undefined },
): Promise<Kept> {
  const { db, enterpriseId, now } = ctx;
  const before = await rowOf(ctx);
  refuseStale(before ?? { revision: 0, updatedBy: "", updatedAt: 0 }, revision);
  const set = {
    rules,
    pickUpMs: rules.pickUpMinutes === null ? null : rules.pickUpMinutes * 60_000,
    ...nextRevision(ctx, before ?? null),
  };
  const row = { id: enterpriseId, enterpriseId, createdAt: before?.createdAt ?? now(), ...set };
  await unlessStale(
    db.batch([
      guardRevision(ctx, chatRules, enterpriseId, before?.revision ?? 0),
      db.insert(chatRules).values(row).onConflictDoUpdate({ target: chatRules.id, set }),
      audited(ctx, {
        action: "update",
        kind: "chatConfig",
        object: { id: enterpriseId, name: "" },
        before: before?.rules ?? null,
        after: rules,
      }),
    ]),
    async () => (await rowOf(ctx)) ?? row,
  );
  return onWire(row);
}

async function rowOf({ db, enterpriseId }: Ctx): Promise<Row | undefined> {
  const [row] = await db.select().from(chatRules).where(eq(chatRules.id, enterpriseId)).limit(1);
  return row;
}

const onWire = (row: Pick<Row, "rules" | "revision"> | undefined): Kept => ({
  ...noChatRules,
  ...row?.rules,
  revision: row?.revision ?? 0,
});
