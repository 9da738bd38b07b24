/** As long as an answer for a run is kept, in milliseconds: longer than any run may be (365 days). The triggers of migrations write the same number. */
export const KEPT_MS = 400 * 86_400_000;
