import { invalidate, patch, useQueryOf } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { countsAfter, formerOf, sees } from "#workers/contract/chat-counting.ts";
import { type ChatCounts, chatCount } from "#workers/contract/endpoints/chats.ts";

/** Counts are asked for once: each event says where its chats were, so that the next follow from the last. */
const listenForCounts = keepLive(
  "chatsChanged",
  ({ chats }, seq) => {
    let isStranger = false;
    patch(chatCount, undefined, (now) => {
      // Somebody is told of a chat that they should not see: they came to its department since.
      isStranger ||= chats.some((chat) => !sees(chat, now.of) && !sees(formerOf(chat) ?? chat, now.of));
      return countsAfter(now, chats, { seq, now: Date.now() });
    });
    if (isStranger) void invalidate(chatCount);
  },
  () => void invalidate(chatCount),
);

/** How many chats ask for one, always as they are now. */
export function useCounts(): ChatCounts | undefined {
  listenForCounts();
  return useQueryOf(chatCount).answer;
}
