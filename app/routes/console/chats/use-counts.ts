import { useEffect, useRef } from "react";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { type ChatCounts, chatCount } from "#workers/contract/endpoints/chats.ts";

/** What comes in a burst is counted once. */
const TOGETHER_MS = 300;

/** How many chats ask for one, always as they are now: the server counts anew after each change. */
export function useCounts(): ChatCounts | undefined {
  const { answer } = useQueryOf(chatCount);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const count = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void invalidate(chatCount);
    }, TOGETHER_MS);
  };
  useEvent("chatsChanged", count, count);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return answer;
}
