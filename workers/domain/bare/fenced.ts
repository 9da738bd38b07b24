import { describe } from "../error.ts";

/** SQL for whether an enterprise is not on its way: for what looks for work over all of a database. */
export const passedOver = (column: string): string => `${column} NOT IN (SELECT enterprise_id FROM fences)`;
/** SQL for whether an enterprise is to be deleted, which can be taken back. */
export const isLeaving = (column: string): string =>
  `${column} IN (SELECT enterprise_id FROM deletion_stops)`;
/**
 * The same as `passedOver` for what works by itself and is seen by somebody else (journeys, their calls, deliveries, scheduled
 * mails): of an enterprise that is to be deleted it rests.
 */
export const goesOn = (column: string): string => `${passedOver(column)} AND NOT ${isLeaving(column)}`;
/** SQL for whether an enterprise lies here: its rows are in two databases for as long as it moves. */
export const liesHere = (column: string): string =>
  `${column} NOT IN (SELECT enterprise_id FROM fences WHERE side <> 'leaving')`;

/** The error that the triggers of a fence raise. */
export const REFUSAL = "the enterprise is moving";
/** Whether a write was refused as its enterprise goes into another database. */
export const isFenced = (error: unknown): boolean => describe(error).includes(REFUSAL);

/** Names of a fence's triggers begin so; nothing else's do. */
export const FENCE = "fence ";
