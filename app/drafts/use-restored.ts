import { useState } from "react";

/** Whether a form still shows the draft that was left behind: over once that is saved or discarded, for whatever is typed later. */
export function useRestored(wasLeft: boolean, edited: boolean): boolean {
  const [isOver, setOver] = useState(!wasLeft);
  if (!isOver && !edited) setOver(true);
  return !isOver && edited;
}
