import { cx } from "#app/components/ui/cx.ts";
import { formatCount } from "#app/lib/format.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { priceText } from "#workers/contract/billing/money.ts";
import { type UsageKind, usageKindNames } from "#workers/contract/billing/usage.ts";
import type { PlanOnWire } from "#workers/contract/endpoints/enterprise-billing.ts";
import { limitText } from "./limit-text.ts";

const GB_MONTH = 30 * 1_024;

/** A plan's terms for each kind of usage. */
export function PlanTermsList({ plan, stacked = false }: { plan: PlanOnWire; stacked?: boolean }) {
  return (
    <dl className="grid gap-1 text-[0.8125rem]">
      {usageKindNames.map((kind) => (
        <div key={kind} className={cx("grid gap-x-4", !stacked && "sm:grid-cols-[13rem_1fr]")}>
          <dt className="text-muted">{texts.kinds[kind]}</dt>
          <dd>{termText(plan, kind)}</dd>
        </div>
      ))}
    </dl>
  );
}

function termText({ terms, currency }: PlanOnWire, kind: UsageKind): string {
  const term = terms[kind];
  if (!term || (term.price === 0 && !term.limit)) return texts.termFree;
  const price = priceText(term.price, currency);
  const words =
    kind === "storedMb"
      ? texts.termsGb(texts.gbDays(formatCount(Math.round(term.included / GB_MONTH))), price)
      : texts.terms(formatCount(term.included), price);
  return term.limit === null ? words : `${words}. ${limitText(term.limit)}`;
}
