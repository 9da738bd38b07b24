import { directory, tenantDatabase } from "#db/client.ts";
import { databasePlan } from "#workers/domain/backups/export-database.ts";
import { exportPages } from "#workers/domain/backups/export-pages.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Copies a database to files in R2, for its operators. */
export const databaseExport = (env: JobsEnv): JobHandler<"database.export"> => ({
  pages(ctx, held, payload) {
    const { database } = payload;
    const db = database === "DIRECTORY" ? directory(env) : tenantDatabase(env, database);
    return exportPages(ctx, held, payload, () => databasePlan(ctx, db, payload, env.BACKUPS), env.BACKUPS);
  },
  async gaveUp(_, { database, prefix }, message) {
    console.log(JSON.stringify({ level: "error", source: "backups", database, prefix, failure: message }));
  },
  failure: "begun too often",
});
