import { lazily } from "#app/components/ui/lazily.tsx";

/** One customer's way, in a chunk of its own: a list does not wait for it. */
export const RunPanel = lazily(
  () => import("./run-panel.tsx"),
  (module) => module.RunPanel,
);
