import { directory, tenantDatabase, tenantDatabases, type TenantDatabase } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { PushWork } from "#workers/contract/push.ts";
import { OF_CHATS } from "#workers/contract/socket.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { deliverNews } from "#workers/domain/push/deliver.ts";
import { tidySubscriptions } from "#workers/domain/push/subscriptions.ts";
import { pushKeyOf } from "#workers/domain/push/key.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { liesHere } from "#workers/domain/bare/fenced.ts";

/** Events of one look, and of one message of the queue. */
const PAGE = 2_000;
const EVENTS_A_MESSAGE = 200;
const MESSAGES_A_CALL = 100;

const NEWEST = "SELECT coalesce(max(seq), 0) AS newest FROM live_events";
/** Events of chats after a number, only of enterprises of which anybody has asked a browser for push. */
const NEWS = `SELECT e.seq, e.enterprise_id AS enterpriseId FROM live_events e
  WHERE e.seq > ?1 AND ${liesHere("e.enterprise_id")} AND substr(e.body, 1, ${OF_CHATS.length}) = '${OF_CHATS}'
    AND EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.enterprise_id = e.enterprise_id)
  ORDER BY e.seq LIMIT ${PAGE}`;

/**
 * Finds what is news to closed consoles in the live events that changes have written, wherever those were made, and queues
 * their numbers. So no change waits for a push, and a writer that died is no loss.
 */
export async function findNews(
  env: JobsEnv,
  database: TenantDatabase,
  storage: DurableObjectStorage,
): Promise<void> {
  if (!pushKeyOf(env)) return;
  const key = `pushed:${database}`;
  const before = (await storage.get<number>(key)) ?? 0;
  const next = await queueNews(env, database, before);
  if (next !== before) await storage.put(key, next);
}

async function queueNews(env: JobsEnv, database: TenantDatabase, before: number): Promise<number> {
  const { $client } = tenantDatabase(env, database);
  const [newest, found] = (await $client.batch([
    $client.prepare(NEWEST),
    $client.prepare(NEWS).bind(before),
  ])) as unknown as [D1Result<{ newest: number }>, D1Result<{ seq: number; enterpriseId: EnterpriseId }>];
  const rows = found.results;
  const messages = Object.entries(Object.groupBy(rows, ({ enterpriseId }) => enterpriseId)).flatMap(
    ([enterpriseId, events = []]) =>
      parted(
        events.map(({ seq }) => seq),
        EVENTS_A_MESSAGE,
      ).map((part) => ({
        body: {
          v: 1,
          enterpriseId: enterpriseId as EnterpriseId,
          database,
          events: part,
          tries: 0,
        } satisfies PushWork,
      })),
  );
  for (const part of parted(messages, MESSAGES_A_CALL)) await env.PUSH.sendBatch(part);
  const last = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
  return last ?? newest.results[0]?.newest ?? before;
}

const parted = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Tells browsers of the events of one message, and queues again what push services did not take. */
export async function push(env: JobsEnv, work: PushWork): Promise<void> {
  const vapid = pushKeyOf(env);
  if (!vapid) return;
  const ctx = { db: tenantDatabase(env, work.database), enterpriseId: work.enterpriseId, now: Date.now };
  const deps = { vapid, resolve: resolveByHttps, allowPrivate: allowsPrivate(env), now: Date.now };
  const again = await deliverNews(ctx, directory(env), deps, work);
  for (const part of parted(again, MESSAGES_A_CALL)) {
    await env.PUSH.sendBatch(part.map(({ work: body, seconds }) => ({ body, delaySeconds: seconds })));
  }
}

/** Runs every night. */
export async function tidyPush(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) await tidySubscriptions(tenantDatabase(env, name), now);
}
