import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { createStore } from "#app/lib/store.ts";

export interface Hotkeys {
  palette: () => void;
  sheet: () => void;
  menu: () => void;
}

const OFF_KEY = "singleKeysOff";

/** Single-key shortcuts can be switched off: a dictated word must not run commands (WCAG 2.1.4). */
export const singleKeysStore = createStore(
  typeof localStorage === "undefined" || localStorage.getItem(OFF_KEY) !== "yes",
);

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(OFF_KEY, on ? "no" : "yes");
  singleKeysStore.set(on);
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
      if (event.ctrlKey || event.metaKey || event.altKey || !singleKeysStore.get() || isBusy(event.target))
        return;
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

/** True while the user is typing, or a popup or dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu],[role=listbox]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
