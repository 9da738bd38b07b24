let leaving = false;

/** The page is being left because the session is over: nobody is asked whether they want that. */
export function leaveForGood(): void {
  leaving = true;
  addEventListener("pageshow", ({ persisted }) => {
    // A browser has brought the page back as it was.
    if (persisted) leaving = false;
  });
}

export const isLeaving = (): boolean => leaving;
