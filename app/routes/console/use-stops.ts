import { useEffect, useState } from "react";
import { call } from "#app/data/api.ts";
import { getStops } from "#workers/contract/endpoints/profile.ts";
import type { SwitchName } from "#workers/contract/switches.ts";

const LOOK_AGAIN_MS = 60_000;
const NONE: readonly SwitchName[] = [];

/** The kinds of work that operators have stopped for everybody. Asked each minute, as a stop is made without the console. */
export function useStops(): readonly SwitchName[] {
  const [stopped, setStopped] = useState(NONE);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      // Whoever can't ask sees that elsewhere.
      void call(getStops).then(
        ({ stopped: now }) => setStopped(now.length === 0 ? NONE : now),
        () => undefined,
      );
    };
    look();
    const looking = setInterval(look, LOOK_AGAIN_MS);
    addEventListener("visibilitychange", look);
    return () => {
      clearInterval(looking);
      removeEventListener("visibilitychange", look);
    };
  }, []);
  return stopped;
}
