import { badAnswer } from "./bad-answer.ts";
import type { Deadline } from "./deadline.ts";

/** A stream's pieces within the deadline, at most `maxBytes` of them; more is a bad answer, and is not read. */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const reader = stream.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await deadline.race(reader.read());
    if (done) return;
    deadline.heard();
    size += value.byteLength;
    if (size > maxBytes) throw badAnswer();
    yield value;
  }
}
