import type { Turn } from "#workers/contract/endpoints/conversation.ts";
import { recognise, recogniseOne, type Recognised } from "#workers/nlu/entities/recognise.ts";
import type { Prediction } from "#workers/nlu/predict.ts";
import type { AgentConfig } from "#workers/contract/endpoints/agents.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { describe, DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { classify, type Classifier } from "../training/classify.ts";
import type { ServedVersion } from "../training/model-cache.ts";
import { decide, type Decision, type IntentFacts } from "./decide.ts";
import { logTurn, Overtaken } from "./log-turn.ts";
import { readIntents, readState, type TurnState } from "./read-state.ts";
import { entitiesOf, withSystem } from "./recognisers.ts";

export interface TurnInput {
  agentId: string;
  sessionId?: string | null | undefined;
  text: string;
  channel: string;
  senderId: string;
  timeZone?: string | undefined;
  /** Look for every entity, not only for those that the turn needs: somebody wants to see them. */
  details?: boolean;
}

/** What a turn works with that is not in the database. */
export interface Powers {
  loadModel: (version: ServedVersion) => Promise<Classifier>;
  /** What the agent's model type works with. */
  providerFor?: (config: AgentConfig) => Promise<Provider | null>;
  emotionOf?: (text: string) => string;
  /** `genAiConfigId` names the configuration that writes the answer, if one is chosen. */
  answerFromKnowledge?: (
    question: string,
    genAiConfigId: string | null,
  ) => Promise<{ text: string; sources: string[] } | null>;
}

/** The knowledge base has so long; then the out-of-scope message answers. */
const KNOWLEDGE_MS = 10_000;
/** So often a turn is decided anew because another message of its session was faster. */
const MOST_OVERTAKEN = 5;

/**
 * One turn of a conversation: fill what was asked for, or classify, collect what the intent needs, answer, log. Below
 * the agent's threshold the knowledge base answers, else the out-of-scope message. The turn is stored before it is
 * answered, with all that the conversation report needs.
 */
export async function takeTurn(scope: Scope, input: TurnInput, powers: Powers): Promise<Turn> {
  for (let overtaken = 0; ; overtaken++) {
    try {
      return await tryTurn(scope, input, powers);
    } catch (error) {
      if (!(error instanceof Overtaken) || overtaken >= MOST_OVERTAKEN) throw error;
    }
  }
}

async function tryTurn(scope: Scope, input: TurnInput, powers: Powers): Promise<Turn> {
  const startedAt = scope.now();
  const state = await readState(scope, input);
  const { version, conversation, config } = state;
  if (!version && !state.hasKnowledge) throw new DomainError("notTrained");
  const [prediction, { recogniser, nameOf }] = await Promise.all([
    version ? understand(version, state, input.text, powers) : NOTHING,
    entitiesOf(scope, { id: input.agentId, contentChangedAt: state.contentChangedAt }),
  ]);
  const pending = conversation?.pending ?? null;
  const known = await readIntents(scope, [
    ...prediction.candidates.map(({ intentId }) => intentId),
    ...(pending ? [pending.intentId] : []),
  ]);

  // An intent may have been deleted since the training: it can no longer win.
  const candidates = prediction.candidates.flatMap(({ intentId, confidence }) => {
    const intent = known.get(intentId);
    return intent ? [{ id: intentId, name: intent.name, confidence }] : [];
  });
  const best = candidates[0];
  const sure = best && best.confidence >= config.confidenceThreshold ? best : null;
  const pendingIntent = pending ? (known.get(pending.intentId) ?? null) : null;
  const winner = sure ? (known.get(sure.id) ?? null) : null;

  const circumstances = { now: startedAt, ...(input.timeZone && { timeZone: input.timeZone }) };
  const needed = input.details ? recogniser : withSystem(recogniser, neededBy([winner, pendingIntent]));
  const mentions = recognise(needed, input.text, circumstances);
  const askedFor = pendingIntent?.parameters.find(({ name }) => name === pending?.asking)?.id;
  const asked = askedFor ? recogniseOne(recogniser, input.text, askedFor, circumstances) : undefined;
  const decision = decide({
    text: input.text,
    pending,
    pendingIntent,
    winner,
    mentions: input.details
      ? forIntents(mentions, [winner, pendingIntent], recogniser, input.text, circumstances)
      : mentions,
    asked,
    retries: config.entityExtractRetries,
  });
  const { kind, text, sources } = await answerOf(decision, state, input.text, powers);

  const emotion = powers.emotionOf?.(input.text) ?? null;
  const logged = await logTurn(scope, input, conversation, {
    modelVersionId: version?.id ?? "",
    intentId: decision.intent?.id ?? null,
    intentName: decision.intent?.name ?? null,
    confidence: best?.confidence ?? 0,
    nearestPhrase: prediction.nearestPhrase?.phrase ?? null,
    answer: text,
    others: sure ? candidates.slice(1) : candidates,
    kind,
    emotion,
    sources: sources.length > 0 ? sources : null,
    parameters: Object.keys(decision.values).length > 0 ? decision.values : null,
    pending: decision.pending,
  });
  const answered = decision.intent;
  return {
    ...logged,
    output: { text, source: sources },
    kind,
    intent: answered && {
      id: answered.id,
      name: answered.name,
      confidence: confidenceOf(answered, candidates),
    },
    candidates,
    nearestPhrase: prediction.nearestPhrase?.phrase ?? null,
    entities: [...mentions, ...(asked && !mentions.some((each) => same(each, asked)) ? [asked] : [])].map(
      ({ entityId, text: words, value, start, end }) => ({
        entityId,
        name: nameOf(entityId),
        text: words,
        value,
        start,
        end,
      }),
    ),
    parameters: decision.values,
    asking: decision.pending?.asking ?? null,
    emotion,
    milliseconds: scope.now() - startedAt,
  };
}

/** Only where vectors decide is anybody asked. */
async function understand(
  version: ServedVersion,
  { config }: TurnState,
  text: string,
  { loadModel, providerFor }: Powers,
): Promise<Prediction> {
  const classifier = await loadModel(version);
  const provider = classifier.vectors && providerFor ? await providerFor(config) : null;
  return classify(classifier, text, provider);
}

const NOTHING: Prediction = { candidates: [], exact: false };

const same = (a: Recognised, b: Recognised): boolean =>
  a.entityId === b.entityId && a.start === b.start && a.end === b.end;

const neededBy = (intents: readonly (IntentFacts | null)[]): string[] =>
  intents.flatMap((intent) => intent?.parameters.map(({ id }) => id) ?? []);

/** With every entity looked for, one that the intent does not need may hide one that it does: those are found apart. */
function forIntents(
  mentions: readonly Recognised[],
  intents: readonly (IntentFacts | null)[],
  recogniser: Parameters<typeof recognise>[0],
  text: string,
  circumstances: Parameters<typeof recognise>[2],
): readonly Recognised[] {
  const ids = new Set(neededBy(intents));
  if (ids.size === 0) return mentions;
  const only = withSystem(recogniser, ids);
  return recognise({ ...only, custom: only.custom }, text, circumstances);
}

/** A parameter's value may be an answer to a question: then the intent is sure although the words are not. */
const confidenceOf = (
  intent: IntentFacts,
  candidates: readonly { id: string; confidence: number }[],
): number => candidates.find(({ id }) => id === intent.id)?.confidence ?? 1;

/** The decision in words. What no intent understands goes to the knowledge base, which may fail or take too long. */
async function answerOf(
  { kind, text }: Decision,
  { config, hasKnowledge, genAiConfigId }: TurnState,
  question: string,
  { answerFromKnowledge }: Powers,
): Promise<{ kind: Turn["kind"]; text: string; sources: string[] }> {
  if (text !== null) return { kind, text, sources: [] };
  if (kind === "outOfScope" && hasKnowledge && answerFromKnowledge) {
    const found = await Promise.race([
      answerFromKnowledge(question, genAiConfigId).catch((error: unknown) => {
        console.log(JSON.stringify({ level: "warn", source: "knowledge", failure: describe(error) }));
        return null;
      }),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), KNOWLEDGE_MS)),
    ]);
    if (found) return { kind: "knowledge", ...found };
  }
  return { kind, text: config.outOfScopeMessage, sources: [] };
}
