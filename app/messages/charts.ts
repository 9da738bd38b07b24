/** What stands around every chart. */
export const charts = {
  asTable: "Show as table",
  asChart: "Show as chart",
  asTableOf: (title: string) => `Show as table: ${title}`,
  asChartOf: (title: string) => `Show as chart: ${title}`,
  tableOf: (title: string) => `${title}, as a table`,
  nothing: "-",
  pick: (label: string) => `Show what is behind ${label}`,
} as const;
