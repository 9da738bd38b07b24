/**
 * Dispatches the focus event again, for a library that loads late: it restores the focus to an element that it saw
 * receiving it, and missed the current one. No other code reacts to this synthetic event.
 */
export function tellFocus(): void {
  document.activeElement?.dispatchEvent(new FocusEvent("focus"));
}
