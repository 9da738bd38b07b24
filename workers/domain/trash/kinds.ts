import { TRASH_DAYS } from "#workers/contract/endpoints/customers.ts";
import type { TrashItem, TrashKind } from "#workers/contract/endpoints/trash.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { listDeletedAutomations, purgeAutomations, restoreAutomation } from "../automations/trash.ts";
import { listDeletedFields, purgeFields, restoreField } from "../customer-fields/trash.ts";
import { restoreCustomer } from "../customers/remove.ts";
import { deletedCustomer, listDeletedCustomers, purgeCustomers, type Purged } from "../customers/trash.ts";
import { iso, type Ctx } from "../ctx.ts";

/** The trash's operations on one kind of thing that can be deleted and restored. */
export interface KindOfTrash {
  list(
    ctx: Ctx,
    paging: { from: number; perPage: number },
  ): Promise<{ items: Omit<TrashItem, "kind">[]; more: boolean; total: number }>;
  /** Throws notFound when it is not in the trash, or the reason why it cannot be restored. */
  restore(ctx: Ctx, id: string): Promise<void>;
  purge(ctx: Ctx, which: Purged): Promise<{ purged: number; more: boolean }>;
}

const DAY_MS = 24 * 3_600_000;
const goesAt = (deletedAt: string): string => iso(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS);

const automationTrash = (kind: AutomationKind): KindOfTrash => ({
  async list(ctx, paging) {
    const { items, ...rest } = await listDeletedAutomations(ctx, kind, paging);
    return { items: items.map((item) => ({ ...item, goesAt: goesAt(item.deletedAt) })), ...rest };
  },
  restore: (ctx, id) => restoreAutomation(ctx, kind, id),
  purge: (ctx, which) => purgeAutomations(ctx, kind, which),
});

/** All kinds. Templates and channels join here with the same four answers. */
export const kindsOfTrash: Record<TrashKind, KindOfTrash> = {
  customer: {
    async list(ctx, paging) {
      const { customers, hasMore, total } = await listDeletedCustomers(ctx, paging);
      const items = customers.map(({ phoneNumber, ...rest }) => ({
        ...rest,
        detail: phoneNumber,
        goesAt: goesAt(rest.deletedAt),
      }));
      return { items, more: hasMore, total };
    },
    async restore(ctx, id) {
      await deletedCustomer(ctx, id);
      await restoreCustomer(ctx, id);
    },
    purge: purgeCustomers,
  },
  customerField: {
    async list(ctx, paging) {
      const { fields, hasMore, total } = await listDeletedFields(ctx, paging);
      const items = fields.map(({ id, fieldLabel, fieldName, deletedAt, deletedBy }) => ({
        id,
        name: fieldLabel,
        detail: fieldName,
        deletedAt,
        deletedBy,
        goesAt: goesAt(deletedAt),
      }));
      return { items, more: hasMore, total };
    },
    async restore(ctx, id) {
      await restoreField(ctx, id);
    },
    purge: purgeFields,
  },
  journey: automationTrash("journey"),
  encap: automationTrash("encap"),
};
