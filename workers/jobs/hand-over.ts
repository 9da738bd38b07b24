import { tenantDatabase, tenantDatabases, type TenantDatabase } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { describe } from "#workers/domain/error.ts";
import { fill, keptAfter, tidyLiveEvents } from "#workers/domain/live-events/keep.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";

/** A hub that says nothing for so long is passed over until the next sweep. */
const HUB_MS = 3_000;
const HUBS_AT_ONCE = 20;
/** Enterprises whose hubs are behind; where more are, the sweep stays where it is until some can be reached. */
const MOST_LATE = 1_000;

/** The number up to which hubs were asked, and the number that each of those should have that could not be reached. */
export interface HandedOver {
  upTo: number;
  late: Record<EnterpriseId, number>;
}

/**
 * Hands hubs the kept events that a dead writer did not. How far that has come is stored for each database; a hub that
 * cannot be reached is noted beside it and tried again with the next sweep, so that it keeps nothing from the others.
 */
export async function handOver(
  env: JobsEnv,
  database: TenantDatabase,
  storage: DurableObjectStorage,
): Promise<void> {
  const key = `handed over:${database}`;
  const before = (await storage.get<HandedOver>(key)) ?? { upTo: 0, late: {} };
  const next = await handOverFrom(env, database, before);
  if (JSON.stringify(next) !== JSON.stringify(before)) await storage.put(key, next);
}

export async function handOverFrom(
  env: JobsEnv,
  database: TenantDatabase,
  before: HandedOver,
): Promise<HandedOver> {
  const db = tenantDatabase(env, database);
  const { newest, upTo } = await keptAfter(db, before.upTo);
  const wanted = new Map([...(Object.entries(before.late) as [EnterpriseId, number][]), ...newest]);
  const late: HandedOver["late"] = {};
  const tell = async ([enterpriseId, seq]: [EnterpriseId, number]): Promise<void> => {
    try {
      await inTime(tellHub(env, { db, enterpriseId }, seq));
    } catch (error) {
      console.log(
        JSON.stringify({ level: "error", source: "live events", enterpriseId, failure: describe(error) }),
      );
      late[enterpriseId] = seq;
    }
  };
  const all = [...wanted];
  for (let at = 0; at < all.length; at += HUBS_AT_ONCE)
    await Promise.all(all.slice(at, at + HUBS_AT_ONCE).map(tell));
  const keeps = Object.keys(late).length <= MOST_LATE;
  return keeps ? { upTo, late } : before;
}

async function tellHub(env: JobsEnv, ctx: Parameters<typeof fill>[0], seq: number): Promise<void> {
  const { enterpriseId } = ctx;
  const hub = hubOf(env, enterpriseId);
  const known = await hub.newest();
  if (known >= seq) return;
  // Writers tell hubs themselves: whoever reads this often has hubs that cannot be reached, or writers that die.
  const behind = seq - known;
  console.log(JSON.stringify({ level: "info", source: "live events", enterpriseId, behind }));
  await fill(ctx, hub, known);
}

async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${HUB_MS} ms`)), HUB_MS);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs every minute. */
export async function tidyEvents(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const database of tenantDatabases) await tidyLiveEvents(tenantDatabase(env, database), now);
}
