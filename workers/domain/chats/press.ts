import type { Ctx } from "../ctx.ts";
import { aside, changeOf, type Done } from "./act.ts";
import { refuseWritten } from "./answer.ts";
import { find, isDone, writtenAfter } from "./found.ts";
import { again, write } from "./write.ts";

/** The customer's words come any time, also between the look and the write. */
const NOT_WRITTEN = `SELECT CASE WHEN NOT ${writtenAfter("?1", "?2", "?3")} THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;

/** The result of a press: its live events, and the channel whose sender has something to send. */
type Pressed = Pick<Done, "kept" | "sendBy">;
type Press =
  | { action: "close"; feedback: string }
  | { action: "suspendChat"; until?: string | undefined }
  | { action: "resumeChat" };

/**
 * Closes one's own chat, lays it aside or takes it up; asked again with the same id, it was done already. Throws what `act`
 * does, and chatWritten where the customer has written after the place that the caller has seen.
 */
export function press(
  ctx: Ctx,
  chatId: string,
  {
    id: own = ctx.newId(),
    seenSeq,
    ...action
  }: Press & { id?: string | undefined; seenSeq?: number | undefined },
): Promise<Pressed> {
  const { $client } = ctx.db;
  return again(async () => {
    const { found } = await find(ctx, chatId, own, { ...(seenSeq !== undefined && { seenSeq }) });
    if (isDone(ctx, found, own, chatId)) return { kept: [], sendBy: null };
    const change = changeOf(ctx, found, action.action === "suspendChat" ? aside(ctx, action) : action, own);
    if (change && seenSeq !== undefined) {
      refuseWritten(found);
      change.statements.unshift($client.prepare(NOT_WRITTEN).bind(chatId, ctx.enterpriseId, seenSeq));
    }
    const { kept } = await write(ctx, found, change, []);
    return { kept, sendBy: change?.isMessage ? found.channel_id : null };
  });
}
