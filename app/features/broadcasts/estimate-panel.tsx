import type { ReactNode } from "react";
import { EstimatedFigures } from "./estimated-figures.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { pricesTexts } from "#texts/prices.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { EstimatedCost } from "./estimated-cost.tsx";
import type { AskPeople } from "./estimated-people.tsx";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.estimate;

/** Says how many people it reaches, how many not and why, and how long it takes. */
export function EstimatePanel({
  estimating: { estimate, failure, asking, reload },
  labels,
  channelType,
  ask,
  children,
}: {
  estimating: {
    estimate: BroadcastEstimate | undefined;
    failure: { message: string } | undefined;
    asking: boolean;
    reload: () => void;
  };
  labels: ReadonlyMap<string, string>;
  channelType: number;
  ask: AskPeople;
  children?: ReactNode;
}) {
  // A field that is still empty says so itself when the form is sent.
  const problems = (estimate?.problems ?? []).filter(
    ({ message }) => message !== broadcastsTexts.mappingMissing,
  );
  return (
    <Section title={texts.title}>
      {failure ? (
        <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={reload} />
      ) : !estimate ? (
        asking ? (
          <Progress label={texts.asking} />
        ) : (
          <p className="text-muted">{texts.waiting}</p>
        )
      ) : (
        <div
          role="status"
          aria-busy={asking}
          className={cx("grid gap-3 transition-opacity", asking && "opacity-60")}
        >
          <EstimatedFigures {...{ estimate, channelType, ask }} />
          {estimate.limit && estimate.limit.days > 1 && (
            <p className="text-muted">
              {pricesTexts.limit.days(estimate.limit.days, formatCount(estimate.limit.perDay))}
              {estimate.limit.used > 0 && ` ${pricesTexts.limit.used(formatCount(estimate.limit.used))}`}
            </p>
          )}
          {estimate.reachable > 0 && <EstimatedCost estimate={estimate} />}
          {estimate.parts > 1 && <p className="text-muted">{texts.parts(estimate.parts)}</p>}
          {estimate.reachable === 0 && <p className="font-medium text-danger-ink">{texts.nobody}</p>}
          {problems.length > 0 && (
            <ul className="grid gap-1 text-[0.8125rem] text-danger-ink">
              {problems.map(({ variable, message }) => (
                <li key={variable} className="[overflow-wrap:anywhere]">
                  <span className="font-medium">{labels.get(variable) ?? variable}</span>: {message}
                </li>
              ))}
            </ul>
          )}
          {children}
        </div>
      )}
    </Section>
  );
}
