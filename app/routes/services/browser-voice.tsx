import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { languageName, useBrowserVoices } from "./browser-speech.ts";
import { useConsent } from "./use-consent.ts";

/** Speaks a text by the browser's own voices: played on this device only. */
export function BrowserVoice({ text, speed, onEmpty }: { text: string; speed: number; onEmpty: () => void }) {
  const voices = useBrowserVoices();
  const [chosenLanguage, setLanguage] = useState("");
  const [chosenVoice, setVoice] = useState("");
  const [isPlaying, setPlaying] = useState(false);
  const consent = useConsent();
  useEffect(() => () => globalThis.speechSynthesis?.cancel(), []);
  if (voices.length === 0) return <Banner kind="info">{texts.noBrowserVoices}</Banner>;
  const languages = [...new Set(voices.map(({ lang }) => lang))].toSorted();
  const own = languages.find((each) => each === navigator.language) ?? languages[0] ?? "";
  const language = chosenLanguage || own;
  const offered = voices.filter(({ lang }) => lang === language);
  const voice = offered.find(({ voiceURI }) => voiceURI === chosenVoice) ?? offered[0];
  const play = async () => {
    if (text.trim() === "") return onEmpty();
    if (!voice || (!voice.localService && !(await consent.ask()))) return;
    const spoken = new SpeechSynthesisUtterance(text);
    Object.assign(spoken, { voice, lang: voice.lang, rate: speed });
    spoken.onend = () => setPlaying(false);
    spoken.onerror = () => setPlaying(false);
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
    setPlaying(true);
  };
  const stop = () => {
    speechSynthesis.cancel();
    setPlaying(false);
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.language}>
          <Select
            value={language}
            options={languages.map((value) => ({ value, label: languageName(value) }))}
            onChange={setLanguage}
          />
        </Field>
        <Field label={texts.voice}>
          <Select
            value={voice?.voiceURI ?? ""}
            options={offered.map(({ voiceURI, name, localService }) => ({
              value: voiceURI,
              label: localService ? name : texts.remoteVoice(name),
            }))}
            onChange={setVoice}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          tone="primary"
          icon={isPlaying ? <Square aria-hidden /> : <Play aria-hidden />}
          onClick={() => (isPlaying ? stop() : void play())}
        >
          {isPlaying ? texts.stop : texts.play}
        </Button>
        <span className="text-[0.8125rem] text-muted">{texts.browserVoiceHint}</span>
        {consent.isGiven && (
          <Button size="sm" onClick={consent.takeBack}>
            {texts.consentBack}
          </Button>
        )}
      </div>
    </>
  );
}
