import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { turns } from "#db/tenant/bot-sessions.ts";
import { intents } from "#db/tenant/intents.ts";
import type { listUnmatched as contract } from "#workers/contract/endpoints/review.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { groupBySimilarity } from "#workers/nlu/similarity.ts";
import { agentRow } from "../bots/agent.ts";
import { iso, type Ctx } from "../ctx.ts";
import { MOST_TURNS, saidKey } from "./said.ts";

/** The channel on which staff try their own bot, so its messages are not customers'. */
export const TRY_IT = "try-it";

/** SQL of a turn `t` that no intent understood and nobody has looked at; the index of such turns begins with the bot. */
const TO_REVIEW = `t.intent_id IS NULL AND t.review IS NULL AND t.text <> '' AND t.channel <> '${TRY_IT}'`;

/** SQL of these of the enterprise ?1, so many rows at most. */
export const toReview = (columns: string, most: number): string => `SELECT ${columns} FROM agents a
    CROSS JOIN turns t INDEXED BY turns_unmatched ON t.enterprise_id = ?1 AND t.agent_id = a.id AND ${TO_REVIEW}
    WHERE a.enterprise_id = ?1 LIMIT ${most}`;

/** SQL of how many of them each bot of the enterprise ?1 has, counted no further than `most`; bots without any are left out. */
export const toReviewByBot = (most: number): string => `SELECT id, count FROM (
    SELECT a.id, (SELECT count(*) FROM (SELECT 1 FROM turns t INDEXED BY turns_unmatched
      WHERE t.enterprise_id = ?1 AND t.agent_id = a.id AND ${TO_REVIEW} LIMIT ${most})) AS count
    FROM agents a WHERE a.enterprise_id = ?1) WHERE count > 0`;

/** Limit of the different messages that are grouped. */
const MOST_MESSAGES = 2_000;

type Message = ReplyOf<typeof contract>["groups"][number]["messages"][number];

/** Messages that no intent understood and nobody has looked at, grouped by likeness; said most often first. */
export async function listUnmatched(
  ctx: Ctx,
  agentId: string,
  { tryIt }: { tryIt: boolean },
): Promise<ReplyOf<typeof contract>> {
  await agentRow(ctx, agentId);
  const rows = await ctx.db
    .select({
      text: turns.text,
      at: turns.at,
      others: turns.others,
      meantId: turns.meantId,
      meantName: intents.name,
    })
    .from(turns)
    .leftJoin(
      intents,
      and(
        eq(intents.enterpriseId, ctx.enterpriseId),
        eq(intents.agentId, agentId),
        eq(intents.id, turns.meantId),
      ),
    )
    .where(
      and(
        eq(turns.enterpriseId, ctx.enterpriseId),
        eq(turns.agentId, agentId),
        isNull(turns.intentId),
        isNull(turns.review),
        // A person whose words were erased has said nothing.
        ne(turns.text, ""),
        tryIt ? undefined : ne(turns.channel, TRY_IT),
      ),
    )
    .orderBy(desc(turns.at))
    .limit(MOST_TURNS);
  const byText = new Map<string, Message>();
  const meant = new Map<string, Map<string, NonNullable<Message["meant"]>>>();
  for (const { text, at, others, meantId: id, meantName: name } of rows) {
    const key = saidKey(text);
    const known = byText.get(key);
    if (known) known.count++;
    else byText.set(key, { text, count: 1, lastAt: iso(at), nearest: others[0] ?? null, meant: null });
    if (!id || name === null) continue;
    const chosen = meant.get(key) ?? new Map<string, NonNullable<Message["meant"]>>();
    chosen.set(id, { id, name, count: (chosen.get(id)?.count ?? 0) + 1 });
    meant.set(key, chosen);
  }
  for (const [key, message] of byText) {
    const [most] = [...(meant.get(key)?.values() ?? [])].toSorted((a, b) => b.count - a.count);
    message.meant = most ?? null;
  }
  const messages = [...byText.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_MESSAGES);
  const groups = groupBySimilarity(messages.map(({ text }) => text));
  return {
    groups: groups.map(({ title, members }) => ({
      title,
      messages: members.flatMap((at) => messages[at] ?? []),
    })),
    total: byText.size,
  };
}
