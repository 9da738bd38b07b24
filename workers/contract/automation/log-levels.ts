/** How much is kept of the steps of an automation's runs: nothing, what went wrong, the path besides, or all values. */
export const LOG_LEVELS = ["off", "errors", "path", "all"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_DAYS = { least: 1, usual: 90, most: 365 } as const;
