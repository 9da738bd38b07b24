import type { Hono } from "hono";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getAuditEntry } from "#workers/domain/audit-trail/entry.ts";
import { exportAuditTrail } from "#workers/domain/audit-trail/export.ts";
import { listAuditTrail } from "#workers/domain/audit-trail/list.ts";
import { auditPeople } from "#workers/domain/audit-trail/people.ts";
import type { BothTrails } from "#workers/domain/audit-trail/trails.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, mount, FileReply } from "../mount.ts";

const { auditTrail } = endpoints;

export function auditTrailRoutes(app: Hono<AppEnv>): void {
  mount(app, auditTrail.list, ({ query }, context) => listAuditTrail(trailsFor(context), query));
  mount(
    app,
    auditTrail.export,
    async ({ query }, context) =>
      new FileReply(
        await inDownloadSlot(context.ctx, "auditTrail", () => exportAuditTrail(trailsFor(context), query)),
        auditTrailTexts.fileName,
      ),
  );
  mount(app, auditTrail.people, (_, { directoryCtx }) => auditPeople(directoryCtx));
  mount(app, auditTrail.get, ({ params }, context) => getAuditEntry(trailsFor(context), params.id));
}

const trailsFor = ({ ctx, directoryCtx, session }: HandlerContext): BothTrails => ({
  ctx,
  directoryCtx,
  seesCustomers: session.permissions.includes("CUSTOMER.VIEW"),
});
