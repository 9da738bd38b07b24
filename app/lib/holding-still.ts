import { useEffect, useState } from "react";

/** Whether a button of the mouse, a pen or a finger is down. */
let pressing = false;
const waiting = new Set<() => void>();

let ending: ReturnType<typeof setTimeout> | undefined;

function begin(): void {
  clearTimeout(ending);
  pressing = true;
}

/** The click follows in the same task, and finds its target where it was pressed. */
function end(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    pressing = false;
    for (const then of [...waiting]) then();
  });
}

if (typeof window !== "undefined") {
  // A tap sends its mouse events, and with them the change of focus, after its pointer events.
  for (const type of ["pointerdown", "mousedown"]) addEventListener(type, begin, true);
  for (const type of ["pointerup", "pointercancel", "mouseup"]) addEventListener(type, end, true);
  addEventListener("click", () => (pressing = false), true);
  // Only the window's own, so not while it is on its way down to an element.
  addEventListener("blur", end);
}

/**
 * The value, but unchanged while something is pressed: an error that appears when its field is left must not move the
 * button between press and release, since the click would be lost.
 */
export function useHeldStill<Value>(
  value: Value,
  isSame: (a: Value, b: Value) => boolean = Object.is,
): Value {
  const [shown, setShown] = useState(value);
  const settled = isSame(shown, value);
  if (!settled && !pressing) setShown(value);
  useEffect(() => {
    if (settled) return;
    const show = () => setShown(value);
    if (!pressing) return show();
    waiting.add(show);
    return () => void waiting.delete(show);
  }, [settled, value]);
  return shown;
}
