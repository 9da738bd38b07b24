import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { purgeAutomations } from "#workers/domain/automations/trash.ts";
import { purgeFields } from "#workers/domain/customer-fields/trash.ts";
import { TRASH_DAYS } from "#workers/contract/endpoints/customers.ts";
import { dueTrash } from "#workers/domain/customers/due-trash.ts";
import { forgetTaggingChanges } from "#workers/domain/customers/tagging-changes.ts";
import { purgeCustomers } from "#workers/domain/customers/trash.ts";
import { describe } from "#workers/domain/error.ts";
import { ctxOf } from "#workers/domain/ctx.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Runs every minute: permanently deletes customers, fields, journeys and encaps whose time in the trash is over, a limited number per
 * run, and expired undo records. The sweep that follows wakes a worker for the values of the fields.
 */
export async function emptyTrash(env: JobsEnv, now = Date.now()): Promise<void> {
  const olderThan = now - TRASH_DAYS * DAY_MS;
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    await forgetTaggingChanges(db, now - DAY_MS);
    for (const enterpriseId of await dueTrash(db, olderThan)) {
      const actor = { userId: "system", name: "", address: "", requestId: "cron" };
      const ctx = ctxOf(db, enterpriseId, actor);
      try {
        const { purged: customers } = await purgeCustomers(ctx, { olderThan });
        const { purged: fields } = await purgeFields(ctx, { olderThan });
        let automations = 0;
        for (const kind of automationKinds)
          automations += (await purgeAutomations(ctx, kind, { olderThan })).purged;
        console.log(
          JSON.stringify({ level: "info", source: "trash", enterpriseId, customers, fields, automations }),
        );
      } catch (error) {
        // One enterprise's failure must not hold up the others' trash or the rest of the minute's work.
        console.log(
          JSON.stringify({ level: "error", source: "trash", enterpriseId, failure: describe(error) }),
        );
      }
    }
  }
}
