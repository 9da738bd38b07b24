import type { Hono } from "hono";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import { getAuditEntry } from "#workers/domain/audit-trail/entry.ts";
import { exportAuditTrail } from "#workers/domain/audit-trail/export.ts";
import { listAuditTrail } from "#workers/domain/audit-trail/list.ts";
import { auditPeople } from "#workers/domain/audit-trail/people.ts";
import type { BothTrails } from "#workers/domain/audit-trail/trails.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, may, mount, FileReply } from "../mount.ts";

export function auditTrailRoutes(app: Hono<AppEnv>): void {
  mount(app, auditTrailApi.listAuditTrail, ({ query }, context) => listAuditTrail(trailsFor(context), query));
  mount(
    app,
    auditTrailApi.exportAuditTrail,
    async ({ query }, context) =>
      new FileReply(
        await inDownloadSlot(context.ctx, "auditTrail", () => exportAuditTrail(trailsFor(context), query)),
        auditTrailTexts.fileName,
      ),
  );
  mount(app, auditTrailApi.auditPeople, (_, { directoryCtx }) => auditPeople(directoryCtx));
  mount(app, auditTrailApi.getAuditEntry, ({ params }, context) =>
    getAuditEntry(trailsFor(context), params.id),
  );
}

const trailsFor = (context: HandlerContext): BothTrails => ({
  ctx: context.ctx,
  directoryCtx: context.directoryCtx,
  // Asked for once the rows are there: the session is read beside them.
  get seesCustomers() {
    return may(context, "CUSTOMER.VIEW");
  },
});
