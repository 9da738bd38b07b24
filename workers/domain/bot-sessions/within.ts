import { describe } from "../error.ts";

/**
 * Returns the result of an external call, or null when it fails or takes longer than `milliseconds`. The log names the
 * source and the failure; a session goes on without the result.
 */
export async function within<T>(
  milliseconds: number,
  source: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const note = (failure: string): null => {
    console.log(JSON.stringify({ level: "warn", source, failure }));
    return null;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(note(`no answer in ${milliseconds} ms`)), Math.max(0, milliseconds));
  });
  try {
    // A failure after the time limit must not become an unhandled rejection.
    return await Promise.race([work().catch((error: unknown) => note(describe(error))), late]);
  } finally {
    clearTimeout(timer);
  }
}
