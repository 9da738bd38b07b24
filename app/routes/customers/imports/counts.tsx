import { formatCount } from "#app/lib/format.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";

/** The number of rows by outcome, or by expected outcome. */
export function Counts({ upload: { counts } }: { upload: CustomerImport }) {
  const shown = [
    [texts.totalCount, counts.total],
    [texts.countNew, counts.created],
    [texts.countUpdated, counts.updated],
    [texts.countDuplicates, counts.duplicates],
    [texts.countWrong, counts.rejected],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {shown.map(([label, count]) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-3 py-2">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
