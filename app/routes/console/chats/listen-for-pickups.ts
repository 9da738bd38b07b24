import { invalidate, patch } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { queuesOf } from "#workers/contract/chat-counting.ts";
import type { ChatQueue } from "#workers/contract/chat-queues.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { chatSummary } from "#workers/contract/endpoints/chats.ts";

type Changed = EventData<"chatsChanged">["chats"][number];

/** The lists from which chats are picked up, on every screen: who is taken leaves them at once, and who comes is asked for. */
export const listenForPickups = keepLive(
  "chatsChanged",
  ({ chats }, seq) => {
    const come = new Set<ChatQueue>();
    patch(chatSummary, undefined, (now, { query }) => {
      if (query?.order !== "oldest") return now;
      const { queue = "new" } = query;
      const { page, lacking } = pickupsAfter(now, chats, { queue, seq, at: Date.now() });
      if (lacking.length > 0) come.add(queue);
      return page;
    });
    for (const queue of come) void invalidate(chatSummary, { query: { queue, order: "oldest" } });
  },
  () => void invalidate(chatSummary, { query: { order: "oldest" } }),
);

/** A page of a queue without those that have left it, and the chats that stand in it now and are not on it. */
export function pickupsAfter(
  page: ReplyOf<typeof chatSummary>,
  chats: readonly Changed[],
  { queue, seq, at }: { queue: ChatQueue; seq: number; at: number },
): { page: ReplyOf<typeof chatSummary>; lacking: Changed[] } {
  const stands = new Set(
    chats.flatMap((each) => (queuesOf(each, page.of, at).includes(queue) ? [each.id] : [])),
  );
  const changed = new Map(chats.map((each) => [each.id, each]));
  const left = page.chats.filter(({ chatId, revision }) => {
    const now = changed.get(chatId);
    return !now || now.revision < revision || stands.has(chatId);
  });
  const here = new Set(left.map(({ chatId }) => chatId));
  const lacking = seq <= page.asOf ? [] : chats.filter(({ id }) => stands.has(id) && !here.has(id));
  return { page: left.length === page.chats.length ? page : { ...page, chats: left }, lacking };
}
