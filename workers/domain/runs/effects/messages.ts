import { type SendClass, sendClasses } from "#db/tenant/messages.ts";
import { answersAt, assignsByItself } from "#workers/contract/chat-rules.ts";
import { LONGEST_NOTE } from "#workers/contract/chat-action.ts";
import { CHAT, chatActionCodes, MISSED } from "#workers/contract/chat-states.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import type { Components } from "#workers/contract/templates/template.ts";
import { templateMessage } from "#workers/contract/templates/sending.ts";
import type { Ctx } from "../../ctx.ts";
import { MESSAGE_MS } from "../../flow/calls.ts";
import type { Effect } from "../../flow/effects.ts";
import { flowTokenFor } from "../../flow-sessions/token.ts";
import { textOf } from "../../flow/templates.ts";
import { awayTextOf, beginningToWait, countingMissed, waitingTextOf } from "../../messaging/chat-rules.ts";
import type { Informed, Person } from "../people.ts";
import type { Some } from "../../some-rows.ts";

/** Characters of a message that a list of chats shows. */
const PREVIEW = 200;
/** A run's message that could not be sent for so long is not sent any more. */
const SAID_MS = 60 * 60_000;

const OPEN_CHATS = `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, department_id, seq, unread, last_at, last_text, revision, created_at, updated_at)
  SELECT e.value->>0, ?2, e.value->>1, e.value->>2, ${CHAT.created}, e.value->>3, 0, 0, ?3, '', 1, ?3, ?3 FROM json_each(?1) e`;
const SAY = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause, status, facts, send_class, expires_at, at)
  SELECT e.value->>0, ?2, c.channel_id, c.identity_id, c.id, c.seq + e.value->>2, 'out', e.value->'$[3]'->>'kind', e.value->'$[3]', e.value->>4, e.value->>5, e.value->>6,
    'queued', '{}', e.value->>7, ?3 + e.value->>8, ?3 FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value->>1`;
const GROW = `UPDATE chats SET seq = seq + e.value->>1, last_at = ?2, last_text = coalesce(e.value->>2, last_text), revision = revision + 1, updated_at = ?2
  FROM json_each(?1) e WHERE chats.id = e.value->>0`;
/** For colleagues alone; by the name of the journey, which is no colleague's. */
const NOTE = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, text, at)
  SELECT e.value->>0, ?2, c.id, c.seq + e.value->>2, ${chatActionCodes.note}, e.value->>3, coalesce((SELECT i.name FROM automation_instances i WHERE i.id = e.value->>3), ''),
    e.value->>4, ?3 FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value->>1`;
/** Nobody is asked for a chat that a person has, or that waits for one already. */
const HAND_OVER = `UPDATE chats SET state = e.value->>1, waiting_since = CASE e.value->>1 WHEN ${CHAT.started} THEN ?2 END, department_id = coalesce(e.value->>2, department_id),
    missed_reason = CASE e.value->>1 WHEN ${CHAT.missed} THEN ${MISSED.outOfHours} END, closed_at = CASE e.value->>1 WHEN ${CHAT.missed} THEN ?2 END, revision = revision + 1, updated_at = ?2
  FROM json_each(?1) e WHERE chats.id = e.value->>0 AND chats.handler IS NULL AND chats.waiting_since IS NULL`;
const COUNT_MISSED = countingMissed(
  "SELECT c.enterprise_id, c.department_id FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value",
  "?2",
);
/** An answer that its run did not take goes to whoever would have had it without the run. */
const TO_BOT = `INSERT INTO message_turns (enterprise_id, channel_id, identity_id, chat_id, message_id, bot_id, state, at)
  SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->>4, 'waiting', ?3 FROM json_each(?1)`;

interface Saying {
  body: MessageBody;
  by: "bot" | "system";
  byId: string;
  cause: string;
  sendClass?: SendClass;
  lastsMs?: number;
}

/** Messages and hand-overs of a page's runs, in their people's chats. */
export class Talk {
  readonly #ctx: Ctx;
  readonly #around: Omit<Informed, "formLink" | "links">;
  readonly #at: number;
  readonly #said: (Saying & { id: string; chatId: string; place: number })[] = [];
  readonly #chats = new Map<string, { id: string; person: Person; isNew: boolean }>();
  /** Messages of each chat. */
  readonly #places = new Map<string, number>();
  readonly #handed: [chatId: string, state: number, departmentId: string | null][] = [];
  readonly #toBots: unknown[] = [];
  readonly #notes: [id: string, chatId: string, place: number, by: string, text: string][] = [];

  constructor(ctx: Ctx, around: Omit<Informed, "formLink" | "links">) {
    [this.#ctx, this.#around, this.#at] = [ctx, around, ctx.now()];
  }

  /** Messages of which live events tell. */
  get told(): string[] {
    return this.#said.map(({ id }) => id);
  }

  /** Notes of which live events tell with them. */
  get noted(): string[] {
    return this.#notes.map(([id]) => id);
  }

  /** Open chats as they were read, for the guard. */
  get chats(): [channelId: string, identityId: string, chatId: string | null][] {
    return [...this.#chats.values()].map(({ person }) => [
      person.channelId,
      person.identityId,
      person.chatId,
    ]);
  }

  /** Answers the message's id; undefined where there is nothing to say. */
  say(person: Person, saying: Saying): string | undefined {
    if (wordsOf(saying.body) === "" && saying.body.kind === "text") return undefined;
    const id = this.#ctx.newId();
    const chatId = this.#chatOf(person);
    this.#said.push({ ...saying, id, chatId, place: this.#nextPlace(chatId) });
    return id;
  }

  /** The engine has seen that it is there. */
  sendCard(
    person: Person,
    { cardId }: Extract<Effect, { kind: "richCard" }>,
    of: Pick<Saying, "byId" | "cause">,
    marked: (body: MessageBody) => MessageBody,
  ): void {
    const body = this.#around.library.cards.get(cardId);
    if (!body) throw new Error(`nobody has read the card ${cardId}`);
    this.say(person, { ...of, by: "bot", body: marked(body) });
  }

  /** The engine has seen that it may go out with these values. */
  sendTemplate(
    person: Person,
    { templateId, values }: Extract<Effect, { kind: "template" }>,
    of: Pick<Saying, "byId" | "cause">,
    marked: (components: Components, values: Record<string, string>) => Record<string, string>,
  ): { messageId: string | undefined; body: MessageBody } {
    const { library, channels } = this.#around;
    const template = library.templates.get(templateId);
    if (!template) throw new Error(`nobody has read the template ${templateId}`);
    const filled = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textOf(value)]));
    const token = flowTokenFor(template.components);
    const body = templateMessage(template, channels.get(person.channelId)?.type ?? 0, {
      ...marked(template.components, filled),
      ...token,
    });
    const messageId = this.say(person, {
      ...of,
      by: "bot",
      body,
      sendClass: template.category === "MARKETING" ? sendClasses.marketing : sendClasses.transactional,
      lastsMs: MESSAGE_MS,
    });
    return { messageId, body };
  }

  /** Tells colleagues something that the person does not read; before the words to the person, as it came. */
  note(person: Person, byId: string, text: string): void {
    const words = text.trim().slice(0, LONGEST_NOTE);
    if (words === "") return;
    const chatId = this.#chatOf(person);
    this.#notes.push([this.#ctx.newId(), chatId, this.#nextPlace(chatId), byId, words]);
  }

  handOver(person: Person, cause: string, departmentId: string | null): void {
    const { rules } = this.#around;
    const isAnswered = answersAt(rules, this.#at);
    const text = isAnswered ? waitingTextOf(rules) : awayTextOf(rules);
    this.#handed.push([this.#chatOf(person), isAnswered ? CHAT.started : CHAT.missed, departmentId]);
    this.say(person, { body: { kind: "text", text }, by: "system", byId: "", cause });
  }

  toBot(person: Person, messageId: string, botId: string): void {
    this.#toBots.push([person.channelId, person.identityId, this.#chatOf(person), messageId, botId]);
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId } = this.#ctx;
    const [at, handed] = [this.#at, this.#handed];
    const newChats = [...this.#chats.values()].filter(({ isNew }) => isNew);
    const last = new Map(this.#said.map(({ chatId, body }) => [chatId, wordsOf(body).slice(0, PREVIEW)]));
    const waiting = handed.flatMap(([chatId, state]) => (state === CHAT.started ? [chatId] : []));
    const missed = handed.flatMap(([chatId, state]) => (state === CHAT.missed ? [chatId] : []));
    return [
      ...some(
        newChats.map(({ id, person: { channelId, identityId } }) => [
          id,
          channelId,
          identityId,
          this.#around.channels.get(channelId)?.departmentId ?? null,
        ]),
        OPEN_CHATS,
        enterpriseId,
        at,
      ),
      ...some(handed, HAND_OVER, at),
      ...some(
        this.#said.map((each) => [
          each.id,
          each.chatId,
          each.place,
          each.body,
          each.by,
          each.byId,
          each.cause,
          each.sendClass ?? sendClasses.transactional,
          each.lastsMs ?? SAID_MS,
        ]),
        SAY,
        enterpriseId,
        at,
      ),
      ...some(this.#notes, NOTE, enterpriseId, at),
      ...some(
        [...this.#places].map(([chatId, count]) => [chatId, count, last.get(chatId)]),
        GROW,
        at,
      ),
      ...(waiting.length > 0 ? beginningToWait(this.#ctx, waiting, assignsByItself(this.#around.rules)) : []),
      ...some(missed, COUNT_MISSED, at),
      ...some(this.#toBots, TO_BOT, enterpriseId, at),
    ];
  }

  #nextPlace(chatId: string): number {
    const place = (this.#places.get(chatId) ?? 0) + 1;
    this.#places.set(chatId, place);
    return place;
  }

  #chatOf(person: Person): string {
    const key = `${person.channelId} ${person.identityId}`;
    const known = this.#chats.get(key) ?? {
      id: person.chatId ?? this.#ctx.newId(),
      person,
      isNew: person.chatId === null,
    };
    this.#chats.set(key, known);
    return known.id;
  }
}
