import { useQueryOf } from "#app/data/query.ts";
import { getStops } from "#workers/contract/endpoints/profile.ts";
import type { SwitchName } from "#workers/contract/switches.ts";

const LOOK_AGAIN_MS = 60_000;
const NONE: readonly SwitchName[] = [];

/** The kinds of work that operators have stopped for everybody. Asked each minute, as a stop is made without the console. */
export const useStops = (): readonly SwitchName[] =>
  // Whoever can't ask sees that elsewhere.
  useQueryOf(getStops, {}, { every: LOOK_AGAIN_MS }).answer?.stopped ?? NONE;
