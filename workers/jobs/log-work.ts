import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { signInAlerts, signInFigures, workAlerts, workFigures } from "#workers/domain/jobs/figures.ts";

/** Runs every minute: a line for each database that has work, and one for sign-ins, as an error where somebody has to look. */
export async function logWork(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const database of tenantDatabases) {
    const figures = await workFigures(tenantDatabase(env, database), now);
    const { open, givenUp, recipients } = figures;
    if (open + givenUp + Object.keys(recipients).length > 0)
      line("work figures", workAlerts(figures), { database, ...figures });
  }
  const figures = await signInFigures(directory(env), now);
  if (figures.attempts > 0) line("sign-in figures", signInAlerts(figures), figures);
}

const line = (source: string, alerts: string[], figures: object): void =>
  console.log(JSON.stringify({ level: alerts.length > 0 ? "error" : "info", source, alerts, ...figures }));
