import { invalidate } from "#app/data/query.ts";
import { toast } from "#app/components/ui/toast-store.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { getUsage } from "#workers/contract/endpoints/enterprise-billing.ts";
import type { EventData } from "#workers/contract/socket.ts";

/** Tells of a meter that has come to 80 or 100 percent. */
export function tellUsage({ kind, level }: EventData<"usageAlert">): void {
  void invalidate(getUsage);
  toast.warning(texts.bell(texts.kinds[kind], level), { kept: true });
}
