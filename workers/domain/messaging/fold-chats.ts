import { sendClasses } from "#db/tenant/messages.ts";
import { CHAT, isOpen } from "#workers/contract/chat-states.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { ratingIn } from "#workers/contract/rating.ts";
import type { ChatAfter, Effects } from "./effects.ts";
import type { EndedChat, KnownState, LaneChannel } from "./lane-state.ts";

/** Characters of a message that a list of chats shows. */
const PREVIEW = 200;
/** An answer that waited longer is not sent any more. */
const BOT_ANSWER_MS = 10 * 60_000;

interface Deps {
  now: number;
  newId: () => string;
}

/** The chats that a page's events belong to, and the messages that come into them; pure. */
export class FoldedChats {
  readonly #agentId: string | null;
  readonly #known: KnownState;
  readonly #effects: Effects;
  readonly #deps: Deps;

  constructor({ agentId }: LaneChannel, known: KnownState, effects: Effects, deps: Deps) {
    this.#agentId = agentId;
    this.#known = known;
    this.#effects = effects;
    this.#deps = deps;
  }

  /** The chat that somebody is in: the one that is open, else a new one. */
  chatOf(identityId: string): ChatAfter {
    const open = this.#effects.chats.get(identityId);
    if (open) return open;
    const found = this.#known.chats.get(identityId);
    // A bot answers at any hour: whom it answers is not the one who was missed.
    const known = found && (isOpen(found.state) || this.#agentId === null) ? found : undefined;
    const chat: ChatAfter = {
      ...(known ?? {
        id: this.#deps.newId(),
        identityId,
        state: CHAT.created,
        handler: null,
        waitingSince: null,
        missedReason: null,
        seq: 0,
        unread: 0,
        revision: 0,
        floorId: null,
        floorRun: null,
      }),
      lastAt: 0,
      lastText: "",
      changed: false,
      rating: null,
    };
    this.#effects.chats.set(identityId, chat);
    return chat;
  }

  /**
   * The chat that a message rates: the last closed one, which stays closed. By the widget's form it is the one that is open,
   * where there is one; and a bare number may there be the answer to something else.
   */
  ratedBy(identityId: string, body: MessageBody, heardAt: number): ChatAfter | undefined {
    const given = ratingIn(body);
    if (!given) return undefined;
    const now = this.#effects.chats.get(identityId) ?? this.#known.chats.get(identityId);
    const isNow = now !== undefined && isOpen(now.state);
    const ended = this.#known.ended.get(identityId);
    const isAnswer = given.by !== "number" || (!isNow && heardAt < (ended?.rateUntil ?? 0));
    if (!isAnswer) return undefined;
    const rated = given.by === "form" && isNow ? this.chatOf(identityId) : ended && this.#endedAfter(ended);
    if (rated) rated.rating = given.rating;
    return rated;
  }

  #endedAfter({ rateUntil: _, ...chat }: EndedChat): ChatAfter {
    const known = this.#effects.chats.get(chat.id);
    if (known) return known;
    const after: ChatAfter = { ...chat, lastAt: 0, lastText: "", changed: false, rating: null };
    this.#effects.chats.set(chat.id, after);
    return after;
  }

  /** Whoever has the floor asks no more. */
  leaveFloor(chat: ChatAfter, identityId: string): void {
    if (chat.floorId !== null || chat.floorRun !== null) this.#effects.floorsLeft.push(identityId);
    chat.floorId = null;
    chat.floorRun = null;
  }

  /** Says something by itself. */
  say(chat: ChatAfter, identityId: string, text: string, cause: string): void {
    const { now, newId } = this.#deps;
    this.add(chat, {
      id: newId(),
      identityId,
      direction: "out",
      body: { kind: "text", text },
      byKind: "system",
      byId: "",
      cause,
      status: "queued",
      sendClass: sendClasses.bot,
      expiresAt: now + BOT_ANSWER_MS,
      at: now,
    });
  }

  /** Adds a message, as the next one of its chat. */
  add(
    chat: ChatAfter,
    message: Omit<Effects["messages"][number], "chatId" | "seq" | "kind" | "facts"> & { body: MessageBody },
  ): void {
    chat.seq++;
    chat.changed = true;
    chat.lastAt = Math.max(chat.lastAt, message.at);
    // The list's preview serves those who answer: it shows the person's words, not those that tell them to wait.
    if (message.byKind !== "system") chat.lastText = wordsOf(message.body).slice(0, PREVIEW);
    this.#effects.messages.push({
      ...message,
      chatId: chat.id,
      seq: chat.seq,
      kind: message.body.kind,
      facts: {},
    });
  }
}
