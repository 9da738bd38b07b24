import file from "./emotions.bin";
import { emotionOf, loadEmotions, type Emotions } from "./emotions.ts";

let model: Emotions | undefined;

/** The emotion that a message expresses, by the shipped model, which loads on the isolate's first use. */
export function emotionIn(text: string): string {
  model ??= loadEmotions(new Uint8Array(file));
  return emotionOf(model, text).emotion;
}
