import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 64rem)";

/** Whether the side menu has room beside the screen (the breakpoint "lg"). */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
