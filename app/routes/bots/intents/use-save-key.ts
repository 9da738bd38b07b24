import { useEffect, useRef } from "react";

/** Ctrl + S (Cmd + S) saves, wherever the focus is; in a dialog it does nothing, and never asks to save the page. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
