import { ArrowDown, ArrowUp } from "lucide-react";
import { formatShare } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";

/** How a figure changed since the period before; nothing where there is nothing to compare with. */
export function Delta({
  value,
  earlier,
  good = "up",
}: {
  value: number;
  earlier: number | undefined;
  /** The direction that is good news; "none" for what is neither. */
  good?: "up" | "down" | "none";
}) {
  if (!earlier) return null;
  const change = value / earlier - 1;
  const way = Math.round(change * 100) === 0 ? "none" : change > 0 ? "up" : "down";
  const Icon = way === "up" ? ArrowUp : ArrowDown;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-0.5 text-[0.8125rem] font-medium whitespace-nowrap tabular-nums",
        way === "none" || good === "none"
          ? "text-muted"
          : way === good
            ? "text-success-ink"
            : "text-danger-ink",
      )}
    >
      {way !== "none" && <Icon aria-hidden className="size-3.5" />}
      <span aria-hidden>{formatShare(Math.abs(change))}</span>
      <span className="sr-only">{uiTexts.changed[way](formatShare(Math.abs(change)))}</span>
    </span>
  );
}
