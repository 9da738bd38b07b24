import { and, asc, count, eq, sql } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { testQuestions } from "#db/tenant/test-questions.ts";
import { trainingTexts } from "#texts/training.ts";
import type {
  listTestQuestions as listContract,
  saveTestQuestion as contract,
  TestQuestion,
} from "#workers/contract/endpoints/training.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { agentRow, withAgent } from "../bots/agent.ts";
import { type AuditEntry, auditedIf } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";

export const MOST_QUESTIONS = 1_000;

const ofAgent = ({ enterpriseId }: Ctx, agentId: string) =>
  and(eq(testQuestions.enterpriseId, enterpriseId), eq(testQuestions.agentId, agentId));

/** The saved test questions in the order in which they were written. */
export async function listQuestions(
  ctx: Ctx,
  agentId: string,
  paging: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page(paging);
  const [, found] = await withAgent(
    ctx,
    agentId,
    ctx.db
      .select({
        id: testQuestions.id,
        text: testQuestions.text,
        intentId: testQuestions.intentId,
        intentName: intents.name,
      })
      .from(testQuestions)
      .leftJoin(intents, eq(intents.id, testQuestions.intentId))
      .where(ofAgent(ctx, agentId))
      .orderBy(asc(testQuestions.id))
      .limit(limit)
      .offset(offset),
  );
  const { rows, more } = cut(found);
  const questions = rows.map((row) => ({
    ...row,
    intentDeleted: row.intentId !== null && row.intentName === null,
  }));
  return { questions, more };
}

/** Saves a question, or changes one; questionTaken when the same text is there already. */
export async function saveQuestion(
  ctx: Ctx,
  agentId: string,
  { text, intentId, questionId }: InputOf<typeof contract>["body"],
): Promise<TestQuestion> {
  const { db, enterpriseId, now } = ctx;
  const [, intentName, [counted]] = await Promise.all([
    agentRow(ctx, agentId),
    intentId ? nameOfIntent(ctx, agentId, intentId) : null,
    db.select({ all: count() }).from(testQuestions).where(ofAgent(ctx, agentId)),
  ]);
  const at = now();
  const id = questionId ?? ctx.newId();
  const fields = { text, textKey: nameKey(text), intentId, updatedAt: at };
  if (questionId) {
    const changed = await mapConflicts(
      db
        .update(testQuestions)
        .set(fields)
        .where(and(ofAgent(ctx, agentId), eq(testQuestions.id, questionId)))
        .returning({ id: testQuestions.id }),
      taken,
    );
    if (changed.length === 0) throw new DomainError("notFound");
  } else {
    if ((counted?.all ?? 0) >= MOST_QUESTIONS) {
      throw new DomainError("invalid", { message: trainingTexts.tooManyQuestions(MOST_QUESTIONS) });
    }
    await mapConflicts(
      db.insert(testQuestions).values({ id, enterpriseId, agentId, ...fields, createdAt: at }),
      taken,
    );
  }
  return { id, text, intentId, intentName, intentDeleted: false };
}

const taken = { "test_questions.text_key": "questionTaken" } as const;

async function nameOfIntent({ db, enterpriseId }: Ctx, agentId: string, intentId: string): Promise<string> {
  const [intent] = await db
    .select({ name: intents.name })
    .from(intents)
    .where(
      and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId), eq(intents.id, intentId)),
    )
    .limit(1);
  if (!intent) throw new DomainError("notFound");
  return intent.name;
}

export async function removeQuestion(ctx: Ctx, agentId: string, questionId: string): Promise<void> {
  const { db } = ctx;
  const one = and(ofAgent(ctx, agentId), eq(testQuestions.id, questionId));
  const [gone] = await db.select().from(testQuestions).where(one).limit(1);
  if (!gone) throw new DomainError("notFound");
  const entry: AuditEntry = {
    action: "delete",
    kind: "testQuestion",
    object: { id: gone.id, name: gone.text },
    before: { text: gone.text, intentId: gone.intentId },
  };
  const [deleted] = await db.batch([
    db.delete(testQuestions).where(one).returning({ id: testQuestions.id }),
    // changes() counts the rows of the statement before this one: of two who delete it at once, one did.
    auditedIf(ctx, entry, sql`changes() > 0`),
  ]);
  if (deleted.length === 0) throw new DomainError("notFound");
}
