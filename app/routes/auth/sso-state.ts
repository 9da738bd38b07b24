const KEY = "ssoState";

/** This very tab has begun a sign-in: nobody else's may be finished in it. */
export const keepState = (state: string): void => sessionStorage.setItem(KEY, state);

/** Whether it was begun here; good for one question. */
export function takeState(state: string): boolean {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept !== null && kept === state;
}
