import { Unzip, UnzipInflate } from "fflate";
import { importsTexts as texts } from "#texts/imports.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { fileRefused } from "../files.ts";

/** Takes an entry's bytes as they are unpacked. */
export type Taker = (chunk: Uint8Array, isLast: boolean) => void;

/**
 * Reads an archive from its beginning to its end, holds nothing, and gives takers their entries' bytes. `step` is
 * awaited after each chunk. Invalid at the file's field where it is damaged, or unpacks to more than `most` bytes.
 */
export async function readEntries(
  chunks: AsyncIterable<Uint8Array>,
  takerOf: (name: string) => Taker | undefined,
  { most, step }: { most: number; step?: () => Promise<void> },
): Promise<void> {
  let unpacked = 0;
  const unzip = new Unzip((entry) => {
    const take = takerOf(entry.name);
    if (!take) return;
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      unpacked += chunk.byteLength;
      if (unpacked > most) throw fileRefused(texts.unpacksTooLarge(formatBytes(most)));
      take(chunk, isLast);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const push = (chunk: Uint8Array, isLast: boolean): void => {
    try {
      unzip.push(chunk, isLast);
    } catch (error) {
      // fflate's own errors have a code; an archive that ends within an entry is one of them.
      if (error instanceof Error && "code" in error && typeof error.code === "number")
        throw fileRefused(texts.archiveDamaged);
      throw error;
    }
  };
  for await (const chunk of chunks) {
    push(chunk, false);
    await step?.();
  }
  push(new Uint8Array(0), true);
  await step?.();
}
