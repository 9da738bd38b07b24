import { lazilyShown } from "#app/components/ui/lazily.tsx";

/** Only letters and SMS have it, so no first visit waits for it. */
export const LookPart = lazilyShown(
  () => import("./look-part.tsx"),
  (module) => module.LookPart,
  () => null,
);
