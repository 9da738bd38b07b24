/** Text to speech and speech to text: kinds, providers, languages and bounds. */

export const speechKinds = ["speak", "transcribe"] as const;
export type SpeechKind = (typeof speechKinds)[number];

/** `waiting` covers a job that is running: how far it is comes with the job's own events. */
export const speechStates = ["waiting", "done", "failed"] as const;
export type SpeechState = (typeof speechStates)[number];

export const speechProviders = ["none", "workersAi", "openAi"] as const;
export type SpeechProviderName = (typeof speechProviders)[number];

export const SPEECH = {
  /** Characters of a text that is spoken. */
  text: 5_000,
  slowest: 0.5,
  fastest: 2,
  /** Segments of a transcript, and characters of one. */
  segments: 5_000,
  segment: 2_000,
  /** Entries of a page of the history. */
  page: 20,
  /** Days for which an entry of the history is kept after its last change. */
  keptDays: 365,
  /** Jobs of an enterprise that wait or run at a time. */
  open: 20,
} as const;

/** A part of a transcript; its times are seconds from the beginning of the sound. */
export interface Segment {
  start: number;
  end: number;
  text: string;
}

/** A voice of a provider. One without languages speaks all of the provider's. */
export interface Voice {
  id: string;
  name: string;
  languages?: readonly string[];
}

/** A provider's offer: its languages (ISO 639-1), its voices, and whether the speed can be chosen. */
export interface SpeechOffer {
  languages: readonly string[];
  voices: readonly Voice[];
  hasSpeed: boolean;
}

/** Languages in which the usual models of both providers transcribe and OpenAI's speak. */
export const LANGUAGES = [
  ...["en", "hi", "bn", "gu", "kn", "ml", "mr", "pa", "ta", "te", "ur", "ne"],
  ...[
    "ar",
    "de",
    "es",
    "fr",
    "id",
    "it",
    "ja",
    "ko",
    "ms",
    "nl",
    "pl",
    "pt",
    "ru",
    "sv",
    "th",
    "tr",
    "vi",
    "zh",
  ],
] as const;

const titled = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const ENGLISH =
  "asteria andromeda apollo arcas athena aurora helena hera hermes iris jupiter luna orion orpheus thalia zeus";
const SPANISH = "celeste estrella diana carina selena nestor alvaro javier aquila sirio";
const OPENAI_VOICES = "alloy ash coral echo fable nova onyx sage shimmer";

const speakers = (names: string, language: string): Voice[] =>
  names.split(" ").map((id) => ({ id: `aura:${id}`, name: titled(id), languages: [language] }));

/** Cloudflare's own models: MeloTTS has one voice a language, Aura 2 several for English and Spanish. */
export const workersAiOffer: SpeechOffer = {
  languages: ["en", "es", "fr", "ja", "ko", "zh"],
  voices: [
    ...speakers(ENGLISH, "en"),
    ...speakers(SPANISH, "es"),
    { id: "melo", name: "MeloTTS", languages: ["en", "es", "fr", "ja", "ko", "zh"] },
  ],
  hasSpeed: false,
};

/** An OpenAI-compatible provider; a server of one's own may have other voices, which its settings name. */
export const openAiOffer = (voices: string): SpeechOffer => ({
  languages: LANGUAGES,
  voices: (voices.trim() === "" ? OPENAI_VOICES : voices)
    .split(/[\s,]+/)
    .filter((id) => id !== "")
    .map((id) => ({ id, name: titled(id) })),
  hasSpeed: true,
});

export const voicesFor = ({ voices }: SpeechOffer, language: string): Voice[] =>
  voices.filter(({ languages }) => !languages || languages.includes(language));

/** "0:07", "1:02:03": a time within a sound, in whole seconds. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

const vttTime = (seconds: number): string => {
  const ms = Math.round(seconds * 1_000);
  const part = (value: number, length = 2) => String(value).padStart(length, "0");
  return `${part(Math.floor(ms / 3_600_000))}:${part(Math.floor(ms / 60_000) % 60)}:${part(Math.floor(ms / 1_000) % 60)}.${part(ms % 1_000, 3)}`;
};

export const textOf = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join("\n");

/** The transcript as WebVTT: no blank line and no arrow may stand within a cue. */
export const vttOf = (segments: readonly Segment[]): string =>
  [
    "WEBVTT",
    ...segments.map(
      ({ start, end, text }) =>
        `${vttTime(start)} --> ${vttTime(Math.max(end, start))}\n${text
          .replaceAll("&", "&amp;")
          .replaceAll("<", "&lt;")
          .replaceAll("-->", "--&gt;")
          .replaceAll(/\s*\n+\s*/g, " ")}`,
    ),
  ].join("\n\n") + "\n";
