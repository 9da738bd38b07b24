import { chatsTexts } from "#texts/chats.ts";
import { formerOf, queuesOf, sees, type Viewer } from "./chat-counting.ts";
import type { ChatQueue } from "./chat-queues.ts";
import { CHAT, chatActionCodes, isOpen } from "./chat-states.ts";
import type { EventData } from "./socket.ts";

/**
 * The server's actions by the names of the specification, and others in its style (docs/decisions/realtime.md): what an entry
 * of `chatsChanged` is for one person.
 */
export type NamedAction =
  | "customerStartChat"
  | "customerReplyChat"
  | "waitingInviteAccept"
  | "waitingTransferAccept"
  | "waitingAssignAccept"
  | "agentPickedupChat"
  | "acceptedInvite"
  | "acceptedTransfer"
  | "acceptedAssign"
  | "agentReplyChat"
  | "agentTransferChat"
  | "agentLeaveChat"
  | "agentEndChat"
  | "chatMissedNotify"
  | "decrementNewChat"
  | "decrementInvitedChat"
  | "decrementTransferredChat"
  | "decrementAssignedChat"
  | "chatRemoved"
  | "chatMessageStatus"
  | "chatSystemMessage"
  | "chatUpdated";

type Changed = EventData<"chatsChanged">["chats"][number];

const WAITS = {
  new: "customerStartChat",
  invited: "waitingInviteAccept",
  transferred: "waitingTransferAccept",
  assigned: "waitingAssignAccept",
  missed: "chatMissedNotify",
} as const satisfies Partial<Record<ChatQueue, NamedAction>>;
const ACCEPTED = {
  invited: "acceptedInvite",
  transferred: "acceptedTransfer",
  assigned: "acceptedAssign",
} as const satisfies Partial<Record<ChatQueue, NamedAction>>;
const NO_LONGER = {
  new: "decrementNewChat",
  invited: "decrementInvitedChat",
  transferred: "decrementTransferredChat",
  assigned: "decrementAssignedChat",
} as const satisfies Partial<Record<ChatQueue, NamedAction>>;
const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

/** Texts for the screen of somebody who gave a chat away (platform-shell.md 4.4). */
const SAYS: Partial<Record<NamedAction, string>> = {
  agentTransferChat: chatsTexts.transferred,
  agentLeaveChat: chatsTexts.left,
};
export const messageOf = (action: NamedAction): string => SAYS[action] ?? "";

/** The actions of one person, first where the chat is now, then what was said and done in it; none if it is not theirs to see. */
export function chatActionsOf(chat: Changed, viewer: Viewer, now: number): NamedAction[] {
  const former = formerOf(chat);
  const seesNow = sees(chat, viewer);
  if (!seesNow && !(former && sees(former, viewer))) return [];
  const moved = movesOf(chat, viewer, now);
  if (!seesNow) return moved.length > 0 ? moved : ["chatRemoved"];
  const said = chat.messages.flatMap(({ direction, status }): NamedAction[] => {
    if (direction === "in") return moved.includes("customerStartChat") ? [] : ["customerReplyChat"];
    return [status === "queued" ? "agentReplyChat" : "chatMessageStatus"];
  });
  const done = chat.actions.length > 0 && moved.length === 0 ? (["chatSystemMessage"] as const) : [];
  const all = [...new Set([...moved, ...said, ...done])];
  return all.length > 0 ? all : ["chatUpdated"];
}

/** Where the chat has come to and gone from, among one's queues. */
function movesOf(chat: Changed, viewer: Viewer, now: number): NamedAction[] {
  const former = formerOf(chat);
  const [before, after] = [queuesOf(former, viewer, now), queuesOf(chat, viewer, now)];
  const came = (queue: ChatQueue) => after.includes(queue) && !before.includes(queue);
  const went = (queue: ChatQueue) => before.includes(queue) && !after.includes(queue);
  if (came("mine")) {
    const offer = keysOf(ACCEPTED).find((queue) => before.includes(queue));
    return [offer === undefined ? "agentPickedupChat" : ACCEPTED[offer]];
  }
  if (former && isOpen(former.state) && chat.state === CHAT.closed) return ["agentEndChat"];
  if (went("mine")) return [goneOf(chat, viewer)];
  const isPickedUp = former?.handler === null && chat.handler !== null;
  if (isPickedUp && (went("new") || went("missed"))) return ["agentPickedupChat"];
  return [
    ...keysOf(WAITS)
      .filter(came)
      .map((queue): NamedAction => WAITS[queue]),
    ...keysOf(NO_LONGER)
      .filter(went)
      .map((queue): NamedAction => NO_LONGER[queue]),
  ];
}

/** How one lost one's own chat. */
function goneOf({ actions }: Changed, { uId }: Viewer): NamedAction {
  const own = actions.find(({ actionBy }) => actionBy === uId)?.actionType;
  if (own === chatActionCodes.left) return "agentLeaveChat";
  return own === chatActionCodes.transferred ? "agentTransferChat" : "chatRemoved";
}
