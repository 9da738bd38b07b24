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

/** The longest that a streamed body may take: 8 MB at 14 kB a second. */
const MAX_STREAM_MS = 600_000;

/**
 * A body that goes on as it comes, without a look at its pieces, and breaks off when it has taken too long; `signal`
 * tells that from any other error.
 */
export function inTime(
  body: ReadableStream<Uint8Array>,
  through: TransformStream<Uint8Array, Uint8Array>,
  withinMs = MAX_STREAM_MS,
): { stream: ReadableStream<Uint8Array>; signal: AbortSignal } {
  const signal = AbortSignal.timeout(withinMs);
  // The reader of `stream` gets the error.
  body.pipeTo(through.writable, { signal }).catch(() => {});
  return { stream: through.readable, signal };
}
