import type { DayRange } from "#app/lib/day-range.ts";
import { can, type useSession } from "#app/session/session.ts";
import { type Measure, measureOf } from "#workers/contract/dashboards.ts";
import { NO_FILTER, type TileFilter } from "#workers/contract/own-dashboards.ts";
import type { Permission } from "#workers/contract/permissions.ts";

type Profile = ReturnType<typeof useSession>["profile"];

/** The screen of what a figure counts, with the same days; undefined where none shows just that. */
export function screenOf(
  measure: Measure,
  { fromDate, toDate }: DayRange,
  { channelId, botId, departmentId }: TileFilter = NO_FILTER,
): { to: string; permission: Permission } | undefined {
  const at = (path: string, search: Record<string, string>) =>
    `${path}?${new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ""))}`;
  switch (measureOf(measure).source) {
    case "sent":
      return {
        to: at("/admin/report", {
          since: fromDate,
          until: toDate,
          channel: channelId,
          status: measure === "failedRate" ? "failed" : "",
        }),
        permission: "MANAGE.DELIVERYREPORT.VIEW",
      };
    case "bots":
      return {
        to: at(botId === "" ? "/nlp-report/overview" : `/bots/${botId}/nlp-report/overview`, {
          start: `${fromDate}T00:00:00`,
          end: `${toDate}T23:59:59`,
        }),
        permission: "NLP.VIEW",
      };
    case "journeys":
    case "steps":
      return {
        to: at("/journey/reports", { from: fromDate, to: toDate }),
        permission: "JOURNEYS.VIEW_REPORTS",
      };
    case "chats":
    case "agents":
      // Chat analytics are of all channels.
      return channelId === ""
        ? {
            to: at("/chat/analytics", { from: fromDate, to: toDate, department: departmentId }),
            permission: "CHAT.VIEW_ANALYTICS",
          }
        : undefined;
    default:
      return undefined;
  }
}

/** The same for who may open that screen. */
export function mayOpen(profile: Profile, screen: ReturnType<typeof screenOf>): string | undefined {
  return screen && can(profile, [screen.permission]) ? screen.to : undefined;
}
