import type { ReactNode } from "react";

/** Strokes and areas in the accent colour. */
export const accent = "stroke-accent fill-accent-soft";
export const accentLine = "stroke-accent";

/** A line drawing over an empty list. Each is a file of its own, so that a screen fetches only what it shows. */
export const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden
    data-drawing
    viewBox="0 0 120 80"
    className="mb-1 h-20 w-30 fill-none stroke-edge stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
  >
    {children}
  </svg>
);
