import { useEffect, useRef } from "react";
import { createStore } from "./store.ts";

const OFF_KEY = "singleKeysOff";

/** Single-key shortcuts can be switched off: a dictated word must not run commands (WCAG 2.1.4). */
export const singleKeysStore = createStore(
  typeof localStorage === "undefined" || localStorage.getItem(OFF_KEY) !== "yes",
);

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(OFF_KEY, on ? "no" : "yes");
  singleKeysStore.set(on);
}

/** True where a key is no command: somebody is typing, a popup or dialog is open, a modifier is held, or they are off. */
export function isNoCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  return !singleKeysStore.get() || isBusy(event.target);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu],[role=listbox]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Commands of a screen by their key; one that is undefined does nothing now. */
export function useSingleKeys(commands: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isNoCommand(event) ? undefined : latest.current[event.key];
      if (!command) return;
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
