import file from "./words.bin";
import { loadWords, type Words } from "./words.ts";

let words: Words | undefined;

/** The shipped table of English words, which loads on the isolate's first use. */
export const englishWords = (): Words => (words ??= loadWords(new Uint8Array(file)));
