import { DomainError } from "#workers/domain/error.ts";

/** The longest pause between two pieces of a body. */
export const MAX_PAUSE_MS = 30_000;

/** The next piece of a body; malformed when the client has gone away, or sends nothing for so long. */
export async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pauseMs = MAX_PAUSE_MS,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DomainError("malformed")), pauseMs);
  try {
    return await Promise.race([reader.read(), late.promise]);
  } catch {
    reader.cancel().catch(() => {});
    throw new DomainError("malformed");
  } finally {
    clearTimeout(timer);
  }
}
