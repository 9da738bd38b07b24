import type { Ctx } from "../ctx.ts";
import { RULES_OF, rulesIn } from "./chat-rules.ts";
import { textsWithoutNumbers } from "./mask-numbers.ts";

const RULES = `SELECT ${RULES_OF("?1")} AS rules`;

/** Texts of a message, one after the other, without the numbers that the enterprise hides. */
export async function wordsAsKept(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  texts: readonly string[],
): Promise<readonly string[]> {
  const rules = rulesIn(await db.$client.prepare(RULES).bind(enterpriseId).first<string | null>("rules"));
  return rules.masksNumbers ? textsWithoutNumbers(texts) : texts;
}
