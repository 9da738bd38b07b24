import { tenantDatabase } from "#db/client.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { logTurn } from "#workers/domain/bot-sessions/log-turn.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import type { Harness } from "./harness.ts";

export interface Line {
  /** ISO 8601 */
  at: string;
  text?: string;
  sender?: string;
  /** [id, name], or null: not understood. */
  intent?: readonly [string, string] | null;
  confidence?: number;
  emotion?: string;
  weak?: boolean;
  answer?: string;
  others?: { id: string; name: string; confidence: number }[];
}

/** Writes one conversation as if it had been held then, through the statement that every turn is written by. */
export async function talk(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: { enterpriseId: string },
  agentId: string,
  lines: readonly Line[],
): Promise<string> {
  let now = 0;
  const ctx = ctxOf(
    tenantDatabase(env, "TENANT_1"),
    asEnterpriseId.parse(enterpriseId),
    { userId: "u", name: "Kiran", address: "local", requestId: "r" },
    { now: () => now },
  );
  let before: Parameters<typeof logTurn>[2];
  for (const line of lines) {
    now = Date.parse(line.at);
    const { intent = ["i", "Intent"], sender = "somebody", text = "hello" } = line;
    const { sessionId } = await logTurn(ctx, { agentId, text, channel: "web", senderId: sender }, before, {
      modelVersionId: "",
      intentId: intent?.[0] ?? null,
      intentName: intent?.[1] ?? null,
      confidence: line.confidence ?? 0.9,
      nearestPhrase: intent ? "hello there" : null,
      answer: line.answer ?? "Hi!",
      others: line.others ?? [],
      kind: intent ? "answer" : "outOfScope",
      emotion: line.emotion ?? null,
      sources: null,
      parameters: null,
      weak: line.weak ?? false,
      pending: null,
    });
    before = {
      id: sessionId,
      enterpriseId: ctx.enterpriseId,
      agentId,
      channel: "web",
      senderId: sender,
      startedAt: before?.startedAt ?? now,
      lastAt: now,
      turns: (before?.turns ?? 0) + 1,
      scoped: (before?.scoped ?? 0) + (intent ? 1 : 0),
      lastIntentId: intent?.[0] ?? null,
      pending: null,
    };
  }
  return before?.id ?? "";
}
