import { and, eq, inArray, sql } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import { conversations, turns } from "#db/tenant/conversations.ts";
import { intents } from "#db/tenant/intents.ts";
import type { Turn } from "#workers/contract/endpoints/conversation.ts";
import type { Model, Prediction } from "#workers/nlu/predict.ts";
import { thisAgent } from "../agents/agent.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { classify } from "../training/classify.ts";

/** A silence longer than this ends a conversation; the next message starts another. */
export const CONVERSATION_GAP_MS = 30 * 60_000;

export interface TurnInput {
  agentId: string;
  sessionId?: string | null | undefined;
  text: string;
  channel: string;
  senderId: string;
}

type LoadModel = (version: { id: string; file: string }) => Promise<Model>;

/**
 * One turn: classify, answer, log. Below the agent's threshold the out-of-scope message answers. The turn is
 * stored before it is answered, with all that the conversation report needs.
 */
export async function takeTurn(scope: Scope, input: TurnInput, load: LoadModel): Promise<Turn> {
  const startedAt = scope.now();
  const { config, version, conversation } = await readState(scope, input);
  if (!version) throw new DomainError("notTrained");
  const prediction = await classify(await load(version), input.text);
  const known = await knownIntents(scope, prediction);

  // An intent may have been deleted since the training: it can no longer win.
  const candidates = prediction.candidates.flatMap(({ intentId, confidence }) => {
    const intent = known.get(intentId);
    return intent ? [{ id: intentId, name: intent.name, confidence }] : [];
  });
  const best = candidates[0];
  const winner = best && best.confidence >= config.confidenceThreshold ? best : null;
  const answer = winner ? (known.get(winner.id)?.response ?? "") : config.outOfScopeMessage;

  const logged = await log(scope, input, conversation, {
    modelVersionId: version.id,
    intentId: winner?.id ?? null,
    intentName: winner?.name ?? null,
    confidence: best?.confidence ?? 0,
    nearestPhrase: prediction.nearestPhrase?.phrase ?? null,
    answer,
    others: winner ? candidates.slice(1) : candidates,
  });
  return {
    ...logged,
    kind: winner ? "answer" : "outOfScope",
    output: { text: answer, source: [] },
    intent: winner,
    candidates,
    nearestPhrase: prediction.nearestPhrase?.phrase ?? null,
    entities: [],
    parameters: {},
    asking: null,
    emotion: null,
    milliseconds: scope.now() - startedAt,
  };
}

async function readState(scope: Scope, { agentId, sessionId }: TurnInput) {
  const { db, enterpriseId, now } = scope;
  const [[found], [open]] = await db.batch([
    db
      // No two columns of one name: in a batch the driver answers rows by column names, and one would be lost.
      .select({ config: agents.config, versionId: agents.modelVersionId, file: modelVersions.file })
      .from(agents)
      .leftJoin(
        modelVersions,
        and(eq(modelVersions.enterpriseId, agents.enterpriseId), eq(modelVersions.id, agents.modelVersionId)),
      )
      .where(thisAgent(scope, agentId))
      .limit(1),
    db
      .select()
      .from(conversations)
      .where(
        and(
          eq(conversations.enterpriseId, enterpriseId),
          eq(conversations.agentId, agentId),
          eq(conversations.id, sessionId ?? ""),
        ),
      )
      .limit(1),
  ]);
  if (!found) throw new DomainError("notFound");
  const goesOn = open && now() - open.lastAt <= CONVERSATION_GAP_MS;
  const { config, versionId, file } = found;
  return {
    config,
    version: versionId && file ? { id: versionId, file } : undefined,
    conversation: goesOn ? open : undefined,
  };
}

async function knownIntents({ db, enterpriseId }: Scope, { candidates }: Prediction) {
  if (candidates.length === 0) return new Map<string, { name: string; response: string | null }>();
  const rows = await db
    .select({ id: intents.id, name: intents.name, response: intents.response })
    .from(intents)
    .where(
      and(
        eq(intents.enterpriseId, enterpriseId),
        inArray(
          intents.id,
          candidates.map(({ intentId }) => intentId),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

type Outcome = Pick<
  typeof turns.$inferInsert,
  "modelVersionId" | "intentId" | "intentName" | "confidence" | "nearestPhrase" | "answer" | "others"
>;

async function log(
  { db, enterpriseId, now, newId }: Scope,
  { agentId, text, channel, senderId }: TurnInput,
  conversation: typeof conversations.$inferSelect | undefined,
  outcome: Outcome,
): Promise<{ sessionId: string; turnId: string }> {
  const at = now();
  const turnId = newId();
  const conversationId = conversation?.id ?? newId();
  await db.batch([
    db
      .insert(conversations)
      .values({
        id: conversationId,
        enterpriseId,
        agentId,
        channel,
        senderId,
        startedAt: at,
        lastAt: at,
        turns: 1,
      })
      .onConflictDoUpdate({
        target: conversations.id,
        set: { lastAt: at, turns: sql`${conversations.turns} + 1` },
      }),
    db
      .insert(turns)
      .values({ id: turnId, enterpriseId, agentId, conversationId, at, text, channel, ...outcome }),
  ]);
  return { sessionId: conversationId, turnId };
}
