import type { ReactNode } from "react";
import type { AnalyticsView } from "#workers/contract/endpoints/analytics.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { isEmbedded } from "./embedded.ts";

/** Layout of our own analytics pages. The heading is visually hidden in a frame, as the console shows one already. */
export function FrameHead({ view, children }: { view: AnalyticsView; children: ReactNode }) {
  return (
    <div className={isEmbedded() ? "grid grid-cols-1 gap-4" : "mx-auto grid max-w-6xl grid-cols-1 gap-4 p-5"}>
      <div className={isEmbedded() ? "sr-only" : undefined}>
        <h1 className="text-lg font-semibold sm:text-2xl">{texts.frames[view]}</h1>
        <p className="text-muted">{texts.leads[view]}</p>
      </div>
      <h2 className="sr-only">{texts.figures}</h2>
      {children}
    </div>
  );
}
