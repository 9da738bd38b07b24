import { useMedia } from "#app/components/use-media.ts";

/** Tells whether the side menu has room beside the screen (the breakpoint "lg"). */
export const useWide = (): boolean => useMedia("(min-width: 64rem)", true);
