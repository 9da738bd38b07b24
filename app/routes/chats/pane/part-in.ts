import type { ChatPartKind } from "#workers/contract/chat-people.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

/** Somebody's part in an open chat: its handler, or one of those who are in it or asked into it. */
export type PartIn = "handler" | ChatPartKind | undefined;

export function partIn({ state, handlingAgent, people }: ChatEntry, uId: string): PartIn {
  if (!isOpen(state)) return undefined;
  return handlingAgent === uId ? "handler" : people.find((each) => each.uId === uId)?.part;
}
