import { and, asc, eq } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { testQuestions } from "#db/tenant/test-questions.ts";
import type { TestOutcome } from "#workers/contract/endpoints/training.ts";
import type { Provider } from "#workers/providers/provider.ts";
import type { Scope } from "../scope.ts";
import { classify, type Classifier } from "./classify.ts";

export interface Asked {
  right: number;
  total: number;
  outcomes: TestOutcome[];
}

/** Asks a model all saved test questions of the agent: right is the expected intent, sure enough to answer. */
export async function askQuestions(
  { db, enterpriseId }: Scope,
  agentId: string,
  classifier: Classifier,
  threshold: number,
  provider: Provider | null,
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
  const outcomes: TestOutcome[] = [];
  for (const { text, intentId } of questions) {
    const [best] = (await classify(classifier, text, provider)).candidates;
    const got = best && best.confidence >= threshold ? best.intentId : null;
    outcomes.push({
      text,
      // An intent that was deleted since can no longer be expected.
      expected: intentId === null ? null : (nameOf.get(intentId) ?? intentId),
      got: got === null ? null : (nameOf.get(got) ?? got),
      confidence: best?.confidence ?? 0,
      right: got === intentId,
    });
  }
  return { right: outcomes.filter(({ right }) => right).length, total: outcomes.length, outcomes };
}
