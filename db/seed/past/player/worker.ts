import { tenantDatabase } from "#db/client.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import type { ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { PastDay, PlayedDay } from "../past-chat.ts";
import { Together } from "./aside.ts";
import { PastPlayer } from "./play.ts";

const CHANNELS = `SELECT id, type, contact_id AS contactId, department_id AS departmentId, agent_id AS agentId FROM channels WHERE enterprise_id = ?1`;
/** Nobody was told of the past: the first event of such a chat is about where it stands now. */
const FORGET_PLACES = `DELETE FROM former_places WHERE chat_id IN (SELECT id FROM chats WHERE enterprise_id = ?1 AND created_at < ?2)`;
const COUNT = `SELECT (SELECT count(*) FROM chats WHERE enterprise_id = ?1 AND created_at < ?2) AS chats,
    (SELECT count(*) FROM messages WHERE enterprise_id = ?1 AND at < ?2) AS messages`;

/**
 * Plays what happened in a local system before its first start. Only LocalCloud has this Worker, and only its own process
 * reaches it: no configuration of a deployment names it.
 */
export default {
  async fetch(request, env): Promise<Response> {
    const day = await request.json<PastDay>();
    const database = tenantDatabase(env, day.database);
    const ctx = ctxOf(database, enterpriseId.parse(day.enterpriseId), {
      userId: "system",
      name: "",
      address: "",
      requestId: "past",
    });
    const hash = await addressHash(ctx, keyRing(env.DATA_KEY));
    const { results } = await database.$client.prepare(CHANNELS).bind(day.enterpriseId).all<LaneChannel>();
    const channels = new Map(results.map((channel) => [channel.id, channel]));
    const together = new Together(database.$client);
    const failures: string[] = [];
    await Promise.all(
      day.chats.map(async (chat, place) => {
        const channel = channels.get(chat.channel.id);
        if (!channel) return;
        const key = `past.${chat.steps[0]?.at ?? 0}.${place}`;
        const player = new PastPlayer(day, chat, {
          env: env as JobsEnv & ProviderEnv,
          together,
          channel,
          hash,
          key,
        });
        await player.play().catch((error: unknown) => failures.push(describe(error)));
      }),
    );
    const [, counted] = await database.$client.batch<{ chats: number; messages: number }>(
      [FORGET_PLACES, COUNT].map((sql) => database.$client.prepare(sql).bind(day.enterpriseId, day.before)),
    );
    const count = counted?.results[0];
    return Response.json({ chats: 0, messages: 0, ...count, failures } satisfies PlayedDay);
  },
} satisfies ExportedHandler<JobsEnv>;
