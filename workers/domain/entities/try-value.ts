import { entityListTexts } from "#texts/entity-list.ts";
import type { tryEntityValue as contract } from "#workers/contract/endpoints/entities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { CustomMatcher } from "#workers/nlu/entities/custom.ts";
import { checkPattern } from "#workers/nlu/entities/pattern.ts";
import { tokensOf } from "#workers/nlu/entities/tokens.ts";
import { agentRow } from "../bots/agent.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

/** Returns a value's matches in a text, found by the real recogniser; `pattern.<index>` reports unreadable patterns. */
export async function tryEntityValue(
  ctx: Ctx,
  agentId: string,
  { value, text }: InputOf<typeof contract>["body"],
): Promise<ReplyOf<typeof contract>> {
  await agentRow(ctx, agentId);
  const errors: Record<string, string> = {};
  for (const [at, each] of (value.type === "pattern" ? value.pattern : []).entries()) {
    const checked = checkPattern(each);
    if (checked.ok) continue;
    errors[`pattern.${at}`] = entityListTexts.badPatternHere(checked.position + 1, checked.reason);
  }
  const [first] = Object.values(errors);
  if (first) throw new DomainError("invalid", { message: first, errors });
  return { matches: new CustomMatcher({ id: "", values: [value] }).find(text, tokensOf(text)) };
}
