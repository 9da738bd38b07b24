import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import type { Clash } from "#workers/contract/endpoints/automation-instances.ts";
import { factIn, folded } from "#workers/contract/who-speaks.ts";
import type { Ctx } from "../ctx.ts";
import { heldBy, type Held, TRIGGERS_OF, triggersOf, wordsIn } from "../entries/held.ts";
import { DomainError } from "../error.ts";

const CLASHES = `SELECT e.value->>2 AS keyword, a.kind, a.id AS automationId, i.id AS instanceId, a.name FROM json_each(?1) e
  CROSS JOIN automation_triggers t ON t.channel_id = ?2 AND t.kind = e.value->>0 AND t.key = e.value->>1 AND t.enterprise_id = ?3
  CROSS JOIN automation_instances i ON i.id = t.instance_id CROSS JOIN automations a ON a.id = i.automation_id ORDER BY e.key`;

/** Words as they are compared, with those that were typed: each once. */
export const foldedWords = (keywords: readonly string[]): [key: string, typed: string][] =>
  [...new Map(keywords.map((typed) => [folded(typed), typed] as const).toReversed())].toReversed();

/** Refuses words that nobody can say, or that mean something else to everybody. */
export function refuseWords(keywords: readonly string[]): void {
  const message = keywords.some((each) => folded(each) === "")
    ? texts.keywordEmpty
    : keywords.flatMap((each) => (factIn(each) === undefined ? [] : [texts.keywordFact(each)]))[0];
  if (message !== undefined) throw new DomainError("invalid", { message, errors: { keywords: message } });
}

/** Finds the instances that these words begin on a channel already. */
export async function clashesOf(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  channelId: string,
  held: readonly Held[],
): Promise<Clash[]> {
  return (await db.$client.prepare(CLASHES).bind(wordsIn(held), channelId, enterpriseId).all<Clash>())
    .results;
}

/** Refuses a start with words that begin something else, which it names. */
export function refuseClash([first]: readonly Clash[]): void {
  if (!first) return;
  const message = texts.clash(first.keyword, first.name);
  throw new DomainError("instanceClash", { message, errors: { keywords: message } });
}

const TRIGGERS = `SELECT ${TRIGGERS_OF} AS triggers FROM automations a CROSS JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.version
  WHERE a.id = ?1 AND a.enterprise_id = ?2`;
/** Finds those that a launch's words, and those of the version that is published, begin on a channel already. */
export async function clashesOfLaunch(
  ctx: Ctx,
  id: string,
  { channelId, keywords }: { channelId: string; keywords: readonly string[] },
): Promise<Clash[]> {
  const found = await ctx.db.$client
    .prepare(TRIGGERS)
    .bind(id, ctx.enterpriseId)
    .first<{ triggers: string | null }>();
  return clashesOf(ctx, channelId, heldBy(found ? triggersOf(found) : [], keywords));
}
