import { directory, tenantDatabase } from "#db/client.ts";
import { FILES, filesPlan } from "#workers/domain/backups/copies.ts";
import { databasePlan } from "#workers/domain/backups/export-database.ts";
import { nightsIn } from "#workers/domain/backups/nights.ts";
import { exportPages } from "#workers/domain/backups/export-pages.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Copies a database, or what is stored beside them, to files in R2, for its operators. */
export const databaseExport = (env: JobsEnv): JobHandler<"database.export"> => ({
  pages(ctx, held, payload) {
    const { database } = payload;
    if (database === FILES) {
      const plan = async () => filesPlan(ctx, payload, env.FILES, env.BACKUPS, nightsIn(env.BACKUP_NIGHTS));
      return exportPages(ctx, held, payload, plan, env.BACKUPS);
    }
    const db = database === "DIRECTORY" ? directory(env) : tenantDatabase(env, database);
    return exportPages(ctx, held, payload, () => databasePlan(ctx, db, payload, env.BACKUPS), env.BACKUPS);
  },
  async gaveUp(_, { database, prefix }, message) {
    console.log(JSON.stringify({ level: "error", source: "backups", database, prefix, failure: message }));
  },
  failure: "begun too often",
});
