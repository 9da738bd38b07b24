import type { ApiError } from "#app/api.ts";

/** Whoever must choose a password of their own first; the server gives the code for that with its refusal. */
const MUST_CHANGE_PASSWORD = 900;

/** Where a refused sign-in goes on, if it was refused for that. */
export function resetAddress(failure: ApiError | undefined): string | undefined {
  if (failure?.code !== MUST_CHANGE_PASSWORD || !failure.response) return undefined;
  const query = new URLSearchParams({ ...failure.response, code: String(MUST_CHANGE_PASSWORD) });
  return `/reset-password?${query.toString()}`;
}
