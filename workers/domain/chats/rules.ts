import { chatRules } from "#db/tenant/chat-rules.ts";
import { assignsByItself, type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import type { getChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { assigning } from "../messaging/chat-rules.ts";
import { rulesRowOf, saveRulesRow } from "../rules-row.ts";
import { keepAtHand } from "./at-hand.ts";

type Kept = ReplyOf<typeof getChatConfig>;
type Row = typeof chatRules.$inferSelect;

/** How the enterprise answers chats; without a row at any time. */
export const getChatRules = async (ctx: Ctx): Promise<Kept> => onWire(await rulesRowOf<Row>(ctx, chatRules));

/**
 * Sets the rules. Throws changedMeanwhile where somebody else has set them since. Where chats are assigned from now on, who is
 * at hand is known by then.
 */
export async function saveChatRules(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  { revision, ...rules }: ChatRules & { revision?: number | undefined },
): Promise<Kept> {
  const pickUpMs = rules.pickUpMinutes === null ? null : rules.pickUpMinutes * 60_000;
  const assigns = assignsByItself(rules);
  if (assigns) await keepAtHand(directoryCtx, ctx);
  const saved = onWire(
    await saveRulesRow<Row, Pick<Row, "rules" | "pickUpMs">>(ctx, chatRules, {
      columns: { rules, pickUpMs },
      revision,
      kind: "chatConfig",
      rulesOf: (row) => row.rules,
    }),
  );
  if (assigns) await assigning(ctx).run();
  return saved;
}

const onWire = (row: Pick<Row, "rules" | "revision"> | undefined): Kept => ({
  ...noChatRules,
  ...row?.rules,
  revision: row?.revision ?? 0,
});
