import type { ApiError } from "#app/data/api.ts";

/** Error code for users who must first choose their own password; the response carries the reset code. */
const MUST_CHANGE_PASSWORD = 900;

/** The address at which a sign-in that was rejected for that reason continues. */
export function resetAddress(failure: ApiError | undefined): string | undefined {
  if (failure?.code !== MUST_CHANGE_PASSWORD || !failure.response) return undefined;
  const query = new URLSearchParams({ ...failure.response, code: String(MUST_CHANGE_PASSWORD) });
  return `/reset-password?${query.toString()}`;
}
