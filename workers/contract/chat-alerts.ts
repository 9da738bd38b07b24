import { chatNotificationsTexts as texts } from "#texts/chat-notifications.ts";
import { type ChatPartKind, isAskedToTake } from "./chat-people.ts";
import { CHAT, chatActionCodes } from "./chat-states.ts";
import type { EventData } from "./socket.ts";

/** News for one person, told once for each key. */
export interface Alert {
  kind: "new" | "invited" | "transferred" | "message" | "mentioned" | "back";
  chatId: string;
  key: string;
  /** The colleague who mentioned one. */
  byName?: string;
}

/** A chat that began to wait longer ago is no news: somebody has noted in it, or a screen has just come back. */
const FRESH_MS = 15_000;

/** The action that asks somebody, by their part in the chat since. */
const ASKED_BY = {
  invited: chatActionCodes.invited,
  transferred: chatActionCodes.transferred,
  assigned: chatActionCodes.assigned,
} as const satisfies Record<Exclude<ChatPartKind, "joined">, number>;

/**
 * News that a live event is for one person: a new chat, an offer to them, words in a chat that they answer in, or their
 * name in a note.
 */
export function alertsIn(
  { chats }: EventData<"chatsChanged">,
  { uId, now }: { uId: string; now: number },
): Alert[] {
  return chats.flatMap(({ id: chatId, state, handler, people, waitingSince, messages, actions }): Alert[] => {
    // One's own act is no news, also where another tab did it.
    if (actions.some(({ actionBy }) => actionBy === uId)) return [];
    const noted = actions.find(({ mentions }) => mentions.some((each) => each.uId === uId));
    if (noted) return [{ kind: "mentioned", chatId, key: noted.id, byName: noted.byName }];
    const { part, name } = people.find((each) => each.uId === uId) ?? {};
    if (part && part !== "joined") {
      // Each time anew: somebody who declined may be asked again. Nothing else in the chat asks anybody.
      const asked = actions.findLast(({ actionType, to }) => actionType === ASKED_BY[part] && to === name);
      const kind = part === "invited" ? "invited" : "transferred";
      return asked ? [{ kind, chatId, key: asked.id }] : [];
    }
    if (handler === uId || part === "joined") {
      const back = actions.filter(
        ({ actionType, at }) => actionType === chatActionCodes.cameBack && now - at < FRESH_MS,
      );
      const said = messages.filter(
        ({ by, direction, at }) => by === "customer" && direction === "in" && now - at < FRESH_MS,
      );
      return [
        ...back.map(({ id }): Alert => ({ kind: "back", chatId, key: id })),
        ...said.map(({ id }): Alert => ({ kind: "message", chatId, key: id })),
      ];
    }
    const isNew = state === CHAT.started && handler === null && !people.some(isAskedToTake);
    // Whoever was asked to take it had gone: it is everybody's once more, however long it waits.
    const lapsed = actions.find(({ actionType }) => actionType === chatActionCodes.lapsed);
    if (isNew && lapsed) return [{ kind: "new", chatId, key: lapsed.id }];
    if (!isNew || waitingSince === null || now - waitingSince >= FRESH_MS) return [];
    return [{ kind: "new", chatId, key: `new ${chatId} ${waitingSince}` }];
  });
}

/** Whether it is about a chat of their own, rather than one that they are asked to take. */
export const isOwnNews = ({ kind }: Pick<Alert, "kind">): boolean =>
  kind === "message" || kind === "mentioned" || kind === "back";

/** A notification's title and line: of the chat's person no more than their name and what was said last. */
export function wordsOfAlert(
  { kind, byName = "" }: Pick<Alert, "kind" | "byName">,
  { name, lastMessage }: { name: string; lastMessage: string },
): { title: string; body: string } {
  const own = { body: lastMessage };
  switch (kind) {
    case "mentioned":
      return { ...own, title: texts.mentioned(byName) };
    case "message":
      return { ...own, title: texts.alerts.says(name) };
    case "back":
      return { ...own, title: texts.alerts.back(name) };
    case "new":
    case "invited":
    case "transferred":
      return { title: texts.alerts[kind], body: [name, lastMessage].filter(Boolean).join(": ") };
    default:
      return kind satisfies never;
  }
}
