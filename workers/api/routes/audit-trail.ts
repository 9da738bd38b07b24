import type { Hono } from "hono";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getAuditEntry } from "#workers/domain/audit-trail/entry.ts";
import { exportAuditTrail } from "#workers/domain/audit-trail/export.ts";
import { listAuditTrail } from "#workers/domain/audit-trail/list.ts";
import { auditPeople } from "#workers/domain/audit-trail/people.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { mount, FileReply } from "../mount.ts";

const { auditTrail } = endpoints;

export function auditTrailRoutes(app: Hono<AppEnv>): void {
  mount(app, auditTrail.list, ({ query }, { ctx, directoryCtx }) =>
    listAuditTrail({ ctx, directoryCtx }, query),
  );
  mount(
    app,
    auditTrail.export,
    async ({ query }, { ctx, directoryCtx }) =>
      new FileReply(
        await inDownloadSlot(ctx, "auditTrail", () => exportAuditTrail({ ctx, directoryCtx }, query)),
        auditTrailTexts.fileName,
      ),
  );
  mount(app, auditTrail.people, (_, { directoryCtx }) => auditPeople(directoryCtx));
  mount(app, auditTrail.get, ({ params }, { ctx, directoryCtx }) =>
    getAuditEntry({ ctx, directoryCtx }, params.id),
  );
}
