import { lazily } from "#app/components/ui/lazily.tsx";

/** The form of a broadcast over an activity, to test it; it comes when it is first opened. */
export const TestWindow = lazily(
  () => import("./test-window.tsx"),
  (module) => module.TestWindow,
);
