import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { alertsIn, messagingFigures } from "#workers/domain/messaging/figures.ts";

/** Runs every minute: a line for each channel that is behind, as an error where somebody has to look. */
export async function logFigures(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const database of tenantDatabases) {
    for (const figures of await messagingFigures(tenantDatabase(env, database), now)) {
      const alerts = alertsIn(figures);
      const level = alerts.length > 0 ? "error" : "info";
      console.log(JSON.stringify({ level, source: "messaging figures", alerts, ...figures }));
    }
  }
}
