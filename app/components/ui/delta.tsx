import { ArrowDown, ArrowUp } from "lucide-react";
import { formatShare } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";

/** How a figure changed since the period before; nothing where there is nothing to compare with. */
export function Delta({
  value,
  earlier,
  good = "up",
  shares = false,
}: {
  value: number;
  earlier: number | undefined;
  /** The direction that is good news; "none" for what is neither. */
  good?: "up" | "down" | "none";
  /** Both are shares, of which the difference tells more than a share of a share. */
  shares?: boolean;
}) {
  if (!earlier) return null;
  const change = shares ? value - earlier : value / earlier - 1;
  const way = Math.round(change * 100) === 0 ? "none" : change > 0 ? "up" : "down";
  const size = shares ? uiTexts.points(Math.round(Math.abs(change) * 100)) : formatShare(Math.abs(change));
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
      <span aria-hidden>{size}</span>
      <span className="sr-only">{uiTexts.changed[way](size)}</span>
    </span>
  );
}
