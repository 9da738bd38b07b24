import { useEffect, useRef } from "react";

/** Ctrl+Z and Ctrl+Y, also where a field that had the focus is gone. */
export function useUndoKeys({ undo, redo }: { undo: () => void; redo: () => void }, isOff: boolean): void {
  const acts = useRef({ undo, redo });
  useEffect(() => {
    acts.current = { undo, redo };
  });
  useEffect(() => {
    if (isOff) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) acts.current.undo();
      else if (key === "y" || (key === "z" && event.shiftKey)) acts.current.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOff]);
}
