import type { ReactNode } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { screenOf, whatOf } from "#app/features/audit-words/words.ts";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { isForbidden } from "#app/lib/menu.ts";
import { useCan, useSession } from "#app/session/session.ts";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { listAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import type { Today } from "#workers/contract/endpoints/dashboard.ts";
import { LATE_ENTRIES } from "./parts.ts";

const SHOWN = 6;

/** The weakest intents beside what was changed lately, for those who may see either. */
export function Lately({ bots }: { bots: Today["bots"] }) {
  const seesTrail = useCan()("AUDITTRAIL.VIEW");
  if (!bots && !seesTrail) return null;
  return (
    <div className="mb-5 grid gap-4 lg:grid-cols-2">
      {bots && <Weakest intents={bots.weakest} />}
      {seesTrail && <Recent />}
    </div>
  );
}

function Weakest({ intents }: { intents: NonNullable<Today["bots"]>["weakest"] }) {
  return (
    <Part title={texts.weakest} lead={texts.weakestLead}>
      {intents.length === 0 ? (
        <p className="text-muted">{texts.noWeakest}</p>
      ) : (
        <ul className={listClass}>
          {intents.map(({ intentId, intentName, storyId, agentId, agentName, count }) => (
            <li key={intentId} className={rowClass}>
              <span className="min-w-0 flex-1">
                <bdi className="block truncate">{intentName}</bdi>
                <span className="block truncate text-[0.8125rem] text-muted">
                  <bdi>{agentName}</bdi> · {texts.weakTimes(formatCount(count))}
                </span>
              </span>
              <ButtonLink
                size="sm"
                aria-label={texts.improveOf(intentName)}
                to={`/bots/${agentId}/intents?${new URLSearchParams({ story: storyId, intent: intentId, open: "1" }).toString()}`}
              >
                {texts.improve}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Recent() {
  const { answer, failure } = useQueryOf(listAuditTrail, LATE_ENTRIES);
  const { profile, features } = useSession();
  const entries = (answer?.entries ?? []).filter(({ kind }) => kind !== "session").slice(0, SHOWN);
  return (
    <Part
      title={texts.recent}
      foot={
        <Link to="/admin/audit_trail" className={leadClass}>
          {texts.allRecent}
        </Link>
      }
    >
      {!answer && failure ? (
        <LoadFailure error={failure} title={texts.recentFailed} />
      ) : !answer ? (
        <SkeletonRows rows={SHOWN} />
      ) : entries.length === 0 ? (
        <p className="text-muted">{texts.noRecent}</p>
      ) : (
        <ul className={listClass}>
          {entries.map(({ id, at, who, action, kind, object }) => {
            const screen = screenOf(kind, object.id);
            const to = screen !== undefined && !isForbidden(screen, profile, features) ? screen : undefined;
            const name = <bdi>{object.name}</bdi>;
            return (
              <li key={id} className={rowClass}>
                <span className="min-w-0 flex-1">
                  <span className="block truncate">
                    {whatOf({ kind, action })}{" "}
                    {object.name !== "" &&
                      (to ? (
                        <Link to={to} className="text-accent-ink underline-offset-2 hover:underline">
                          {name}
                        </Link>
                      ) : (
                        name
                      ))}
                  </span>
                  <span className="block truncate text-[0.8125rem] text-muted">
                    <bdi>{who.name}</bdi> · <time dateTime={at}>{formatMoment(at)}</time>
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Part>
  );
}

const Part = ({
  title,
  lead,
  foot,
  children,
}: {
  title: string;
  lead?: string;
  foot?: ReactNode;
  children: ReactNode;
}) => (
  <Card className="flex min-w-0 flex-col p-4">
    <h2 className="text-base font-semibold">{title}</h2>
    {lead && <p className="text-[0.8125rem] text-muted">{lead}</p>}
    <div className="mt-2">{children}</div>
    {foot && <p className="mt-auto pt-3 text-[0.8125rem]">{foot}</p>}
  </Card>
);

const listClass = "grid grid-cols-[minmax(0,1fr)] divide-y divide-line";
const rowClass = "flex min-h-11 items-center gap-3 py-1.5";
const leadClass =
  "inline-flex min-h-6 items-center text-accent-ink pointer-coarse:min-h-11 underline underline-offset-2";
