import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** An entry of an archive; what is packed already, as pictures are, is stored as it is. */
export interface ZipEntry {
  name: string;
  packed: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/** Limits of an archive without 64-bit places, with room for its own lists. */
export const MOST_ZIP_BYTES = 4_000_000_000;
export const MOST_ZIP_ENTRIES = 65_000;

/** An archive of entries, each read when its turn comes: one chunk at a time is in memory. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = (): Uint8Array[] => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for await (const { name, packed, bytes } of entries) {
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 3 });
    archive.add(file);
    for await (const chunk of bytes) {
      file.push(chunk, false);
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}

/** Nothing is read before somebody asks for it, nor after they have gone. */
export const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
