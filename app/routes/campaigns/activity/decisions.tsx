import { formatShortDay } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";

const texts = campaignScreensTexts.activity;

/** Requests, changes and decisions with their authors, the latest first. */
export function Decisions({ decisions }: { decisions: Activity["decisions"] }) {
  if (decisions.length === 0) return <p className="text-muted">{texts.noHistory}</p>;
  return (
    <ol aria-label={texts.history} className="grid gap-3">
      {decisions.map(({ action, by, at, note }, place) => (
        <li key={`${at} ${place}`} className="border-l-2 border-line pl-3">
          <p className="[overflow-wrap:anywhere]">
            <span className="font-medium">{texts.decided(texts.decisions[action] ?? action, by)}</span>
            <time dateTime={at} className="ms-2 text-[0.8125rem] whitespace-nowrap text-muted">
              {formatShortDay(at)}
            </time>
          </p>
          {note && (
            <p dir="auto" className="mt-0.5 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
              {note}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
