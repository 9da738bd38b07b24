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
import { useShownFigure } from "../use-shown-figure.ts";
import { runPartsOf } from "./run-parts.ts";

const texts = campaignScreensTexts.activity;

/** An activity's funnel and why messages failed; each number opens its people, where there are several runs by run. */
export function ActivityFigures({ activity }: { activity: Activity }) {
  const { shown, show } = useShownFigure();
  const [reason, setReason] = useState<Activity["failures"][number]>();
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
      <FigureButton className={className} onOpen={() => show(status)}>
        {children}
      </FigureButton>
    );
  };
  const partsFor = ({ code, by }: Activity["failures"][number]) =>
    all.flatMap(({ id, name }) => {
      const count = by.reduce((sum, each) => sum + (each.id === id ? each.count : 0), 0);
      return count > 0 ? [{ id, name, count, to: peopleAddress(id, { code }) }] : [];
    });
  const renderReason = (code: string, className: string, children: ReactNode) => {
    const failure = activity.failures.find((each) => each.code === code);
    const parts = opens && failure ? partsFor(failure) : [];
    const [only, another] = parts;
    if (!only) return plainFigure("failed", className, children);
    if (!another)
      return (
        <FigureLink to={only.to} className={className}>
          {children}
        </FigureLink>
      );
    return (
      <FigureButton className={className} onOpen={() => setReason(failure)}>
        {children}
      </FigureButton>
    );
  };
  return (
    <>
      <ReachedFunnel of={activity} renderFigure={renderFigure} />
      {activity.failures.length > 0 && (
        <FailureReasons failures={activity.failures} renderReason={renderReason} />
      )}
      {reason && (
        <FigureParts
          title={campaignScreensTexts.figureParts.byRun(reason.reason)}
          of={texts.runsHead.run}
          parts={partsFor(reason)}
          onClose={() => setReason(undefined)}
        />
      )}
      {opens && shown && partsAt(shown).length > 0 && (
        <FigureParts
          title={campaignScreensTexts.figureParts.byRun(funnelName(shown))}
          of={texts.runsHead.run}
          parts={partsAt(shown)}
          onClose={() => show(undefined)}
        />
      )}
    </>
  );
}
