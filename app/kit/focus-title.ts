/** For so long a closing dialog may still have the focus, or a row that is gone be on its way out. */
const PATIENCE_MS = 2_000;

/**
 * Puts the focus on the screen's title once whatever had it is gone, so that it isn't lost with a row or a card. Waits
 * for a dialog to close, which gives the focus back to what opened it; leaves it to whoever has taken it meanwhile.
 */
export function focusTitle(): void {
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && !document.querySelector("[aria-modal=true]"))
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  look();
}
