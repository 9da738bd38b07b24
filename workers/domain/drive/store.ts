/** Facts stored beside the bytes of an object: its type, and others in ASCII. */
export interface Beside {
  httpMetadata: { contentType: string };
  customMetadata: Record<string, string>;
}

/** The methods of an R2 bucket that storing needs. */
export interface DriveBucket {
  put(key: string, value: Uint8Array, options?: Beside): Promise<unknown>;
  get(key: string): Promise<{ body: ReadableStream<Uint8Array> } | null>;
  delete(keys: string | string[]): Promise<void>;
  createMultipartUpload(
    key: string,
    options?: Beside,
  ): Promise<{
    uploadPart(number: number, value: Uint8Array): Promise<{ partNumber: number; etag: string }>;
    complete(parts: { partNumber: number; etag: string }[]): Promise<unknown>;
    abort(): Promise<void>;
  }>;
}

/** All parts but the last must be of equal size; R2 requires at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Stores a stream of unknown length, with at most one part in memory. When the stream breaks off, nothing is stored.
 */
export async function storeStream(
  bucket: DriveBucket,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  beside?: Beside,
): Promise<void> {
  const part = new Uint8Array(PART_BYTES);
  let held = 0;
  let upload: Awaited<ReturnType<DriveBucket["createMultipartUpload"]>> | undefined;
  const parts: { partNumber: number; etag: string }[] = [];
  try {
    for await (const chunk of bytes) {
      for (let at = 0; at < chunk.byteLength;) {
        const taken = chunk.subarray(at, at + PART_BYTES - held);
        part.set(taken, held);
        held += taken.byteLength;
        at += taken.byteLength;
        if (held < PART_BYTES) continue;
        upload ??= await bucket.createMultipartUpload(key, beside);
        parts.push(await upload.uploadPart(parts.length + 1, part));
        held = 0;
      }
    }
    if (!upload) {
      await bucket.put(key, part.subarray(0, held), beside);
      return;
    }
    if (held > 0) parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, held)));
    await upload.complete(parts);
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}
