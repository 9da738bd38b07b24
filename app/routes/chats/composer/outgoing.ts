import type { ChatAction } from "#workers/contract/chat-action.ts";
import type { Mention } from "#workers/contract/chat-events.ts";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { createStore, useStore } from "#app/lib/store.ts";
import { useTold } from "./use-told.ts";

/** An entry that the server does not have yet; the history shows it until the message with the same id arrives. */
export interface Outgoing {
  id: string;
  /** Its kind, unless it is an answer. */
  kind?: "note" | "template" | "voice" | undefined;
  /** Colleagues whom a note may name. */
  mentions?: readonly Mention[] | undefined;
  /** The template and its values. */
  template?: ChosenTemplate | undefined;
  chatId: string;
  text: string;
  file: Picked | undefined;
  /** The chat's number when it was begun. */
  since: number;
  at: number;
  /** Why it was not sent; empty while it is on its way. */
  reason: string;
  /** Whether its words are in the composer again. */
  isReturned: boolean;
}

type ChosenTemplate = Pick<Extract<ChatAction, { action: "agentSendTemplate" }>, "templateId" | "values">;

const none: readonly Outgoing[] = [];
const store = createStore(none);

const change = (id: string, changes: Partial<Outgoing>): void =>
  store.set((now) => now.map((one) => (one.id === id ? { ...one, ...changes } : one)));

export const beginOutgoing = (one: Outgoing): void =>
  store.set((now) => [...now.filter(({ id }) => id !== one.id), one]);
export const refuseOutgoing = (id: string, reason: string): void => change(id, { reason });
export const returnOutgoing = (id: string): void => change(id, { isReturned: true });
export const dropOutgoing = (which: (one: Outgoing) => boolean): void =>
  store.set((now) => (now.some(which) ? now.filter((one) => !which(one)) : now));

export const isOnItsWay = (id: string): boolean =>
  store.get().some((one) => one.id === id && one.reason === "");
export const outgoingOf = (chatId: string): Outgoing[] => store.get().filter((one) => one.chatId === chatId);

/** Once nothing of a chat is on its way any more: whether all of it has arrived. */
export function allArrived(chatId: string): Promise<boolean> {
  const awaited = new Set(outgoingOf(chatId).flatMap(({ id, reason }) => (reason === "" ? [id] : [])));
  return new Promise((resolve) => {
    const look = () => {
      const left = outgoingOf(chatId).filter(({ id }) => awaited.has(id));
      if (left.some(({ reason }) => reason === "")) return;
      stop();
      resolve(left.length === 0);
    };
    const stop = store.subscribe(look);
    look();
  });
}

/** A chat's entries that are on their way or were refused, in order. */
export const useOutgoing = (chatId: string): Outgoing[] =>
  useStore(store, none).filter((one) => one.chatId === chatId);

interface Told {
  what: "send" | "arrived";
  one: Outgoing;
}
const toldStore = createStore<Told | undefined>(undefined);

/** Tells the composer of something: it is to be sent, also for another time, or it has arrived though it was refused. */
export const tellOf = (what: Told["what"], one: Outgoing): void => toldStore.set({ what, one });

export const useToldOf = (chatId: string, take: (told: Told) => void): void =>
  useTold(toldStore, chatId, ({ one }) => one.chatId, take);
