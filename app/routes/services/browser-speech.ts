import { pageLocale } from "#app/lib/language/language.ts";
import { useEffect, useState } from "react";

/** The browser's own speech, where it has any. TypeScript's DOM does not know recognition: it is no standard yet. */

interface RecognitionEvent {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Only where the browser can do it on the device. */
  processLocally?: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
  stop(): void;
}
export type RecognitionClass = (new () => Recognition) & {
  /** Whether the browser has what it needs for languages: on the device, or at its maker's. */
  available?: (wanted: { langs: string[]; processLocally: boolean }) => Promise<string>;
};

export function recognitionHere(): RecognitionClass | undefined {
  const here = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return here.SpeechRecognition ?? here.webkitSpeechRecognition;
}

/** The browser's voices; some browsers tell them only after a while. */
export function useBrowserVoices(): SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    if (!("speechSynthesis" in globalThis)) return;
    const read = () => setVoices(speechSynthesis.getVoices());
    read();
    speechSynthesis.addEventListener("voiceschanged", read);
    return () => speechSynthesis.removeEventListener("voiceschanged", read);
  }, []);
  return voices;
}

const CONSENT = "speechConsent";

/** Whether somebody has allowed on this device that the browser's maker may hear them, or read what is spoken. */
export const speechConsent = {
  given: (): boolean => localStorage.getItem(CONSENT) === "yes",
  give: (): void => localStorage.setItem(CONSENT, "yes"),
  takeBack: (): void => localStorage.removeItem(CONSENT),
};

const NAMES = new Intl.DisplayNames(pageLocale(), { type: "language" });

/** "hi" as "Hindi", "en-GB" as "British English"; what is no language as it is. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}
