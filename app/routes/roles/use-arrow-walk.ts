import { type FocusEvent, type KeyboardEvent, useState } from "react";

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/**
 * Roving tabindex for a whole matrix: arrow keys move between its boxes, which carry their position as `data-at` ("row
 * column"). Pass the handlers to the container, and tell each box whether it is the tab stop.
 */
export function useArrowWalk(rows: number, columns: number) {
  const [stop, setStop] = useState("0 0");
  const [row = 0, column = 0] = stop.split(" ").map(Number);
  // A filter may have removed the row.
  const current = `${Math.min(row, Math.max(rows - 1, 0))} ${column}`;
  return {
    isStop: (at: string) => at === current,
    onFocus(event: FocusEvent<HTMLElement>) {
      const { at } = event.target.dataset;
      if (at) setStop(at);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = STEPS[event.key];
      const { at } = (event.target as HTMLElement).dataset;
      if (!step || !at || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      const [fromRow = 0, fromColumn = 0] = at.split(" ").map(Number);
      const next = `${clamp(fromRow + step[0], rows)} ${clamp(fromColumn + step[1], columns)}`;
      event.currentTarget.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
    },
  };
}

const clamp = (wanted: number, size: number): number => Math.min(Math.max(wanted, 0), size - 1);
