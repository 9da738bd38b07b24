/** How old figures are. */
export const figuresAgeTexts = {
  updatedAgo: (seconds: number) =>
    seconds < 60
      ? `Updated ${seconds} s ago`
      : seconds < 3_600
        ? `Updated ${Math.floor(seconds / 60)} min ago`
        : `Updated ${Math.floor(seconds / 3_600)} h ago`,
  refresh: "Refresh",
  timesIn: (zone: string) => `Times are in ${zone}.`,
} as const;
