import { type ReactNode, useState } from "react";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { peopleAddress } from "#app/features/broadcasts/addresses.ts";
import {
  funnelCount,
  funnelName,
  type FunnelStatus,
  plainFigure,
  type RenderFigure,
} from "#app/features/broadcasts/counts-funnel.tsx";
import { FailureReasons } from "#app/features/broadcasts/failure-reasons.tsx";
import { FigureButton, FigureLink, FigureParts } from "../figure-parts.tsx";
import { ReachedFunnel } from "../reached-funnel.tsx";
import { runPartsOf } from "./run-parts.ts";

const texts = campaignScreensTexts.activity;

/** An activity's funnel and why messages failed; each number opens its people, where there are several runs by run. */
export function ActivityFigures({ activity }: { activity: Activity }) {
  const [shown, setShown] = useState<FunnelStatus>();
  const opens = useCan()("CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START");
  const all = runPartsOf(activity);
  const partsAt = (status: FunnelStatus) =>
    all.flatMap(({ id, name, counts }) => {
      const count = funnelCount(counts, status);
      return count > 0 ? [{ id, name, count, to: peopleAddress(id, { status }) }] : [];
    });
  const renderFigure: RenderFigure = (status, className, children) => {
    const parts = opens ? partsAt(status) : [];
    const [only] = parts;
    if (!only) return plainFigure(status, className, children);
    if (parts.length === 1)
      return (
        <FigureLink to={only.to} className={className}>
          {children}
        </FigureLink>
      );
    return (
      <FigureButton className={className} onOpen={() => setShown(status)}>
        {children}
      </FigureButton>
    );
  };
  const [one, another] = all;
  const renderReason = (code: string, className: string, children: ReactNode) =>
    opens && one && !another ? (
      <FigureLink to={peopleAddress(one.id, { code })} className={className}>
        {children}
      </FigureLink>
    ) : (
      plainFigure("failed", className, children)
    );
  return (
    <>
      <ReachedFunnel of={activity} renderFigure={renderFigure} />
      {activity.failures.length > 0 && (
        <FailureReasons failures={activity.failures} renderReason={renderReason} />
      )}
      {shown && (
        <FigureParts
          title={campaignScreensTexts.figureParts.byRun(funnelName(shown))}
          of={texts.runsHead.run}
          parts={partsAt(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
