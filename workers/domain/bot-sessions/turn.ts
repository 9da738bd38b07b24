import { botSaysTexts } from "#texts/bot-says.ts";
import type { Turn } from "#workers/contract/endpoints/bot-sessions.ts";
import { DomainError } from "../error.ts";
import { isWeak } from "../reports/weak.ts";
import type { Ctx } from "../ctx.ts";
import { cancels } from "./cancels.ts";
import { decide, type Decision } from "./decide.ts";
import { logTurn, Overtaken } from "./log-turn.ts";
import { choicesFor, chosenOf, heldOf, worthAsking } from "./offer.ts";
import { readState, type TurnState } from "./read-state.ts";
import { findIn, intentsOf } from "./recognisers.ts";
import { understand, type Understanding, type Understood } from "./understand.ts";
import { within } from "./within.ts";

export interface TurnInput {
  agentId: string;
  sessionId?: string | null | undefined;
  /** The turn's id: that of the message which it answers, so that each is found by the other. By default a new one. */
  turnId?: string | undefined;
  text: string;
  channel: string;
  senderId: string;
  /** Where the person is taken to be: whose today it is, and how days and numbers are written there. */
  timeZone: string;
  country: string;
  /** False: who is only half understood is asked nothing, and the turn has no answer. */
  offers?: boolean;
  /** Look for every entity, not only those that the turn needs, because somebody wants to see them. */
  details?: boolean;
}

/** A turn as it is about to be written. */
export interface TakenTurn {
  sessionId: string;
  kind: Turn["kind"];
  answer: string;
  sources: string[];
  /** Values or intents that the person may choose from, where the bot asks for one of few. */
  choices: readonly string[];
  /** The bot asks for a value and waits for it. */
  asks: boolean;
  intentId: string | null;
  /** It is the answer of an intent after which a person goes on. */
  handsOver: boolean;
  values: Record<string, string>;
}

interface KnowledgeAnswer {
  text: string;
  sources: string[];
}

/** Dependencies of a turn outside the database. */
export interface TurnDeps extends Understanding {
  emotionOf?: (text: string) => string;
  /** Statements of the transaction that stores the turn. */
  alsoWritten?: (taken: TakenTurn) => D1PreparedStatement[];
  /**
   * The bot's settings name the model that writes the answer; `milliseconds` is the time limit. Null when the
   * knowledge base has nothing about the question.
   */
  answerFromKnowledge?: (
    question: string,
    agent: Pick<TurnState, "config" | "genAiConfigId">,
    milliseconds: number,
  ) => Promise<KnowledgeAnswer | null>;
}

/** Deadline for an answer, however slow the services behind it are. */
const ANSWER_MS = 10_000;

/**
 * One turn of a bot session: fill the parameter asked for, or classify, collect parameters, answer; below the threshold
 * ask what was meant, or the knowledge base. Stored, then answered; overtaken it is decided again, at last `unavailable`.
 */
export async function takeTurn(ctx: Ctx, input: TurnInput, deps: TurnDeps): Promise<Turn> {
  const startedAt = ctx.now();
  const patient = once(deps, input.text, startedAt + ANSWER_MS, ctx.now);
  for (let overtaken = 1; ; overtaken++) {
    try {
      return await tryTurn(ctx, input, patient, startedAt);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (ctx.now() - startedAt > ANSWER_MS) throw new DomainError("unavailable");
      // Without a random delay, many concurrent messages would keep overtaking each other in step.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * Math.min(overtaken, 10)));
    }
  }
}

interface Answering {
  also: (taken: TakenTurn) => D1PreparedStatement[];
  understand: (state: TurnState) => Promise<Understood>;
  know: (state: TurnState, question: string) => Promise<KnowledgeAnswer | null>;
  emotion: string | null;
}

/** Runs the work that does not depend on the session only once, however often the turn is decided again. */
function once(deps: TurnDeps, text: string, until: number, now: () => number): Answering {
  let heard: { version: string; prediction: Promise<Understood> } | undefined;
  let known: Promise<KnowledgeAnswer | null> | undefined;
  const { answerFromKnowledge, emotionOf } = deps;
  return {
    emotion: emotionOf?.(text) ?? null,
    also: deps.alsoWritten ?? (() => []),
    understand: ({ version, config }) => {
      if (!version) return Promise.resolve(NOTHING);
      if (heard?.version !== version.id) {
        heard = { version: version.id, prediction: understand(version, config, text, deps) };
      }
      return heard.prediction;
    },
    know: (state, question) => {
      if (!state.hasKnowledge || !answerFromKnowledge) return Promise.resolve(null);
      const left = until - now();
      return (known ??= within(left, "knowledge", () => answerFromKnowledge(question, state, left)));
    },
  };
}

const NOTHING: Understood = { candidates: [], exact: false, phrases: new Map() };

async function tryTurn(ctx: Ctx, input: TurnInput, answering: Answering, startedAt: number): Promise<Turn> {
  const { text } = input;
  const state = await readState(ctx, input);
  const { version, conversation, config } = state;
  if (!version && !state.hasKnowledge) throw new DomainError("notTrained");
  const circumstances = { now: startedAt, timeZone: input.timeZone, country: input.country };
  const { pending, offer } = heldOf(conversation?.pending ?? null);
  const choice = offer ? chosenOf(offer, text, config.language) : undefined;
  // A press is about the message for which the bot offered it.
  const about = choice === undefined ? text : (state.offeredFor ?? text);
  const [prediction, finding] = await Promise.all([
    choice === undefined ? answering.understand(state) : NOTHING,
    findIn(ctx, { id: input.agentId, ...state }, about, circumstances),
  ]);
  const known = await intentsOf(ctx, { id: input.agentId, ...state }, [
    ...prediction.candidates.map(({ intentId }) => intentId),
    ...(pending ? [pending.intentId] : []),
    ...(choice !== undefined && choice !== "none" ? [choice] : []),
  ]);

  // An intent that was deleted since the training can no longer win.
  const candidates = prediction.candidates.flatMap(({ intentId, confidence }) => {
    const intent = known.get(intentId);
    return intent ? [{ id: intentId, name: intent.name, confidence }] : [];
  });
  const best = candidates[0];
  const pendingIntent = pending ? (known.get(pending.intentId) ?? null) : null;
  const askedFor = pendingIntent?.parameters.find(({ name }) => name === pending?.asking)?.id;
  const asked = askedFor ? finding.only([askedFor]) : [];
  const decision = decide({
    text,
    chosen: known.get(choice ?? "") ?? null,
    offers: worthAsking(config, candidates).flatMap(({ id }) => known.get(id) ?? []),
    pending,
    pendingIntent,
    winner: best && best.confidence >= config.confidenceThreshold ? (known.get(best.id) ?? null) : null,
    mentionsFor: ({ parameters }) => finding.only(parameters.map(({ id }) => id)),
    asked,
    cancels: cancels(text),
    retries: config.entityExtractRetries,
  });

  const { intent } = decision;
  const answer = await answerOf(decision, state, answering, about);
  const isMute = answer.kind === "didYouMean" && input.offers === false;
  const words = isMute ? "" : answer.text;
  const confidence = confidenceOf(decision, candidates);
  const { nearestPhrase } = prediction;
  const nearest = !intent || nearestPhrase?.intentId === intent.id ? (nearestPhrase?.phrase ?? null) : null;
  const others = candidates
    .filter(({ id }) => id !== intent?.id)
    .map((other) => ({ ...other, phrase: prediction.phrases.get(other.id) ?? null }));
  const turnId = input.turnId ?? ctx.newId();
  const offered =
    answer.kind === "didYouMean" && !isMute
      ? (decision.offers ?? []).map(({ id, name }) => ({ id, name }))
      : [];
  const row = {
    modelVersionId: version?.id ?? "",
    intentId: intent?.id ?? null,
    intentName: intent?.name ?? null,
    confidence,
    nearestPhrase: nearest,
    answer: words,
    others,
    weak: isWeak(intent?.id ?? null, confidence, others, config.confidenceThreshold),
    kind: answer.kind,
    emotion: answering.emotion,
    sources: answer.sources.length > 0 ? answer.sources : null,
    parameters: Object.keys(decision.values).length > 0 ? decision.values : null,
    pending: offered.length > 0 ? { turnId, offered } : decision.pending,
    chose: offer && choice !== undefined ? { turnId: offer.turnId, intentId: intent?.id ?? null } : undefined,
  };
  const { kind, sources } = answer;
  const { pending: asks } = decision;
  const asksFor = asks && intent?.parameters.find(({ name }) => name === asks.asking)?.id;
  const listed = asksFor ? finding.choicesOf(asksFor) : [];
  const choices = offered.length > 0 ? choicesFor(offered, config.language) : listed;
  const logged = await logTurn(ctx, { ...input, turnId }, conversation, row, ({ sessionId }) =>
    answering.also({
      sessionId,
      kind,
      answer: words,
      sources,
      choices,
      asks: asks !== null || offered.length > 0,
      intentId: intent?.id ?? null,
      handsOver: kind === "answer" && intent?.handsOver === true,
      values: decision.values,
    }),
  );
  return {
    ...logged,
    output: { text: words, source: answer.sources },
    choices: [...choices],
    kind: answer.kind,
    intent: intent && { id: intent.id, name: intent.name, confidence },
    candidates,
    nearestPhrase: nearest,
    entities: finding.onWire(
      input.details ? finding.all() : [],
      intent ? finding.only(intent.parameters.map(({ id }) => id)) : [],
      asked,
    ),
    parameters: decision.values,
    asking: decision.pending?.asking ?? null,
    emotion: answering.emotion,
    milliseconds: ctx.now() - startedAt,
  };
}

/**
 * Confidence in the turn's intent. A value that was asked for and a request to stop leave no doubt, although they say
 * nothing about the intent themselves. Without an intent: the score of the nearest one.
 */
function confidenceOf(
  { intent, heard, kind }: Decision,
  candidates: readonly { id: string; confidence: number }[],
): number {
  if (!intent) return candidates[0]?.confidence ?? 0;
  if (heard === "value" || kind === "cancelled") return 1;
  return candidates.find(({ id }) => id === intent.id)?.confidence ?? 0;
}

/**
 * Returns the text of the decision. A message outside every intent goes to the knowledge base, which may fail or time
 * out.
 */
async function answerOf(
  { kind, text }: Decision,
  state: TurnState,
  { know }: Answering,
  question: string,
): Promise<{ kind: Turn["kind"]; text: string; sources: string[] }> {
  if (text !== null) return { kind, text, sources: [] };
  const { language, outOfScopeMessage } = state.config;
  if (kind === "cancelled") return { kind, text: botSaysTexts.stopped[language], sources: [] };
  // A page that answers is more than a question back.
  const found = kind === "outOfScope" || kind === "didYouMean" ? await know(state, question) : null;
  if (kind === "didYouMean" && !found) return { kind, text: botSaysTexts.didYouMean[language], sources: [] };
  return found ? { kind: "knowledge", ...found } : { kind, text: outOfScopeMessage, sources: [] };
}
