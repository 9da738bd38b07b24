import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";

/** Views in chunks of their own: somebody who only looks at the list of people doesn't wait for them. */
export const FiguresView = lazilyShown(
  () => import("./figures-view.tsx"),
  (module) => module.FiguresView,
  () => <SkeletonRows rows={5} />,
);
export const TroublesView = lazilyShown(
  () => import("./troubles-view.tsx"),
  (module) => module.TroublesView,
  () => <SkeletonRows rows={4} />,
);
export const LiveView = lazilyShown(
  () => import("./live-view.tsx"),
  (module) => module.LiveView,
  () => <SkeletonRows rows={5} />,
);
export const PeopleActions = lazilyShown(
  () => import("./people-actions.tsx"),
  (module) => module.PeopleActions,
  () => null,
);
