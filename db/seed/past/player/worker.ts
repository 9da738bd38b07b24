import { tenantDatabase } from "#db/client.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import type { ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { PastDay, PlayedDay } from "../past-chat.ts";
import type { PastSending, PlayedSending } from "../past-sending.ts";
import { Together } from "./aside.ts";
import { PastPlayer } from "./play.ts";
import { SendingPlayer, type SendingTools } from "./send.ts";

const CHANNELS = `SELECT id, type, contact_id AS contactId, department_id AS departmentId, agent_id AS agentId FROM channels WHERE enterprise_id = ?1`;
/** Nobody was told of the past: the first event of such a chat is about where it stands now. */
const FORGET_PLACES = `DELETE FROM former_places WHERE chat_id IN (SELECT id FROM chats WHERE enterprise_id = ?1 AND created_at < ?2)`;
/** The clock was left out: a bot's question that nobody has answered in time is over. */
const END_FLOORS = `DELETE FROM floors WHERE enterprise_id = ?1 AND until < ?2 AND run_id IS NULL`;
const COUNT = `SELECT (SELECT count(*) FROM chats WHERE enterprise_id = ?1 AND created_at < ?2) AS chats,
    (SELECT count(*) FROM messages WHERE enterprise_id = ?1 AND at < ?2) AS messages`;

/**
 * Plays what happened in a local system before its first start. Only LocalCloud has this Worker, and only its own process
 * reaches it: no configuration of a deployment names it.
 */
export default {
  async fetch(request, env): Promise<Response> {
    const past = await request.json<PastDay | PastSending>();
    const tools = await toolsFor(past, env);
    if ("steps" in past) {
      const sent = await new SendingPlayer(past, tools).play();
      await tools.database.batch(afterwards(past, tools));
      return Response.json({ sent } satisfies PlayedSending);
    }
    return Response.json(await playDay(past, tools));
  },
} satisfies ExportedHandler<JobsEnv>;

async function toolsFor(past: PastDay | PastSending, env: JobsEnv): Promise<SendingTools> {
  const database = tenantDatabase(env, past.database);
  const ctx = ctxOf(database, enterpriseId.parse(past.enterpriseId), {
    userId: "system",
    name: "",
    address: "",
    requestId: "past",
  });
  const hash = await addressHash(ctx, keyRing(env.DATA_KEY));
  const { results } = await database.$client.prepare(CHANNELS).bind(past.enterpriseId).all<LaneChannel>();
  return {
    env: env as JobsEnv & ProviderEnv,
    database: database.$client,
    together: new Together(database.$client),
    channels: new Map(results.map((channel) => [channel.id, channel])),
    hash,
  };
}

const afterwards = ({ enterpriseId: theirs, before }: PastDay | PastSending, { database }: SendingTools) =>
  [FORGET_PLACES, END_FLOORS].map((sql) => database.prepare(sql).bind(theirs, before));

async function playDay(day: PastDay, tools: SendingTools): Promise<PlayedDay> {
  const { database, channels } = tools;
  const failures: string[] = [];
  await Promise.all(
    day.chats.map(async (chat, place) => {
      const channel = channels.get(chat.channel.id);
      if (!channel) return;
      const key = `past.${chat.steps[0]?.at ?? 0}.${place}`;
      const player = new PastPlayer(day, chat, { ...tools, channel, key });
      await player.play().catch((error: unknown) => failures.push(describe(error)));
    }),
  );
  const results = await database.batch<{ chats: number; messages: number }>([
    ...afterwards(day, tools),
    database.prepare(COUNT).bind(day.enterpriseId, day.before),
  ]);
  const count = results.at(-1)?.results[0];
  return { chats: 0, messages: 0, ...count, failures };
}
