import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { SEES } from "./sees.ts";
import { SEEN } from "../messaging/seen.ts";

const PIN = `INSERT INTO chat_pins (enterprise_id, chat_id, user_id) SELECT ?1, c.id, ?2 FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}
  ON CONFLICT DO NOTHING`;
const UNPIN = "DELETE FROM chat_pins WHERE enterprise_id = ?1 AND user_id = ?2 AND chat_id = ?3";
/** Keeps a chat that one sees on top of one's own lists, or no longer. */
export async function pin({ db, enterpriseId, actor }: Ctx, id: string, how: "pin" | "unpin"): Promise<null> {
  const bound = (text: string) => db.$client.prepare(text).bind(enterpriseId, actor.userId, id);
  const [, seen] = await db.$client.batch([bound(how === "pin" ? PIN : UNPIN), bound(SEES)]);
  if (seen?.results.length === 0) throw new DomainError("notFound");
  return null;
}
