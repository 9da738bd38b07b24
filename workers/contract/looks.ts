import { z } from "zod";

/** How the console looks: light, dark or as the system is, and how low its rows are. */
export const themes = ["light", "dark", "system"] as const;
export const densities = ["comfortable", "compact"] as const;
export type Theme = (typeof themes)[number];
export type Density = (typeof densities)[number];

/** The choices that somebody has made, on whichever device; those that are absent were never made. */
export const looks = z.object({ theme: z.enum(themes).optional(), density: z.enum(densities).optional() });
export type Looks = z.infer<typeof looks>;
