import { useEffect, useState } from "react";
import { loadPart } from "#app/lib/load-part.ts";
import type * as Rows from "./favourite-rows.tsx";

type Part = typeof Rows;
let loaded: Part | undefined;

/** The menu's stars and what they keep, apart from the first screen's scripts: the menu works without them. */
export function useFavourites(): Part | undefined {
  const [part, setPart] = useState(loaded);
  useEffect(() => {
    let gone = false;
    if (part) return;
    loadPart(() => import("./favourite-rows.tsx")).then(
      (module) => {
        loaded = module;
        if (!gone) setPart(module);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [part]);
  return part;
}
