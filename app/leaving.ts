let leaving = false;

/** The page is being left because the session is over: nobody is asked whether they want that. */
export function leaveForGood(): void {
  leaving = true;
  // A browser may bring the page back as it was.
  addEventListener("pageshow", () => (leaving = false), { once: true });
}

export const isLeaving = (): boolean => leaving;
