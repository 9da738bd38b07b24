import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { createStore } from "#app/lib/store.ts";
import { mediumOf, type MessageBody } from "#workers/contract/message-body.ts";
import { useTold } from "./use-told.ts";

interface Given {
  chatId: string;
  text: string;
  file: Picked | undefined;
}
const store = createStore<Given | undefined>(undefined);

/** Puts an answer that was taken back where it was written; a template is chosen anew. */
export function giveBack(chatId: string, body: MessageBody): void {
  if (body.kind === "text") store.set({ chatId, text: body.text, file: undefined });
  const medium = body.kind === "template" ? undefined : mediumOf(body)?.medium;
  if (!medium?.fileId) return;
  const { fileId: id, name = "", mime: mediaType = "", bytes = 0 } = medium;
  const text = "caption" in body ? (body.caption ?? "") : "";
  store.set({ chatId, text, file: { id, name, mediaType, bytes } });
}

/** Takes what is given back to a chat. */
export const useGivenBack = (chatId: string, take: (given: Given) => void): void =>
  useTold(store, chatId, (given) => given.chatId, take);
