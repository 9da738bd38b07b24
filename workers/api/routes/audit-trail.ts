import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getAuditEntry } from "#workers/domain/audit-trail/entry.ts";
import { exportAuditTrail } from "#workers/domain/audit-trail/export.ts";
import { listAuditTrail } from "#workers/domain/audit-trail/list.ts";
import { auditPeople } from "#workers/domain/audit-trail/people.ts";
import { inItsPlace } from "#workers/domain/places.ts";
import type { AppEnv } from "../context.ts";
import { mount, Sent } from "../mount.ts";

const { auditTrail } = endpoints;

export function auditTrailRoutes(app: Hono<AppEnv>): void {
  mount(app, auditTrail.list, ({ query }, { scope, office }) => listAuditTrail({ scope, office }, query));
  mount(
    app,
    auditTrail.export,
    async ({ query }, { scope, office }) =>
      new Sent(
        await inItsPlace(scope, "auditTrail", () => exportAuditTrail({ scope, office }, query)),
        messages.auditTrail.fileName,
      ),
  );
  mount(app, auditTrail.people, (_, { office }) => auditPeople(office));
  mount(app, auditTrail.get, ({ params }, { scope, office }) => getAuditEntry({ scope, office }, params.id));
}
