import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import type { Presence } from "#workers/contract/chat-socket.ts";
import { leavingTask } from "../after-commit/leave.ts";
import type { DirectoryCtx } from "../ctx.ts";

/**
 * Notes who has gone without a word and who is back, never touching what they have said of themselves. A task for each
 * tells the screens, and that they are at hand or not; whoever is noted so already gets none.
 */
export async function notePresence(directoryCtx: DirectoryCtx, people: readonly Presence[]): Promise<void> {
  const { db, enterpriseId } = directoryCtx;
  for (const gone of [true, false]) {
    const ids = people.filter(({ isHere }) => isHere !== gone).map(({ userId }) => userId);
    if (ids.length === 0) continue;
    const these = and(
      eq(users.enterpriseId, enterpriseId),
      inArray(users.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ne(users.gone, gone),
    );
    const changing = await db.select({ userId: users.id }).from(users).where(these);
    if (changing.length === 0) continue;
    await db.batch([
      db.update(users).set({ gone }).where(these),
      ...changing.map(({ userId }) => leavingTask(directoryCtx, { kind: "agentStatusChanged", userId })),
    ]);
  }
}
