import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { isGuided, useGuide } from "#app/session/guide.ts";

/** Loaded where there are steps: most first screens have none. */
const Ring = lazilyShown(
  () => import("./ring.tsx"),
  (module) => module.Ring,
  () => <span className="size-9" />,
);

/** The ring of the first steps: there as long as some are left, and gone by itself. */
export function FirstSteps() {
  const guide = useGuide();
  return guide && isGuided(guide) ? <Ring guide={guide} /> : null;
}
