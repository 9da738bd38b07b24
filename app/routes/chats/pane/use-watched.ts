import { useEffect, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { say } from "#app/realtime/socket.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { useTopic } from "#app/realtime/use-topic.ts";
import { useSession } from "#app/session/session.ts";
import { watchChat } from "#workers/contract/endpoints/chat-steps.ts";
import { type EventData, TYPING_MS } from "#workers/contract/socket.ts";

type Watching = EventData<"chatWatched">["people"];

/** Colleagues who have the same chat open, and whether they are writing. They see us as well. */
export function useWatched(chatId: string): Watching {
  const { profile } = useSession();
  const [known, setKnown] = useState<{ chatId: string; people: Watching }>();
  const socketId = useTopic(chatId, (id) =>
    call(watchChat, { params: { id: chatId }, body: { socketId: id } }),
  );
  useEvent("chatWatched", (data) => data.chatId === chatId && setKnown(data));
  // Somebody who goes without a word is no longer writing.
  useEffect(() => {
    if (!known?.people.some(({ isTyping }) => isTyping)) return undefined;
    const over = setTimeout(
      () => setKnown({ ...known, people: known.people.map((each) => ({ ...each, isTyping: false })) }),
      TYPING_MS,
    );
    return () => clearTimeout(over);
  }, [known]);
  if (known?.chatId !== chatId || socketId === undefined) return [];
  return known.people.filter(({ uId }) => uId !== profile.uId);
}

/** Tells colleagues that one writes, at most every few seconds, and that one no longer does. */
export function useTelling(): (isTyping: boolean) => void {
  const said = useRef(0);
  return (isTyping) => {
    if (isTyping ? Date.now() - said.current < TYPING_MS / 2 : said.current === 0) return;
    said.current = isTyping ? Date.now() : 0;
    say({ action: "typing", isTyping });
  };
}
