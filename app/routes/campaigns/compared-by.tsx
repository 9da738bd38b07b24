import { formatCount } from "#app/lib/format.ts";
import { formatAmount } from "#app/lib/money.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { estimateActivity } from "#workers/contract/endpoints/activity-estimate.ts";

const texts = campaignScreensTexts.comparison;
const totalOf = ({ totals }: ReplyOf<typeof estimateActivity>["cost"]): string =>
  totals.map(({ currency, amount }) => formatAmount(amount, currency)).join(" + ");

/** How many would get which of two messages, and the cost where it depends on the better one; nothing without a comparison. */
export function ComparedBy({
  estimate: { comparison, cost },
}: {
  estimate: Pick<ReplyOf<typeof estimateActivity>, "comparison" | "cost">;
}) {
  if (!comparison) return null;
  const ifB = totalOf(comparison.cost);
  return (
    <p className="text-muted tabular-nums">
      {texts.would(formatCount(comparison.each), formatCount(comparison.rest))}
      {ifB !== "" && ifB !== totalOf(cost) && ` ${texts.costIfB(ifB)}`}
    </p>
  );
}
