import type { Audience } from "../broadcast.ts";
import type { PropertyValues } from "./properties.ts";
import type { Trigger } from "./triggers.ts";

/** No limit of a launch is larger. */
export const MOST_PEOPLE = 10_000_000;

/** Whom a launch is for: everybody who matches, and customers who are named. */
export type LaunchAudience = Pick<Audience, "filter" | "customerIds">;

/** The words, people and values that an instance was launched with. */
export interface Launch {
  /** The words that begin it, as they were typed. */
  keywords: string[];
  /** Of its version's Start step. */
  triggers?: Trigger[];
  audience?: LaunchAudience;
  /** So many people of the audience enter at most; all where it is left out. */
  most?: number;
  /** Of the version's properties; the first variables of everybody who enters. */
  values?: PropertyValues;
}

/** How far an instance's audience has been let in. */
export interface AudienceProgress {
  /** People of the audience, as they were counted when it began. */
  total: number;
  /** Those who have been looked at, and those of them whom the channel doesn't reach. */
  seen: number;
  left: number;
  /** Those whom the filter of the Start keeps out; absent where it was not asked yet. */
  filtered?: number;
  /** Those who entered; absent where nobody counted it yet. */
  entered?: number;
  /** Where the walk through the audience goes on; `done` once it is over. */
  part: number;
  at: number;
  below: number;
  done: 0 | 1;
}
