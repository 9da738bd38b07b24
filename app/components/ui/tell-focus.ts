/**
 * For what loads late: the library gives the focus back to what it saw taking it, and begins to look when it loads. What
 * has the focus by then took it unseen, so it is told once more; nobody else hears an event that no person made.
 */
export function tellFocus(): void {
  document.activeElement?.dispatchEvent(new FocusEvent("focus"));
}
