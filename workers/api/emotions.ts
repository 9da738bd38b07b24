import file from "../nlu/emotions/emotions.bin";
import { emotionOf, loadEmotions, type Emotions } from "#workers/nlu/emotions/emotions.ts";

let model: Emotions | undefined;

/** The emotion that a message expresses, by the shipped model: read when the isolate first needs it. */
export function emotionIn(text: string): string {
  model ??= loadEmotions(new Uint8Array(file));
  return emotionOf(model, text).emotion;
}
