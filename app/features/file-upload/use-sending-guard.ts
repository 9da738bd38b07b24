import { useEffect } from "react";
import type { Location } from "react-router";
import { importsTexts } from "#texts/imports.ts";
import { useUnsavedGuard } from "#app/drafts/unsaved.ts";

const guarding = {
  leaves: (from: Location, to: Location) => from.pathname !== to.pathname,
  why: () => importsTexts.stay,
};

/** Guards against leaving by accident during an upload: only this page can send the file. */
export function useSendingGuard(sending: boolean): void {
  const { mark } = useUnsavedGuard(guarding);
  useEffect(() => {
    mark(sending);
    return () => mark(false);
  }, [mark, sending]);
}
