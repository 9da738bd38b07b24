import { useEffect, useRef } from "react";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import type { EventData } from "#workers/contract/socket.ts";
import { type ChatCounts, chatCount } from "#workers/contract/endpoints/chats.ts";

/** What comes in a burst is counted once. */
const TOGETHER_MS = 300;

type Changed = EventData<"chatsChanged">["chats"][number];
/** What decides in which queues a chat stands; a message in one that is known changes none. */
const placeOf = ({ state, handler, departmentId, people }: Changed): string =>
  JSON.stringify([state, handler, departmentId, people]);
const REMEMBERED = 2_000;

/** How many chats ask for one, always as they are now: the server counts anew when one has changed its place. */
export function useCounts(): ChatCounts | undefined {
  const { answer } = useQueryOf(chatCount);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const count = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void invalidate(chatCount);
    }, TOGETHER_MS);
  };
  const places = useRef(new Map<string, string>());
  const take = (chats: readonly Changed[]) => {
    const moved = chats.filter((chat) => places.current.get(chat.id) !== placeOf(chat));
    if (places.current.size > REMEMBERED) places.current.clear();
    for (const chat of moved) places.current.set(chat.id, placeOf(chat));
    if (moved.length > 0) count();
  };
  useEvent("chatsChanged", ({ chats }) => take(chats), count);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return answer;
}
