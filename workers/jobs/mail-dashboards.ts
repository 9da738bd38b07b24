import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { mailDashboards as mail } from "#workers/domain/dashboards/mail.ts";
import { describe } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

const actor = { userId: "system", name: "", address: "", requestId: "dashboards" };

/** Runs every minute: writes the mails of dashboards whose time has come. */
export async function mailDashboards(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    try {
      await mail(tenantDatabase(env, name), {
        directory: directory(env),
        ring: keyRing(env.DATA_KEY),
        address: (path) => new URL(path, env.PUBLIC_URL).href,
        actor,
        now,
      });
    } catch (error) {
      // One database that can't be reached must not hold up the other's mails.
      console.log(
        JSON.stringify({ level: "error", source: "dashboards", database: name, failure: describe(error) }),
      );
    }
  }
}
