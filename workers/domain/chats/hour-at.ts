import { localOf, type Zone } from "../reports/zone.ts";

export const HOUR_MS = 3_600_000;

/** The hour of the day, in a zone, in which a moment is. */
export const hourAt = (zone: Zone, at: number): number => new Date(localOf(zone, at)).getUTCHours();
