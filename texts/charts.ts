/** Texts around every chart. */
export const chartsTexts = {
  asTable: "Show as table",
  asChart: "Show as chart",
  asTableOf: (title: string) => `Show as table: ${title}`,
  asChartOf: (title: string) => `Show as chart: ${title}`,
  tableOf: (title: string) => `${title}, as a table`,
  nothing: "-",
  byWeek: "The chart shows weeks, each by its Monday; the table shows days.",
  pick: (label: string) => `Show what is behind ${label}`,
  pickOf: (label: string, series: string, value: string) =>
    `Show what is behind ${label}, ${series}: ${value}`,
} as const;
