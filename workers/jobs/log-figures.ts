import { databaseSize, MOST_BYTES } from "#workers/domain/database-size.ts";
import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { timerFigures } from "#workers/domain/messaging/timers.ts";
import { alertsIn, messagingFigures } from "#workers/domain/messaging/figures.ts";
import { runAlerts, runFigures } from "#workers/domain/runs/figures.ts";

/** A clock looks when a timer is due: one that is a minute late has no clock. */
const LATE_MS = 60_000;

/** Runs every minute: a line for each channel, clock and database that is behind or full, as an error where somebody has to look. */
export async function logFigures(env: JobsEnv, now = Date.now()): Promise<void> {
  await logSize("DIRECTORY", directory(env));
  for (const database of tenantDatabases) {
    const timers = await timerFigures(tenantDatabase(env, database), now);
    if (timers.givenUp > 0 || (timers.lateMs ?? 0) > LATE_MS) {
      console.log(JSON.stringify({ level: "error", source: "timers", database, ...timers }));
    }
    const runs = await runFigures(tenantDatabase(env, database), now);
    const behind = runAlerts(runs);
    if (behind.length > 0)
      console.log(JSON.stringify({ level: "error", source: "runs", database, alerts: behind, ...runs }));
    await logSize(database, tenantDatabase(env, database));
    for (const figures of await messagingFigures(tenantDatabase(env, database), now)) {
      const alerts = alertsIn(figures);
      const level = alerts.length > 0 ? "error" : "info";
      console.log(JSON.stringify({ level, source: "messaging figures", alerts, ...figures }));
    }
  }
}

async function logSize(database: string, of: Parameters<typeof databaseSize>[0]): Promise<void> {
  const { bytes, isFilling } = await databaseSize(of);
  if (isFilling)
    console.log(
      JSON.stringify({ level: "error", source: "database size", database, bytes, most: MOST_BYTES }),
    );
}
