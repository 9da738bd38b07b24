import { Sparkline } from "#app/components/chart/sparkline.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Delta } from "#app/components/ui/delta.tsx";
import { formatCount } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";

/** A figure with its course and its change, which opens the messages behind it. */
export function Tile({
  label,
  value,
  earlier,
  comparing,
  days,
  hint,
  mean = false,
  good = "none",
  decimals = 0,
  onOpen,
}: {
  label: string;
  value: number;
  /** The figure of the previous period, as soon as it is there. */
  earlier: number | undefined;
  /** Shows the previous figure too, and not only the change. */
  comparing: boolean;
  /** The figure day by day, null where there was nothing to measure. */
  days: readonly (number | null)[];
  /** Where a press leads, if not to the messages that were counted. */
  hint?: string | undefined;
  mean?: boolean;
  good?: "up" | "down" | "none";
  decimals?: number;
  onOpen: () => void;
}) {
  const text = (figure: number): string => (decimals > 0 ? figure.toFixed(decimals) : formatCount(figure));
  return (
    <button
      type="button"
      title={hint}
      onClick={onOpen}
      className="flex h-full min-w-0 flex-col gap-1 rounded-xl border border-line bg-surface p-4 text-left shadow-card hover:bg-hover"
    >
      <span className="text-[0.8125rem] [overflow-wrap:anywhere] text-muted">{label}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className={cx("text-2xl font-semibold tabular-nums", value === 0 && "text-muted")}>
          {text(value)}
        </span>
        <Delta value={value} earlier={earlier} good={good} />
      </span>
      {comparing && earlier !== undefined && (
        <span className="text-[0.8125rem] text-muted">{texts.before(text(earlier))}</span>
      )}
      <span className="mt-auto block pt-1">
        <Sparkline values={days} mean={mean} />
      </span>
    </button>
  );
}
