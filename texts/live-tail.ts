/** Steps of journeys and encaps, shown as they are done. */
export const liveTailTexts = {
  title: "Live",
  live: "Show steps as they happen",
  label: "Steps as they happen",
  waiting: "Waiting for the next step…",
  offline: "The connection is lost. New steps are shown once it is back.",
  counts: (entered: string, steps: string, ended: string, failed: string) =>
    `${entered} entered, ${steps === "1" ? "1 step" : `${steps} steps`}, ${ended} ended, ${failed} failed`,
  since: (time: string, counts: string) => `Since ${time}: ${counts}`,
  held: (count: number) => (count === 1 ? "1 newer step" : `${count.toLocaleString("en")} newer steps`),
  show: (held: string) => `${held}: go to the top`,
  notAll: "So much happens that not every step is listed; the figures count all of them.",
  chart: "The last hour, minute by minute",
  minute: "Minute",
  entered: "Entered",
  ended: "Ended",
  failed: "Failed",
  summary: (entered: string, steps: string, ended: string, failed: string) =>
    `In the last 60 minutes: ${entered} entered, ${steps === "1" ? "1 step" : `${steps} steps`}, ${ended} ended, ${failed} failed.`,
  chartFailed: "Couldn't load the last hour",
} as const;
