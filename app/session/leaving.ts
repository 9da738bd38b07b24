let leaving = false;

/** The page is being left because the session is over, so nobody is asked to confirm it. */
export function leaveForGood(): void {
  leaving = true;
  addEventListener("pageshow", ({ persisted }) => {
    // The browser has restored the page from the back/forward cache.
    if (persisted) leaving = false;
  });
}

export const isLeaving = (): boolean => leaving;
