import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { useAskingBefore } from "#app/drafts/unsaved.ts";

/**
 * Keeps unsaved input from being lost by Back or a reload. Unlike the guard of whole screens it shows no toast, which
 * would cover the panel's buttons: `kept` tells the panel to show the message.
 */
export function useStay(edited: boolean): { kept: boolean; letGo: () => void } {
  const holding = useRef(edited);
  useEffect(() => {
    holding.current = edited;
  }, [edited]);
  const blocker = useBlocker(() => holding.current);
  useAskingBefore(holding);
  return {
    kept: edited && blocker.state === "blocked",
    // A ref and not a state: it must apply to a navigation in the same tick.
    letGo: () => {
      holding.current = false;
    },
  };
}
