import { z } from "zod";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { dashboardNames, dashboardSources, measureNames } from "../dashboards.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { zone } from "./reports.ts";

/** The longest range of a dashboard; with the days before it, twice as many are read. */
export const MOST_DASHBOARD_DAYS = 92;
/** Rows of each table: what has had the most. */
export const MOST_DASHBOARD_ROWS = 20;

const DAY_MS = 86_400_000;
const day = z.iso.date(texts.wrongDay).meta({ description: "yyyy-mm-dd, in the zone given, else UTC" });
export const shownCurrency = z
  .string()
  .meta({ description: "Of amounts, which are in its smallest unit; empty where none is shown" });
const value = z.number().nullable().meta({ description: "Null: there is nothing that it could be of" });

/** The days of a dashboard, in a zone. */
export const dashboardDays = {
  fromDate: day,
  toDate: day.meta({ description: "The last day, counted in" }),
  ...zone,
};
/** For `superRefine`: neither too many days nor none. */
export function inDashboardRange(
  { fromDate, toDate }: { fromDate: string; toDate: string },
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
): void {
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS + 1;
  if (days >= 1 && days <= MOST_DASHBOARD_DAYS) return;
  addIssue({ code: "custom", path: ["toDate"], message: texts.wrongRange(MOST_DASHBOARD_DAYS) });
}

export const shownFigure = z.object({
  measure: z.enum(measureNames),
  value,
  before: value.meta({ description: "The same of as many days before" }),
  days: z.array(value).meta({ description: "Of each of the days" }),
});
export const shownRow = z.object({
  id: z.string(),
  name: z.string().meta({ description: "Empty for what has none, or was deleted" }),
  values: z.array(value).meta({ description: "In the order of the table's measures" }),
});

export const showDashboard = endpoint({
  method: "GET",
  path: "/e/enterprise/analytics/dashboard",
  summary:
    "All figures of a dashboard for some days, by the day and by what they are split into, beside as many days before",
  access: holding("ANALYTICS.VIEW"),
  query: z
    .object({
      name: z.enum(dashboardNames).default("messages"),
      ...dashboardDays,
      channelId: text(64)
        .default("")
        .meta({ description: "Empty: all. Figures that no channel has are of all the same" }),
    })
    .superRefine(inDashboardRange),
  reply: z.object({
    days: z.array(z.string()),
    currency: shownCurrency,
    figures: z.array(shownFigure),
    tables: z.array(z.object({ source: z.enum(dashboardSources), rows: z.array(shownRow) })),
    hidden: z.array(z.enum(dashboardSources)).meta({
      description: "Sources whose own screen the caller may not open: there are no figures of them",
    }),
    channels: z.array(z.object({ id: z.string(), name: z.string() })),
    updatedAt: time,
  }),
  under: "response",
});
