import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { DomainError } from "#workers/domain/error.ts";
import { nextPiece } from "./next-piece.ts";

/** A file being uploaded: its name as the client wrote it, and its bytes. */
export interface Incoming {
  name: string;
  /** Ends with an error when the form is cut off or exceeds its limit. */
  stream: ReadableStream<Uint8Array>;
  /** Stops reading, for callers that do not need the rest. */
  discard(): void;
}

interface Form {
  fields: Record<string, string[]>;
  file: Incoming | null;
}

/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;
const MOST_FIELDS = 50;

/**
 * Reads a form up to its file, which is then read as fast as it is consumed: no more than one chunk is buffered. Throws
 * wrongMediaType, malformed or tooLarge.
 */
export async function readIncoming(request: Request, field: string, maxBytes: number): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw new DomainError("wrongMediaType");
  if (Number(request.headers.get("content-length")) > maxBytes + FORM_BYTES)
    throw new DomainError("tooLarge");
  const source = request.body?.getReader();
  if (!source) throw new DomainError("malformed");

  const parser = parserOf(type);
  const fields = Object.create(null) as Record<string, string[]>;
  const form = Promise.withResolvers<Form>();
  const refuse = () => form.reject(new DomainError("malformed"));
  parser.on("field", (name, value) => (fields[name] ??= []).push(value));
  parser.on("file", (name, file, fileName) => {
    if (name !== field) return void file.resume();
    // An error before anybody listens must not be lost: it stays with the stream.
    file.on("error", (error) => file.destroy(error));
    const stream = streamOf(file, maxBytes, stop);
    form.resolve({ fields, file: { name: fileName ?? "", stream, discard: stop } });
  });
  parser.on("error", refuse);
  parser.on("finish", () => form.resolve({ fields, file: null }));

  const stop = () => {
    parser.destroy();
    source.cancel().catch(() => {});
  };
  pump(source, parser).catch(refuse);
  try {
    return await form.promise;
  } catch (error) {
    stop();
    throw error;
  }
}

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": type },
      // The name is shown as text and never used as a path; the drive decides how much of it is kept.
      preservePath: true,
      limits: { fields: MOST_FIELDS, fieldSize: FORM_BYTES, files: 1 },
    });
  } catch {
    throw new DomainError("malformed");
  }
}

/** Feeds the parser, and waits when it cannot take more: that is when the file is read too slowly. */
async function pump(source: ReadableStreamDefaultReader<Uint8Array>, parser: BusboyInstance): Promise<void> {
  for (;;) {
    const { done, value } = await nextPiece(source);
    if (parser.destroyed) return;
    if (done) {
      parser.end();
      return;
    }
    await new Promise<void>((resolve) => parser.write(Buffer.from(value), () => resolve()));
  }
}

/** Node's stream of a file as the platform's. */
function streamOf(
  file: AsyncIterable<Uint8Array>,
  maxBytes: number,
  stop: () => void,
): ReadableStream<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]();
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) return controller.close();
          size += value.byteLength;
          if (size > maxBytes) throw new DomainError("tooLarge");
          controller.enqueue(value);
        } catch (error) {
          stop();
          controller.error(error instanceof DomainError ? error : new DomainError("malformed"));
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
