import { messagingTexts } from "#texts/messaging.ts";
import { answersAt, assignsByItself } from "#workers/contract/chat-rules.ts";
import { CHAT, MISSED } from "#workers/contract/chat-states.ts";
import type { ConsentEvent, InboundEvent, InboundMessage } from "#workers/contract/inbound.ts";
import { mediumOf, type MessageBody, quietKinds, wordsOf } from "#workers/contract/message-body.ts";
import { RATING } from "#workers/contract/widget.ts";
import { factIn, speakerFor } from "#workers/contract/who-speaks.ts";
import { awayTextOf, waitingTextOf } from "./chat-rules.ts";
import { type Effects, noEffects } from "./effects.ts";
import { filesOfAnswer } from "./flow-files.ts";
import { foldAccount } from "./fold-account.ts";
import { FoldedChats } from "./fold-chats.ts";
import { foldSeen, foldStatus } from "./fold-status.ts";
import { addressKey, type KnownState, type LaneChannel, type PageEvent } from "./lane-state.ts";
import { beginningOf } from "./beginnings.ts";
import { bodyWithoutNumbers } from "./mask-numbers.ts";
import { isConfirming, optingBy } from "./opting-in.ts";
import { People } from "./people.ts";
import { fileOf } from "./sent-file.ts";

const HOUR_MS = 3_600_000;

/** Nor does a rating by the widget, which is thanked for where it was given. */
const asksForAnswer = (body: MessageBody): boolean =>
  !quietKinds.includes(body.kind) && !(body.kind === "formAnswer" && body.token === RATING);
/** A button's answer has no values. */
const answersFlow = (body: MessageBody): boolean => body.kind === "formAnswer" && body.values !== undefined;

export interface FoldDeps {
  now: number;
  newId: () => string;
  /** Hours of the channel's service window; null where it has none. */
  windowHours: number | null;
  /** As long as the vendor keeps a file. */
  mediaKeptMs: number;
  fileUrl: (id: string) => string;
  messageUrl: (chatId: string, seq: number) => string;
}

/** Works a page's events in their order of arrival, from what is known, into their effects; pure. */
export function foldPage(
  channel: LaneChannel,
  page: readonly PageEvent[],
  known: KnownState,
  deps: FoldDeps,
): Effects {
  const effects = noEffects();
  const fold = new Fold(channel, page, known, effects, deps);
  for (const { n, events, unreadable } of page) {
    if (unreadable !== undefined) {
      effects.events.push({ n, state: "unreadable", about: null, failure: unreadable });
      continue;
    }
    const other = events
      .map(({ contactId }) => (contactId === channel.contactId ? undefined : contactId))
      .map((contactId) => contactId !== undefined && known.others.get(contactId))
      .find(Boolean);
    if (other) {
      effects.handed.push({ n, channelId: other });
      effects.events.push({ n, state: "done", about: null, failure: null });
      continue;
    }
    const ends = events.map((event) => fold.take(event));
    const waiting = ends.find((end) => end !== null);
    effects.events.push({ n, state: waiting ? "waiting" : "done", about: waiting ?? null, failure: null });
  }
  return effects;
}

class Fold {
  readonly #channel: LaneChannel;
  readonly #known: KnownState;
  readonly #effects: Effects;
  readonly #people: People;
  readonly #chats: FoldedChats;
  readonly #deps: FoldDeps;
  readonly #isOpen: boolean;

  constructor(
    channel: LaneChannel,
    page: readonly PageEvent[],
    known: KnownState,
    effects: Effects,
    deps: FoldDeps,
  ) {
    this.#channel = channel;
    this.#known = known;
    this.#effects = effects;
    this.#people = new People(page, known, effects, deps);
    this.#chats = new FoldedChats(channel, known, effects, deps);
    this.#deps = deps;
    this.#isOpen = answersAt(known.rules, deps.now);
    effects.assigns = assignsByItself(known.rules);
  }

  /** Null, or the id of the message that the event has to wait for. */
  take(event: InboundEvent): string | null {
    switch (event.type) {
      case "message":
        this.#message(event);
        return null;
      case "status":
        return foldStatus(event, this.#known, this.#effects, this.#deps.now);
      case "reach":
        this.#reachOf(this.#people.identityOf(event.from, null)).reachable = event.reachable;
        return null;
      case "seen":
        foldSeen(event, this.#known, this.#effects, this.#deps.now);
        return null;
      case "consent":
        this.#chose(event);
        return null;
      case "account":
        foldAccount(event, this.#channel, this.#effects, this.#deps.now);
        return null;
      default:
        return event satisfies never;
    }
  }

  #message({ from, vendorId, at, body: sent, quoted, session }: InboundMessage): void {
    const { now, newId, windowHours } = this.#deps;
    const before = this.#known.messages.get(vendorId);
    // The same message under another event's key, such as after a vendor's own repair.
    if (before || this.#effects.messages.some((each) => each.vendorId === vendorId)) return;
    // Before it is anywhere: the row, the index and the events have the same words.
    const body = this.#known.rules.masksNumbers ? bodyWithoutNumbers(sent) : sent;
    const heardAt = this.#timeOf(at);
    const identityId = this.#people.identityOf(from, heardAt);
    const reach = this.#reachOf(identityId);
    // The latest message's, whatever the order in which they came.
    if (session !== undefined && heardAt >= (reach.sessionAt ?? 0)) {
      reach.session = session;
      reach.sessionAt = heardAt;
    }
    const isFirst =
      reach.lastInAt === null &&
      from.addresses.every((each) => !this.#known.identities.get(addressKey(each))?.lastInAt);
    reach.lastInAt = Math.max(reach.lastInAt ?? 0, heardAt);
    if (windowHours !== null) {
      reach.windowUntil = Math.max(reach.windowUntil ?? 0, heardAt + windowHours * HOUR_MS);
    }
    const messageId = newId();
    const rated = this.#chats.ratedBy(identityId, body, heardAt);
    const chat = rated ?? this.#chats.chatOf(identityId);
    const words = wordsOf(body).trim();
    const choice = this.#known.choices.get(identityId);
    const confirms = body.kind === "text" && isConfirming(words, choice, heardAt);
    const spoken =
      body.kind === "text" ? factIn(words, chat.floorId !== null || chat.floorRun !== null) : undefined;
    const fact = confirms ? "startWord" : spoken;
    const isAwaited = this.#flowAnswer(body, { identityId, messageId, at: heardAt });
    const asksNobody = rated !== undefined || fact !== undefined || !asksForAnswer(body) || isAwaited;
    const begun = beginningOf(this.#known.beginnings, { words, kind: body.kind, isFirst });
    const taker = asksNobody
      ? null
      : speakerFor({
          withPerson: chat.handler !== null || chat.waitingSince !== null,
          floorId: chat.floorId,
          floorRun: chat.floorRun,
          isKeyword: begun !== undefined,
          botId: this.#channel.agentId,
          hasWords: words !== "",
          isOpen: this.#isOpen,
        });
    // Its token says what it answers: whoever has the floor asks something else, and goes on waiting for that.
    const speaker = taker === "floor" && answersFlow(body) ? null : taker;
    this.#chats.add(chat, {
      id: messageId,
      identityId,
      direction: body.kind === "echo" ? "out" : "in",
      body,
      byKind: body.kind === "echo" ? "person" : "customer",
      byId: identityId,
      vendorId,
      quoted: quoted ?? null,
      status: "received",
      speaker,
      fact: fact ?? null,
      at: heardAt,
    });
    this.#fetchLater(body, { identityId, messageId, heardAt });
    if (rated) {
      // The widget thanks by itself.
      if (body.kind !== "formAnswer" || body.token !== RATING)
        this.#chats.say(rated, identityId, messagingTexts.ratingThanks, `rating:${messageId}`);
      return;
    }
    if (!asksForAnswer(body)) return;
    chat.unread++;
    // A chat is laid aside to wait for this.
    if (chat.state === CHAT.suspended) chat.state = CHAT.ongoing;
    if (isAwaited) return;
    if (fact) {
      const { confirmText, choices } = this.#known;
      const said = optingBy({ fact, words, confirms, choice, confirmText, messageId, at: heardAt });
      this.#effects.consents.push(...said.consents.map((each) => ({ ...each, identityId, at: heardAt })));
      if (said.choice) choices.set(identityId, said.choice);
      // The refusal takes the floor from the run that asked (`consents_told_runs`): what comes next is no answer to it.
      if (fact === "stopWord") chat.floorRun = null;
      if (said.answer !== undefined) this.#chats.say(chat, identityId, said.answer, `fact:${messageId}`);
      return;
    }
    if (speaker === "floor" && chat.floorRun !== null) {
      const file = fileOf(body, messageId, this.#deps.messageUrl(chat.id, chat.seq));
      const told = { runId: chat.floorRun, identityId, messageId, body, at: heardAt };
      this.#effects.told.push({ ...told, ...(file && { file }) });
      return;
    }
    if (speaker === "journey" && begun) {
      this.#effects.entering.push({ ...begun, identityId, messageId, text: words, at: heardAt });
      return;
    }
    const botId = speaker === "floor" ? chat.floorId : this.#channel.agentId;
    if ((speaker === "floor" || speaker === "bot") && botId !== null) {
      this.#effects.turns.push({ identityId, chatId: chat.id, messageId, botId });
    }
    if (speaker === "hours" && chat.state !== CHAT.missed) {
      chat.state = CHAT.missed;
      chat.missedReason = MISSED.outOfHours;
      this.#effects.missed++;
      this.#chats.leaveFloor(chat, identityId);
      this.#chats.say(chat, identityId, awayTextOf(this.#known.rules), `hours:${messageId}`);
    }
    if (speaker === "queue") {
      chat.state = CHAT.started;
      chat.missedReason = null;
      this.#effects.waiting.push(chat.id);
      this.#chats.leaveFloor(chat, identityId);
      chat.waitingSince = now;
      this.#chats.say(chat, identityId, waitingTextOf(this.#known.rules), `queue:${messageId}`);
    }
  }

  /** Whether a run waits for this answer to a flow; one that none waits for is for whoever answers the chat, unless that one asks something else. */
  #flowAnswer(body: MessageBody, of: { identityId: string; messageId: string; at: number }): boolean {
    if (body.kind !== "formAnswer" || body.values === undefined) return false;
    const session = this.#known.flowSessions.get(body.token);
    if (!session) return false;
    const { flow_token: _, ...answered } = body.values;
    const { values, media, claimed } = filesOfAnswer(answered, this.#deps);
    const until = of.at + this.#deps.mediaKeptMs;
    const { identityId, messageId } = of;
    this.#effects.media.push(...media.map((each) => ({ ...each, identityId, messageId, until })));
    this.#effects.flowAnswers.push({ token: body.token, values, claimed, ...of });
    // A second answer under the same token is a message and nothing more.
    this.#known.flowSessions.delete(body.token);
    return session.isAwaited;
  }

  #chose({ from, purpose, given, wording, at }: ConsentEvent): void {
    const identityId = this.#people.identityOf(from, null);
    this.#effects.consents.push({
      identityId,
      given,
      purposes: [purpose],
      wording,
      source: "vendor",
      at: this.#timeOf(at),
    });
  }

  /** The vendor's time, which is 0 where it tells none, and never one to come. */
  #timeOf = (at: number): number => (at > 0 ? Math.min(at, this.#deps.now) : this.#deps.now);

  /** A file that is not of the drive already is fetched beside the pages. */
  #fetchLater(
    body: MessageBody,
    { heardAt, ...of }: { identityId: string; messageId: string; heardAt: number },
  ): void {
    const about = mediumOf(body);
    if (!about || about.medium.fileId !== undefined) return;
    if (about.medium.url === undefined && about.medium.vendorId === undefined) return;
    const { newId, mediaKeptMs } = this.#deps;
    this.#effects.media.push({ id: newId(), ...of, ...about, until: heardAt + mediaKeptMs });
  }

  #reachOf(identityId: string) {
    const before = this.#effects.reach.get(identityId);
    if (before) return before;
    const made = {
      identityId,
      windowUntil: null,
      lastInAt: null,
      session: null,
      sessionAt: null,
      reachable: true,
    } as ReturnType<Effects["reach"]["get"]> & {};
    this.#effects.reach.set(identityId, made);
    return made;
  }
}
