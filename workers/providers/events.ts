import { badAnswer } from "./bad-answer.ts";

/** No provider's line is near this long. */
const MAX_LINE = 64 * 1024;

/**
 * The data of each server-sent event (WHATWG HTML, 9.2) of a stream, without the other fields: the providers use none.
 * Pieces may cut a line, and even a letter, anywhere.
 */
export async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  const take = function* (text: string): Generator<string> {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE) throw badAnswer();
    for (const line of lines) {
      if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      } else if (line.startsWith("data:")) {
        data.push(line.slice(line[5] === " " ? 6 : 5));
      }
    }
  };
  for await (const piece of pieces) yield* take(decoder.decode(piece, { stream: true }));
  // Some servers leave out the empty line after the last event.
  yield* take(`${decoder.decode()}\n\n`);
}
