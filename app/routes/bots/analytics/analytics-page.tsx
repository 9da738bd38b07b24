import type { ReactNode } from "react";
import { RangeSelect } from "./range-select.tsx";

/** The head that the analytics pages of a bot share. */
export function AnalyticsPage({
  title,
  lead,
  range,
  children,
}: {
  title: string;
  lead: string;
  range: string;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="text-muted">{lead}</p>
        </div>
        <RangeSelect value={range} />
      </div>
      {children}
    </div>
  );
}
