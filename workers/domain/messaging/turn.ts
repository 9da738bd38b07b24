import { sendClasses } from "#db/tenant/messages.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { heardOf } from "#workers/contract/endpoints/bot-sessions.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import { answersAt, assignsByItself } from "#workers/contract/chat-rules.ts";
import { CHAT, MISSED } from "#workers/contract/chat-states.ts";
import { asksForPerson } from "#workers/contract/person-words.ts";
import { wordsOf, type MessageBody } from "#workers/contract/message-body.ts";
import { describe, DomainError, isDouble } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { guardFailed } from "../guard.ts";
import { keepingChats } from "../live-events/keep-chats.ts";
import type { TakenTurn, TurnDeps, TurnInput } from "../bot-sessions/turn.ts";
import { takeTurn } from "../bot-sessions/turn.ts";
import { awayTextOf, beginningToWait, countingMissed, waitingTextOf } from "./chat-rules.ts";
import { choosing } from "#workers/contract/choosing.ts";
import { endingTalk, leavingFloor, leavingOwnFloor, type TalkEnd, takingFloor } from "./floors.ts";
import { addingMessage } from "./say.ts";
import { spoken } from "#workers/contract/spoken.ts";
import type { WaitingTurn } from "./waiting-turns.ts";

/**
 * Fails the batch when the turn has been worked, or a person has the chat by now: the answer is dropped, not sent. Not the
 * words of `guard`, which mean that the bot's own session has moved on.
 */
const STILL = `SELECT CASE WHEN EXISTS (SELECT 1 FROM message_turns WHERE n = ?1 AND state = 'waiting')
    AND EXISTS (SELECT 1 FROM chats WHERE id = ?2 AND handler IS NULL AND waiting_since IS NULL AND state NOT IN (3, 4))
  THEN 1 ELSE json_extract('{}', 'dropped') END AS guarding`;
/** Of two who work one turn the slower finds its row there, before it comes to ask. */
const dropped = (error: unknown): boolean =>
  guardFailed(error, "dropped") || (isDouble(error) && describe(error).includes("turns.id"));

const END = `UPDATE message_turns SET state = ?2, failure = ?3 WHERE n = ?1 AND state = 'waiting'`;
/** The text grows the chat by one message, whatever came in between. */
const GROW = `UPDATE chats SET seq = seq + 1, revision = revision + 1, last_at = ?2, last_text = coalesce(?3, last_text), state = ?4, updated_at = ?2,
    waiting_since = CASE WHEN ?4 = ${CHAT.started} THEN ?2 ELSE waiting_since END,
    missed_reason = CASE ?4 WHEN ${CHAT.missed} THEN ${MISSED.outOfHours} END, closed_at = CASE ?4 WHEN ${CHAT.missed} THEN ?2 END,
    bot_session_id = coalesce(?5, bot_session_id)
  WHERE id = ?1`;
const COUNT_MISSED = countingMissed("SELECT enterprise_id, department_id FROM chats WHERE id = ?1", "?2");
/** An answer that waited longer is not sent any more. */
const ANSWER_MS = 10 * 60_000;
const PREVIEW = 200;

/**
 * Works a turn: the bot answers, and its answer, the end of the turn and the bot's own log are one transaction. A bot that
 * gives up, fails twice in a row or cannot answer at all, or whose intent says so, hands the chat over to a person, and the
 * customer is told. A customer who asks for a person is handed over unanswered.
 */
export async function runTurn(
  ctx: Ctx,
  channel: { type: number; can: Capabilities } & Pick<TurnInput, "timeZone" | "country">,
  turn: WaitingTurn,
  deps: TurnDeps,
): Promise<"done" | "dropped" | "failed"> {
  const { $client } = ctx.db;
  const still = $client.prepare(STILL).bind(turn.n, turn.chatId);
  const end = (state: string, failure: string | null = null) =>
    $client.prepare(END).bind(turn.n, state, failure);
  const text = heardOf(wordsOf(turn.body));
  // A talk for a run has the floor all along: whether it waits for a value, its last turn says.
  const isAsked = turn.talk ? turn.before === "prompt" || turn.before === "didYouMean" : turn.hasFloor;
  if (asksForPerson(text, isAsked))
    return (await handOver(ctx, turn, still, end("done"))) ? "done" : "dropped";
  try {
    await takeTurn(
      ctx,
      {
        agentId: turn.botId,
        sessionId: turn.sessionId,
        turnId: turn.messageId,
        text,
        channel: String(channel.type),
        senderId: turn.identityId,
        timeZone: channel.timeZone,
        country: channel.country,
        // Nobody is left to press what a bot that hands over would offer.
        offers: turn.before !== "didYouMean",
      },
      {
        ...deps,
        alsoWritten: (taken) => [
          still,
          ...saying(ctx, [
            said(ctx, turn, {
              by: "bot",
              state: CHAT.created,
              body: (id) => asking(spoken(answerText(taken), channel.type), taken, channel.can, keyOf(id)),
              sessionId: taken.sessionId,
            }),
            handsOver(turn, taken) && handedOver(ctx, turn),
          ]),
          ...floorAfter(ctx, turn, taken),
          end("done"),
        ],
      },
    );
    return "done";
  } catch (error) {
    if (dropped(error)) {
      await end("dropped").run();
      return "dropped";
    }
    return failed(ctx, turn, error, { still, end: end("failed", describe(error).slice(0, 300)) });
  }
}

async function failed(
  ctx: Ctx,
  turn: WaitingTurn,
  error: unknown,
  { still, end }: { still: D1PreparedStatement; end: D1PreparedStatement },
): Promise<"dropped" | "failed"> {
  // A rule's refusal (the bot was never trained) is final; anything else is tried again by whoever runs turns.
  if (!(error instanceof DomainError)) throw error;
  return (await handOver(ctx, turn, still, end)) ? "failed" : "dropped";
}

/** False where a person had the chat by then. */
async function handOver(
  ctx: Ctx,
  turn: WaitingTurn,
  still: D1PreparedStatement,
  end: D1PreparedStatement,
): Promise<boolean> {
  try {
    await ctx.db.$client.batch([
      still,
      ...saying(ctx, [handedOver(ctx, turn)]),
      leavingFloor(ctx, turn.chatId),
      end,
    ]);
    ctx.after.clock ||= turn.talk !== null;
    return true;
  } catch (error) {
    if (!dropped(error)) throw error;
    // Nothing was said: it did not end as it would have.
    await ctx.db.$client.prepare(END).bind(turn.n, "dropped", null).run();
    return false;
  }
}

/** A bot that asks for something gets the answer; one that has what it needs, or gave up, asks for nothing. */
function floorAfter(ctx: Ctx, turn: WaitingTurn, taken: TakenTurn): D1PreparedStatement[] {
  const { chatId, talk } = turn;
  if (!talk) {
    if (taken.asks && !handsOver(turn, taken)) return takingFloor(ctx, turn);
    return turn.hasFloor ? [leavingOwnFloor(ctx, chatId)] : [];
  }
  const end = endOfTalk(turn, taken);
  if (!end) return [];
  ctx.after.clock = true;
  return endingTalk(ctx, chatId, talk.effect, end);
}

/** Whoever gives up in a run's stead, or has heard what the run asks for, leaves what follows to the run. */
const handsOver = (turn: WaitingTurn, taken: TakenTurn): boolean =>
  (taken.kind === "gaveUp" && !turn.talk) ||
  failsAgain(turn, taken) ||
  (taken.handsOver && !isChosen(turn, taken));

/** Not understood, or only half, after the same; but who was not understood at all and then by half is asked what was meant. */
const failsAgain = ({ before }: WaitingTurn, { kind }: TakenTurn): boolean =>
  (kind === "outOfScope" && (before === "outOfScope" || before === "didYouMean")) ||
  (kind === "didYouMean" && before === "didYouMean");

const isChosen = ({ talk }: WaitingTurn, { kind, intentId }: TakenTurn): boolean =>
  kind === "answer" && intentId !== null && talk?.intents.includes(intentId) === true;

function endOfTalk(turn: WaitingTurn, taken: TakenTurn): TalkEnd | undefined {
  const { kind, intentId, values } = taken;
  if (kind === "gaveUp") return { what: "gaveUp" };
  if (handsOver(turn, taken)) return { what: "handedOver" };
  return intentId !== null && isChosen(turn, taken) ? { what: "intent", intentId, values } : undefined;
}

/** Tries of a turn that broke off. */
const MOST_TRIES = 5;

/** Counts a try that broke off; after the last one a person has to answer, and the customer is told so. */
export async function failTurn(ctx: Ctx, turn: WaitingTurn, error: unknown): Promise<void> {
  const { $client } = ctx.db;
  const tried = await $client
    .prepare("UPDATE message_turns SET attempts = attempts + 1 WHERE n = ?1 RETURNING attempts")
    .bind(turn.n)
    .first<number>("attempts");
  if ((tried ?? 0) < MOST_TRIES) return;
  const still = $client.prepare(STILL).bind(turn.n, turn.chatId);
  const end = $client.prepare(END).bind(turn.n, "failed", describe(error).slice(0, 300));
  await handOver(ctx, turn, still, end);
}

const answerText = ({ answer, sources }: TakenTurn): string =>
  sources.length > 0 ? `${answer}\n\n${messagingTexts.sources(sources)}` : answer;

/** Values may be typed; which intent was meant is chosen by its number where the channel has no buttons. */
function asking(text: string, { kind, choices }: TakenTurn, can: Capabilities, key: string): MessageBody {
  const body = choosing(text, choices, can, key);
  if (kind !== "didYouMean" || body.kind !== "text") return body;
  return { kind: "text", text: [text, ...choices.map((choice, at) => `${at + 1}. ${choice}`)].join("\n") };
}

/** The end of an id is the random part of it. */
const keyOf = (id: string): string => id.replaceAll("-", "").slice(-20);

interface Saying {
  id: string;
  statements: D1PreparedStatement[];
}

/** Statements of what is said, and of the live event about it. */
function saying(ctx: Ctx, all: readonly (Saying | false | undefined)[]): D1PreparedStatement[] {
  const sayings = all.filter((each) => each !== undefined && each !== false);
  const ids = sayings.map(({ id }) => id);
  return [
    ...sayings.flatMap(({ statements }) => statements),
    ...(ids.length > 0 ? [keepingChats(ctx, ids)] : []),
  ];
}

interface Words {
  by: "bot" | "system";
  body: (id: string) => MessageBody;
  /** Where the chat is with these words. */
  state: typeof CHAT.created | typeof CHAT.started | typeof CHAT.missed;
  sessionId?: string | null;
}

/** Adds a message to the end of the chat, to be sent. An empty text is none. */
function said(
  ctx: Ctx,
  turn: WaitingTurn,
  { by, body: bodyOf, state, sessionId = null }: Words,
): Saying | undefined {
  const { $client } = ctx.db;
  const [id, at] = [ctx.newId(), ctx.now()];
  const body = bodyOf(id);
  const text = wordsOf(body);
  if (text === "") return undefined;
  const grow = $client
    .prepare(GROW)
    .bind(turn.chatId, at, by === "system" ? null : text.slice(0, PREVIEW), state, sessionId);
  const say = addingMessage(ctx, {
    id,
    chatId: turn.chatId,
    body,
    by,
    byId: by === "bot" ? turn.botId : "",
    cause: `${by === "bot" ? "turn" : "handOver"}:${turn.messageId}`,
    sendClass: sendClasses.bot,
    expiresAt: at + ANSWER_MS,
  });
  const after = {
    [CHAT.created]: [],
    [CHAT.started]: beginningToWait(ctx, [turn.chatId], assignsByItself(turn.rules)),
    [CHAT.missed]: [$client.prepare(COUNT_MISSED).bind(turn.chatId, at)],
  }[state];
  return { id, statements: [grow, say, ...after] };
}

/** The chat waits for a person, or is missed at once outside the working hours; the customer is told which. */
function handedOver(ctx: Ctx, turn: WaitingTurn): Saying | undefined {
  const isAnswered = answersAt(turn.rules, ctx.now());
  const text = isAnswered ? waitingTextOf(turn.rules) : awayTextOf(turn.rules);
  return said(ctx, turn, {
    by: "system",
    body: () => ({ kind: "text", text }),
    state: isAnswered ? CHAT.started : CHAT.missed,
  });
}
