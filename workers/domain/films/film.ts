/** Recordings in R2: parts under one key, numbered from 1. Apart from their rows, so that whoever copies them needs no more. */

/** The methods of an R2 bucket that parts need. */
export interface PartsBucket {
  put(key: string, bytes: ReadableStream<Uint8Array>, options: { onlyIf: Headers }): Promise<unknown>;
  head(key: string): Promise<{ size: number } | null>;
  get(key: string): Promise<{ body: ReadableStream<Uint8Array> } | null>;
  delete(keys: string[]): Promise<void>;
}
export const partKey = (key: string, part: number): string => `${key}/${part}`;

/** A recording's bytes, part after part, with the first where it was opened already. Throws where one is missing. */
export async function* filmOf(
  bucket: Pick<PartsBucket, "get">,
  { key, parts }: { key: string; parts: number },
  first?: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part++) {
    const body = (part === 1 && first) || (await bucket.get(partKey(key, part)))?.body;
    if (!body) throw new Error(`part ${part} of a recording is missing`);
    yield* body;
  }
}
