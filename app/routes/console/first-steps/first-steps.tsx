import { type ComponentType, useEffect, useState } from "react";
import { loadPart } from "#app/lib/load-part.ts";
import { isGuided, useGuide } from "#app/session/guide.ts";
import type { GuideNow } from "#workers/contract/endpoints/first-run.ts";

/**
 * The ring of the first steps: there as long as some are left, and gone by itself. It is loaded only then, and where it does
 * not come there is none: a top bar has no place for what failed, and the dashboard has the steps too.
 */
export function FirstSteps() {
  const guide = useGuide();
  const [Ring, setRing] = useState<ComponentType<{ guide: GuideNow }>>();
  const guided = guide !== undefined && isGuided(guide);
  useEffect(() => {
    if (!guided) return;
    loadPart(() => import("./ring.tsx")).then(
      (module) => setRing(() => module.Ring),
      () => {},
    );
  }, [guided]);
  if (!guided) return null;
  return Ring ? <Ring guide={guide} /> : <span className="size-9" />;
}
