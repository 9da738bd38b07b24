import { z } from "zod";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { id } from "../ids.ts";

/** Entries per page. */
export const AUDIT_PAGE = 50;

const moment = z.iso
  .datetime({ offset: true, error: auditTrailTexts.wrongTime })
  .meta({ description: "ISO 8601 with Z or an offset" });

/** Audit entries by actor, action, target and time; `fromDate` is inclusive, `toDate` exclusive. */
const filter = {
  who: text(64).optional().meta({ description: "A user's id, or `system` for what happened by itself" }),
  kind: text(40).optional(),
  action: text(40).optional(),
  objectId: id.optional(),
  object: text(100).optional().meta({ description: "Part of the object's name" }),
  fromDate: moment.optional(),
  toDate: moment.optional(),
};

const entry = z.object({
  id: z.string(),
  at: time,
  who: z.object({ id: z.string(), name: z.string() }),
  action: z.string(),
  kind: z.string(),
  object: z.object({ id: z.string(), name: z.string() }),
  address: z.string(),
  requestId: z.string(),
});
export type AuditTrailEntry = z.infer<typeof entry>;

const change = z.object({
  field: z.string().meta({ description: "Its path, with dots" }),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditChange = z.infer<typeof change>;

const access = holding("AUDITTRAIL.VIEW");
const all = "/e/enterprise/audit_trail";

export const listAuditTrail = endpoint({
  method: "GET",
  path: all,
  summary: "What was changed, by whom and from where; the newest first, on from a place in it",
  access,
  query: z.object({
    ...filter,
    after: text(100).optional().meta({ description: "What `next` said of the page before" }),
    perPage: z.int(errorsTexts.notNumber).min(1).max(200).default(AUDIT_PAGE),
  }),
  reply: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  under: "response",
});

export const exportAuditTrail = endpoint({
  method: "GET",
  path: `${all}/csv`,
  summary: "The same as CSV, whole",
  access,
  query: z.object(filter),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});

export const auditPeople = endpoint({
  method: "GET",
  path: `${all}/people`,
  summary: "Who can be filtered by: everybody of the enterprise, also who was deactivated",
  access,
  reply: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
  under: "response",
});

export const getAuditEntry = endpoint({
  method: "GET",
  path: `${all}/:id`,
  summary: "One entry with what was before and after, field by field",
  access,
  params: z.object({ id }),
  reply: z.object({
    entry,
    changes: z.array(change),
    more: z.boolean().meta({ description: "There are more fields than are told" }),
    exists: z
      .boolean()
      .nullable()
      .meta({ description: "Whether its object is there still; null: not known" }),
  }),
  under: "response",
});
