/** What stands around every chart. */
export const charts = {
  asTable: "Show as table",
  asChart: "Show as chart",
  asTableOf: (title: string) => `Show ${title} as table`,
  asChartOf: (title: string) => `Show ${title} as chart`,
  pick: (label: string) => `Show what is behind ${label}`,
} as const;
