import { speechTexts as texts } from "#texts/speech.ts";
import { providersTexts } from "#texts/providers.ts";
import { badAnswer } from "./bad-answer.ts";
import { ProviderError } from "./provider.ts";

/** A sound that a provider made. */
export interface Sound {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: "audio/mpeg" | "audio/wav";
  seconds: number;
}

/**
 * Joins the sounds of a text's pieces into one; throws badAnswer for what is neither MP3 nor uncompressed
 * WAV, and unavailable for what broke off.
 */
export function joinedSound(pieces: readonly Uint8Array[]): Sound {
  const [first] = pieces;
  if (first && isText(first, 0, "RIFF")) return joinedWav(pieces);
  const parts = pieces.map(mp3Of);
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  return {
    bytes: joined(parts.flatMap(({ frames }) => frames)),
    mediaType: "audio/mpeg",
    seconds,
  };
}

/** Bit rates of MPEG 1 and of MPEG 2 and 2.5, layer III, in kbit/s. */
const RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLES = [44_100, 48_000, 32_000] as const;
/** Bytes that may stand between two frames before the rest is no sound. */
const MOST_GAP = 4_096;

/**
 * The frames of an MP3 and how long they play. Left out are tags, and the frame that says how many follow: of joined
 * parts it would be wrong.
 */
function mp3Of(bytes: Uint8Array): { frames: Uint8Array[]; seconds: number } {
  const frames: Uint8Array[] = [];
  let seconds = 0;
  let gap = 0;
  for (let at = tagLength(bytes); at + 4 <= bytes.length;) {
    const frame = frameAt(bytes, at);
    if (!frame) {
      if (++gap > MOST_GAP) break;
      at++;
      continue;
    }
    gap = 0;
    const piece = bytes.subarray(at, at + frame.length);
    at += frame.length;
    // It broke off.
    if (piece.length < frame.length) throw new ProviderError("unavailable", providersTexts.unavailable);
    if (frames.length === 0 && saysHowMany(piece)) continue;
    frames.push(piece);
    seconds += frame.seconds;
  }
  if (frames.length === 0) throw badAnswer(texts.strangeSound);
  return { frames, seconds };
}

function tagLength(bytes: Uint8Array): number {
  if (!isText(bytes, 0, "ID3") || bytes.length < 10) return 0;
  // Seven bits a byte, so that no length looks like a frame.
  return 10 + [6, 7, 8, 9].reduce((length, at) => (length << 7) | ((bytes[at] ?? 0) & 0x7f), 0);
}

function frameAt(bytes: Uint8Array, at: number): { length: number; seconds: number } | undefined {
  const [b0 = 0, b1 = 0, b2 = 0] = bytes.subarray(at, at + 3);
  const [version, layer] = [(b1 >> 3) & 3, (b1 >> 1) & 3];
  if (b0 !== 0xff || b1 >> 5 !== 7 || version === 1 || layer !== 1) return undefined;
  const isFirst = version === 3;
  const rate = RATES[isFirst ? 0 : 1][b2 >> 4];
  const samples = SAMPLES[(b2 >> 2) & 3];
  if (!rate || !samples) return undefined;
  const perSecond = samples / (isFirst ? 1 : version === 2 ? 2 : 4);
  const inFrame = isFirst ? 1_152 : 576;
  const length = Math.floor(((inFrame / 8) * rate * 1_000) / perSecond) + ((b2 >> 1) & 1);
  return { length, seconds: inFrame / perSecond };
}

const saysHowMany = (frame: Uint8Array): boolean =>
  [13, 21, 36].some((at) => isText(frame, at, "Xing") || isText(frame, at, "Info"));

function joinedWav(pieces: readonly Uint8Array[]): Sound {
  const parts = pieces.map(wavOf);
  const [first] = parts;
  const same = parts.every(({ format }) => String(format) === String(first?.format));
  if (!first || !same) throw badAnswer(texts.strangeSound);
  const data = joined(parts.map((part) => part.data));
  const head = new Uint8Array(44);
  const view = new DataView(head.buffer);
  const write = (at: number, text: string) => head.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, 36 + data.length, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  head.set(first.format, 20);
  write(36, "data");
  view.setUint32(40, data.length, true);
  return { bytes: joined([head, data]), mediaType: "audio/wav", seconds: data.length / first.perSecond };
}

function wavOf(bytes: Uint8Array): { format: Uint8Array; data: Uint8Array; perSecond: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Uint8Array | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const contents = bytes.subarray(at + 8, at + 8 + size);
    if (isText(bytes, at, "fmt ")) format = contents.subarray(0, 16);
    if (isText(bytes, at, "data")) {
      if (format?.length !== 16 || format[0] !== 1 || contents.length === 0) break;
      const perSecond = new DataView(format.buffer, format.byteOffset).getUint32(8, true);
      if (perSecond === 0) break;
      return { format, data: contents, perSecond };
    }
    at += 8 + size + (size % 2);
  }
  throw badAnswer(texts.strangeSound);
}

const isText = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, place) => bytes[at + place] === letter.charCodeAt(0));

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
