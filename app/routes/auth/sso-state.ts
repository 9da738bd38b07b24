const KEY = "ssoState";

/** Remembers that this tab started a sign-in: no other sign-in may be completed in it (login CSRF). */
export const keepState = (state: string): void => sessionStorage.setItem(KEY, state);

/** Tells whether the sign-in was started in this tab; can be asked only once. */
export function takeState(state: string): boolean {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept !== null && kept === state;
}
