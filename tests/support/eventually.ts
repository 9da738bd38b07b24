import { vi } from "vitest";

/** Asks again until it holds: for what other objects do in their own time, and tell nobody. */
export const eventually = <T>(work: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(work, { timeout: 40_000, interval: 25 });
