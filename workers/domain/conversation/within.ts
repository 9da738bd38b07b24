import { describe } from "../error.ts";

/**
 * What somebody else's work gives, or null when it fails or takes longer than so many milliseconds. The log says which
 * it was and of what; a conversation goes on without.
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
    // Should it fail after all when nobody waits any more, that is no unhandled failure.
    return await Promise.race([work().catch((error: unknown) => note(describe(error))), late]);
  } finally {
    clearTimeout(timer);
  }
}
