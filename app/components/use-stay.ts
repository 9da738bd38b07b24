import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

/**
 * Keeps what is typed from being lost by Back or a reload. Unlike the guard of whole screens it says nothing in a
 * toast, which would lie over the panel's buttons: `kept` tells the panel to say it.
 */
export function useStay(edited: boolean): { kept: boolean; letGo: () => void } {
  const holding = useRef(edited);
  useEffect(() => {
    holding.current = edited;
  }, [edited]);
  const blocker = useBlocker(() => holding.current);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (holding.current) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return {
    kept: edited && blocker.state === "blocked",
    // A ref and not a state: it counts for the navigation of the same moment.
    letGo: () => {
      holding.current = false;
    },
  };
}
