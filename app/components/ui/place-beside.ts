export type Side = "top" | "bottom" | "left" | "right";

const MARGIN = 4;

/** Where something fixed stands beside what it belongs to: on the wished side, or across it where that has no room. */
export function placeBeside(
  { width, height }: Pick<DOMRect, "width" | "height">,
  anchor: DOMRect,
  side: Side,
  gap: number,
): { x: number; y: number } {
  const middle = {
    x: anchor.left + anchor.width / 2 - width / 2,
    y: anchor.top + anchor.height / 2 - height / 2,
  };
  const fitsBelow = anchor.bottom + gap + height < innerHeight;
  const fitsAbove = anchor.top - gap - height > 0;
  const below = side === "bottom" ? fitsBelow || !fitsAbove : !fitsAbove;
  const at =
    side === "left"
      ? { x: anchor.left - width - gap, y: middle.y }
      : side === "right"
        ? { x: anchor.right + gap, y: middle.y }
        : { x: middle.x, y: below ? anchor.bottom + gap : anchor.top - height - gap };
  return { x: within(at.x, innerWidth - width), y: within(at.y, innerHeight - height) };
}

const within = (at: number, most: number) => Math.round(Math.max(MARGIN, Math.min(at, most - MARGIN)));
