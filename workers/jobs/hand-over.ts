import { tenantDatabase, tenantDatabases, type TenantDatabase } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { fill, keptAfter, tidyLiveEvents } from "#workers/domain/live-events/keep.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";

/**
 * Hands hubs the kept events that a dead writer did not. The number up to which hubs have everything is stored for each
 * database; a hub that cannot be reached keeps it where it is, and the next sweep tries again.
 */
export async function handOver(
  env: JobsEnv,
  database: TenantDatabase,
  storage: DurableObjectStorage,
): Promise<void> {
  const key = `told:${database}`;
  const handedOver = (await storage.get<number>(key)) ?? 0;
  const next = await handOverFrom(env, database, handedOver);
  if (next !== handedOver) await storage.put(key, next);
}

async function handOverFrom(env: JobsEnv, database: TenantDatabase, handedOver: number): Promise<number> {
  const db = tenantDatabase(env, database);
  const { newest, upTo } = await keptAfter(db, handedOver);
  let next = upTo;
  for (const [enterpriseId, seq] of newest) {
    try {
      const hub = hubOf(env, enterpriseId);
      const known = await hub.newest();
      if (known >= seq) continue;
      // Writers tell hubs themselves: whoever reads this often has hubs that cannot be reached, or writers that die.
      const behind = seq - known;
      console.log(JSON.stringify({ level: "info", source: "live events", enterpriseId, behind }));
      await fill({ db, enterpriseId }, hub, known);
    } catch (error) {
      console.log(
        JSON.stringify({ level: "error", source: "live events", enterpriseId, failure: describe(error) }),
      );
      next = Math.min(next, seq - 1);
    }
  }
  return Math.max(next, handedOver);
}

/** Runs every minute. */
export async function tidyEvents(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const database of tenantDatabases) await tidyLiveEvents(tenantDatabase(env, database), now);
}
