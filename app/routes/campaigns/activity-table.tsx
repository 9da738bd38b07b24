import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ActionsTd, ActionsTh } from "#app/components/ui/row-buttons.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { ListedActivity } from "#workers/contract/endpoints/activities.ts";
import { CountsLine } from "#app/features/broadcasts/counts-line.tsx";
import { activityAddress } from "#app/features/broadcasts/addresses.ts";
import { ActivityBadge } from "./state-badges.tsx";

const texts = campaignScreensTexts.activities;

/** Activities, each with where it stands; in a narrow window that is below its name. */
export function ActivityTable({
  activities,
  campaigns = false,
  decided,
  renderActions,
}: {
  activities: readonly ListedActivity[];
  /** Names their campaigns. */
  campaigns?: boolean;
  /** Instead of their figures: who decided what about them. */
  decided?: { heads: readonly string[]; of: (activity: ListedActivity) => readonly ReactNode[] };
  renderActions?: ((activity: ListedActivity) => ReactNode) | undefined;
}) {
  const { head } = texts;
  const columns = decided?.heads ?? [head.next, head.figures];
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{head.name}</Th>
          <Th className="max-sm:hidden">{head.state}</Th>
          <Th className={decided ? "max-lg:hidden" : "max-sm:hidden"}>{head.message}</Th>
          {columns.map((each) => (
            <Th key={each} className="max-sm:hidden">
              {each}
            </Th>
          ))}
          {renderActions && <ActionsTh>{head.actions}</ActionsTh>}
        </tr>
      </thead>
      <tbody>
        {activities.map((activity) => {
          const cells = decided ? decided.of(activity) : figuresOf(activity);
          return (
            <tr key={activity.id} className="relative">
              <RowTh className="max-w-96 min-w-44">
                <RowLink to={activityAddress(activity.id)}>{activity.name}</RowLink>
                {campaigns && (
                  <bdi className="line-clamp-1 text-[0.8125rem] font-normal text-muted">
                    {activity.campaignName}
                  </bdi>
                )}
                {/* In a narrow window there is no room for columns. */}
                <span className="mt-1 flex flex-wrap gap-1 sm:hidden">
                  <Standing activity={activity} />
                </span>
                <dl className="mt-1 grid gap-1 text-[0.8125rem] font-normal sm:hidden">
                  {cells.map(
                    (cell, at) =>
                      cell !== campaignScreensTexts.noDate && (
                        <div key={columns[at]}>
                          <dt className="text-muted">{columns[at]}</dt>
                          <dd className="[overflow-wrap:anywhere]">{cell}</dd>
                        </div>
                      ),
                  )}
                </dl>
              </RowTh>
              <Td className="max-sm:hidden">
                <span className="flex flex-wrap gap-1">
                  <Standing activity={activity} />
                </span>
              </Td>
              <Td className={cx("max-w-56 min-w-40", decided ? "max-lg:hidden" : "max-sm:hidden")}>
                <bdi className="[overflow-wrap:anywhere]">{activity.templateName}</bdi>
                <bdi className="block text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
                  {activity.channelName}
                </bdi>
              </Td>
              {cells.map((cell, at) => (
                <Td
                  key={columns[at]}
                  className="max-w-72 min-w-28 [overflow-wrap:anywhere] tabular-nums max-sm:hidden"
                >
                  {cell}
                </Td>
              ))}
              {renderActions && <ActionsTd>{renderActions(activity)}</ActionsTd>}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Standing({ activity }: { activity: ListedActivity }) {
  return (
    <>
      <ActivityBadge activity={activity} />
      {activity.isMine && activity.approval === "pending" && <Badge>{texts.mine}</Badge>}
    </>
  );
}

/** When it runs next, and what became of everybody so far; the sign for nothing where there is nothing. */
const figuresOf = ({ name, state, nextRunAt, counts }: ListedActivity): readonly ReactNode[] => [
  nextRunAt ? formatShortDay(nextRunAt) : campaignScreensTexts.noDate,
  counts.total > 0 || state === campaignStates.started ? (
    <CountsLine key="figures" {...{ name, counts }} goesOn={state === campaignStates.started} />
  ) : (
    campaignScreensTexts.noDate
  ),
];
