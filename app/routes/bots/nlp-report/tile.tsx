import { formatCount } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";

/** A figure that opens the messages behind it, with the previous period's figure when comparing. */
export function Tile({
  label,
  value,
  earlier,
  decimals = 0,
  onOpen,
}: {
  label: string;
  value: number;
  earlier: number | undefined;
  decimals?: number;
  onOpen: () => void;
}) {
  const text = (figure: number): string => (decimals > 0 ? figure.toFixed(decimals) : formatCount(figure));
  const change = earlier ? Math.round((value / earlier - 1) * 100) : undefined;
  const changed = change === undefined ? "" : `, ${change > 0 ? "+" : ""}${change} %`;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid content-start gap-1 rounded-xl border border-line bg-surface p-4 text-left shadow-card hover:bg-hover"
    >
      <span className="text-muted">{label}</span>
      <span className="text-2xl font-semibold tabular-nums">{text(value)}</span>
      {earlier !== undefined && (
        <span className="text-[0.8125rem] text-muted">{texts.before(text(earlier), changed)}</span>
      )}
    </button>
  );
}
