import type { Segment } from "#workers/contract/speech.ts";
import type { Sound } from "./sound.ts";

/** The operations we need of a provider of speech: one interface, with one adapter for each provider. */

export interface Spoken {
  text: string;
  /** ISO 639-1. */
  language: string;
  /** One of the voices that the provider's offer names. */
  voice: string;
  /** 1 is usual; ignored by providers whose offer has no speed. */
  speed: number;
}

export interface Recording {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  /** With the ending that tells its type: some providers go by it. */
  name: string;
}

export interface Transcript {
  segments: Segment[];
  /** ISO 639-1; empty where the provider does not say it. */
  language: string;
  /** Length of the recording in seconds. */
  seconds: number;
}

export interface SpeechProvider {
  /** Throws ProviderError. */
  speak(spoken: Spoken): Promise<Sound>;
  /** In a language, or in the one that the provider finds out ('' for `language`). Throws ProviderError. */
  transcribe(recording: Recording, language: string): Promise<Transcript>;
}

/**
 * A text in pieces of at most `most` characters, since providers take less than we do: cut behind a sentence where there
 * is one, else behind a word.
 */
export function inPieces(text: string, most: number): string[] {
  const pieces: string[] = [];
  for (let rest = text.trim(); rest !== "";) {
    const end = rest.length <= most ? rest.length : cutAt(rest.slice(0, most));
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return pieces;
}

function cutAt(window: string): number {
  const sentence = Math.max(...[...window.matchAll(/[.!?।。！？]\s|\n/gu)].map(({ index }) => index + 1), 0);
  if (sentence > window.length / 4) return sentence;
  const word = window.lastIndexOf(" ");
  if (word > 0) return word;
  // Half of a character that takes two is none.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
