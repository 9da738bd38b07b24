import type { conversationChoices } from "#workers/contract/endpoints/conversations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";

const MOST = 1_000;
const CHOICES = {
  bots: `SELECT id, name FROM agents WHERE enterprise_id = ?1 ORDER BY name_key LIMIT ${MOST}`,
  journeys: `SELECT id, name, kind FROM automations WHERE enterprise_id = ?1 AND deleted_at IS NULL ORDER BY name_key LIMIT ${MOST}`,
  // Whoever was ever at hand for chats: people are in the other database.
  agents: `SELECT user_id AS id, name FROM chat_agents WHERE enterprise_id = ?1 ORDER BY name LIMIT ${MOST}`,
  departments: `SELECT id, name FROM departments WHERE enterprise_id = ?1 ORDER BY name_key LIMIT ${MOST}`,
  channels: `SELECT id, name FROM channels WHERE enterprise_id = ?1 ORDER BY name_key LIMIT ${MOST}`,
} as const;
const kinds = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

/** Names of what conversations can be narrowed down to. */
export async function choices({
  db: { $client },
  enterpriseId,
}: Ctx): Promise<ReplyOf<typeof conversationChoices>> {
  const answers = await $client.batch(kinds.map((kind) => $client.prepare(CHOICES[kind]).bind(enterpriseId)));
  return Object.fromEntries(
    kinds.map((kind, at) => [kind, answers[at]?.results ?? []]),
  ) as unknown as ReplyOf<typeof conversationChoices>;
}
