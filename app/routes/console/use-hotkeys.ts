import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { isNoCommand } from "#app/lib/single-keys.ts";

export interface Hotkeys {
  palette: () => void;
  sheet: () => void;
  menu: () => void;
}

/** Targets of the shortcuts "g" and then a letter. */
export const goTo: Record<string, string> = { d: "/dashboard", b: "/bots" };
const SEQUENCE_MS = 1_200;

export function useHotkeys(hotkeys: Hotkeys): void {
  const navigate = useNavigate();
  const latest = useRef(hotkeys);
  useEffect(() => {
    latest.current = hotkeys;
  });
  useEffect(() => {
    let goAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { palette, sheet, menu } = latest.current;
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        event.key.toLowerCase() === "k"
      ) {
        event.preventDefault();
        return palette();
      }
      if (isNoCommand(event)) return;
      if (event.timeStamp - goAt < SEQUENCE_MS) {
        goAt = -Infinity;
        const to = goTo[event.key];
        if (to) void navigate(to);
        return;
      }
      if (event.key === "g") goAt = event.timeStamp;
      else if (event.key === "?") sheet();
      else if (event.key === "[") menu();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate]);
}
