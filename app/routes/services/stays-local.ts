import type { RecognitionClass } from "./browser-speech.ts";

/** Whether the browser can be asked to keep the sound on the device. */
export const canStayLocal = (recognition: RecognitionClass): boolean =>
  "processLocally" in recognition.prototype;

/** Whether it keeps the sound there for a language: asked to without the language's pack, it would hear nothing at all. */
export async function staysLocal(recognition: RecognitionClass, language: string): Promise<boolean> {
  if (!canStayLocal(recognition) || !recognition.available) return false;
  const there = recognition.available({ langs: [language], processLocally: true });
  return (await there.catch(() => "")) === "available";
}
