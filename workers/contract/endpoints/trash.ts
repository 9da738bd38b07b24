import { z } from "zod";
import { trashTexts } from "#texts/trash.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import type { Permission } from "../permissions.ts";

/** Kinds of things in the trash; a new one joins here and in workers/domain/trash/kinds.ts. */
export const trashKinds = ["customer", "customerField", "journey", "encap"] as const;
export type TrashKind = (typeof trashKinds)[number];

/**
 * Needed besides TRASH.VIEW, so that the trash gives nobody access to things that their role denies them: to see what
 * was deleted, and to restore it or delete it permanently.
 */
export const trashNeeds: Record<TrashKind, { seeing: Permission; changing: Permission }> = {
  customer: { seeing: "CUSTOMER.VIEW", changing: "CUSTOMER.DELETE" },
  customerField: { seeing: "CUSTOMER_MASTER.VIEW", changing: "CUSTOMER_MASTER.VIEW" },
  journey: { seeing: "JOURNEYS.VIEW", changing: "JOURNEYS.DELETE" },
  encap: { seeing: "ENCAPS.VIEW", changing: "ENCAPS.DELETE" },
};

export const TRASH_PAGE = 50;

const item = z.object({
  kind: z.enum(trashKinds),
  id: z.string(),
  name: z.string(),
  /** Detail that tells it from others of its name. */
  detail: z.string(),
  deletedAt: time,
  deletedBy: z.string(),
  goesAt: time.meta({ description: "When it goes for good by itself" }),
});
export type TrashItem = z.infer<typeof item>;

const all = "/e/enterprise/trash";
const access = holding("TRASH.VIEW");
const params = z.object({ kind: z.enum(trashKinds), id });
const kind = z.enum(trashKinds, trashTexts.unknownKind);

export const listTrash = endpoint({
  method: "GET",
  path: all,
  summary: "What of a kind was deleted and can be restored, the last deleted first",
  access,
  query: z.object({ kind: kind.default("customer"), ...paging(TRASH_PAGE) }),
  reply: z.object({ items: z.array(item), more: z.boolean(), total }),
  under: "response",
});

export const restoreFromTrash = endpoint({
  method: "POST",
  path: `${all}/:kind/:id/restore`,
  summary: "Brings back what was deleted",
  access,
  params,
  reply: z.null(),
  under: "response",
});

export const deleteForGood = endpoint({
  method: "DELETE",
  path: `${all}/:kind/:id`,
  summary: "Deletes for good what is in the trash; it cannot be brought back",
  access,
  params,
  reply: z.null(),
  under: "response",
});

export const emptyTrash = endpoint({
  method: "POST",
  path: `${all}/empty`,
  summary: "Deletes for good all of a kind that is in the trash; to be repeated while `more`",
  access,
  body: z.object({
    kind,
    confirm: z
      .string(trashTexts.typeIt)
      .trim()
      .refine((text) => text.toLowerCase() === trashTexts.word, trashTexts.typeIt)
      .meta({ description: `The word "${trashTexts.word}"` }),
  }),
  reply: z.object({ purged: z.int(), more: z.boolean() }),
  under: "response",
});
