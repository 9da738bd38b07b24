import type { Shown } from "#workers/contract/wa-flows/run.ts";
import type { TakeFile } from "./files.ts";

/** The component as it is shown, and its answer. */
export interface Props {
  shown: Shown;
  value: unknown;
  error: string | undefined;
  take: TakeFile;
  /** Keeps the screen while files are on their way. */
  hold: (files: Promise<void>) => void;
  /** Files are on their way. */
  waits: boolean;
  onAnswer: (value: unknown) => void;
  onPress: (action: unknown) => void;
}

export const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join("\n\n")
    : value === undefined || value === null
      ? ""
      : String(value as string | number);
