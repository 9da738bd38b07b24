import { chatActionsOf, messageOf } from "#workers/contract/chat-actions-of.ts";
import {
  type CountsAsOf,
  countsAfter,
  enterpriseCountsOf,
  formerOf,
  sees,
  type Viewer,
  withSums,
} from "#workers/contract/chat-counting.ts";
import { countOf } from "#workers/contract/chat-queues.ts";
import { numbered, ratedOf } from "#workers/contract/message-numbers.ts";
import type { EventData } from "#workers/contract/socket.ts";

/** A client that hears the actions of the specification: for whom, and their counts as far as they are known. */
export interface Named {
  of: Viewer;
  counts?: CountsAsOf;
}

/** All that a client is told of its counts. */
const countsIn = ({ counts }: Named) =>
  counts && {
    ...withSums(
      Object.fromEntries(Object.values(countOf).map((name) => [name, counts[name]])) as unknown as CountsAsOf,
    ),
    enterprise: enterpriseCountsOf(counts),
  };

/** Adds to `onOpen` the counts of the enterprise's chats for this person. */
export const openingOf = (named: Named | undefined) => named?.counts && { response: countsIn(named) };

const isNone = ({ counts }: Named): boolean =>
  counts !== undefined && counts.newChatCount + counts.transferredChatCount + counts.invitedChatCount === 0;

/**
 * An event of chats as the specification's actions of one person, and what is known of them after it. Only the last message has the number:
 * a client that was cut off before it has not seen the event, and hears all of them again.
 */
export function namedOf(
  { data: { chats }, seq }: { data: EventData<"chatsChanged">; seq: number },
  named: Named,
  now: number,
): { texts: string[]; named: Named } {
  const isStranger = chats.some((chat) => !sees(chat, named.of) && !sees(formerOf(chat) ?? chat, named.of));
  // They came to another department since: what is counted here is no longer theirs.
  if (isStranger) return { texts: [JSON.stringify({ action: "refetch", seq })], named: { of: named.of } };
  const after: Named = {
    ...named,
    ...(named.counts && { counts: countsAfter(named.counts, chats, { seq, now }) }),
  };
  const counts = countsIn(after);
  const messages = chats.flatMap((chat) =>
    chatActionsOf(chat, named.of, now).map((action) => ({
      action: action as string,
      chatId: chat.id,
      message: messageOf(action),
      response: {
        chat: { ...chat, messages: numbered(chat.messages, chat.unread, ratedOf(chat)) },
        ...counts,
      },
    })),
  );
  const last = messages.at(-1);
  if (last && isNone(after) && !isNone(named))
    messages.push({ ...last, action: "noChatPicked", message: "" });
  const texts = messages.map((message, at) =>
    JSON.stringify(at === messages.length - 1 ? { ...message, seq } : message),
  );
  return { texts, named: after };
}
