import { and, asc, eq } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { testQuestions } from "#db/tenant/test-questions.ts";
import type { TestOutcome } from "#workers/contract/endpoints/training.ts";
import type { Ctx } from "../ctx.ts";
import { classifyAll, type Classifier, type Embed } from "./classify.ts";

export interface Asked {
  right: number;
  total: number;
  outcomes: TestOutcome[];
}

/** Asks a model all saved test questions of the bot: right is the expected intent, sure enough to answer. */
export async function askQuestions(
  { db, enterpriseId }: Ctx,
  agentId: string,
  classifier: Classifier,
  threshold: number,
  embed: Embed | null,
): Promise<Asked> {
  const [questions, names] = await db.batch([
    db
      .select({ text: testQuestions.text, intentId: testQuestions.intentId })
      .from(testQuestions)
      .where(and(eq(testQuestions.enterpriseId, enterpriseId), eq(testQuestions.agentId, agentId)))
      .orderBy(asc(testQuestions.id)),
    db
      .select({ id: intents.id, name: intents.name })
      .from(intents)
      .where(and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId))),
  ]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const predictions = await classifyAll(
    classifier,
    questions.map(({ text }) => text),
    embed,
  );
  const outcomes = questions.map(({ text, intentId }, at): TestOutcome => {
    // As in a session, an intent that was deleted since the training never answers.
    const best = predictions[at]?.candidates.find((candidate) => nameOf.has(candidate.intentId));
    const got = best && best.confidence >= threshold ? best.intentId : null;
    return {
      text,
      expected: intentId === null ? null : (nameOf.get(intentId) ?? null),
      expectedDeleted: intentId !== null && !nameOf.has(intentId),
      got: got === null ? null : (nameOf.get(got) ?? null),
      confidence: best?.confidence ?? 0,
      right: got === intentId,
    };
  });
  return { right: outcomes.filter(({ right }) => right).length, total: outcomes.length, outcomes };
}
