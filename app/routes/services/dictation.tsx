import { Mic, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { type Recognition, recognitionHere } from "./browser-speech.ts";
import { staysLocal } from "./stays-local.ts";
import { useConsent } from "./use-consent.ts";

const wordsOf = (result: ArrayLike<{ transcript: string }>): string => result[0]?.transcript.trim() ?? "";

/** Writes down what is said to the browser, by the browser; nothing of it comes to us. */
export function Dictation({ language }: { language: string }) {
  const [text, setText] = useState("");
  /** Words that are not certain yet: the browser may still hear them otherwise. */
  const [saying, setSaying] = useState("");
  const [failure, setFailure] = useState("");
  const [isListening, setListening] = useState(false);
  const running = useRef<Recognition>(undefined);
  const consent = useConsent();
  const asked = useRef(0);
  useEffect(
    () => () => {
      asked.current++;
      running.current?.abort();
    },
    [],
  );
  const Recogniser = recognitionHere();

  const listen = async () => {
    if (!Recogniser || !(await consent.ask())) return;
    const mine = ++asked.current;
    setFailure("");
    const recognition = new Recogniser();
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.lang = language || navigator.language;
    const isLocal = await staysLocal(Recogniser, recognition.lang);
    // Somebody has left, or pressed again, while the browser was asked: that one listens, and nobody else.
    if (asked.current !== mine) return;
    if (isLocal) recognition.processLocally = true;
    recognition.onresult = ({ results, resultIndex }) => {
      const heard = Array.from(results).slice(resultIndex);
      const said = heard.flatMap((result) => (result.isFinal ? [wordsOf(result)] : []));
      if (said.length > 0) setText((now) => [now, ...said].filter(Boolean).join("\n"));
      setSaying(heard.flatMap((result) => (result.isFinal ? [] : [wordsOf(result)])).join(" "));
    };
    recognition.onerror = ({ error }) => {
      if (error === "aborted" || error === "no-speech") return;
      setFailure(error === "not-allowed" ? texts.dictationBlocked : texts.dictationFailed);
    };
    recognition.onend = () => {
      setListening(false);
      setSaying("");
    };
    running.current = recognition;
    recognition.start();
    setListening(true);
  };

  return (
    <section aria-labelledby="dictation">
      <Card>
        <h2 id="dictation" className="text-base font-semibold">
          {texts.dictate}
        </h2>
        {Recogniser ? (
          <div className="mt-1 grid gap-4">
            <p className="max-w-prose text-muted">{texts.dictateText}</p>
            <div className="flex flex-wrap items-center gap-3">
              <Button
                icon={isListening ? <Square aria-hidden /> : <Mic aria-hidden />}
                onClick={() => (isListening ? running.current?.stop() : void listen())}
              >
                {isListening ? texts.dictateStop : texts.dictate}
              </Button>
              <span role="status" className="text-muted">
                {isListening ? texts.dictating : ""}
              </span>
              {consent.isGiven && (
                <Button size="sm" onClick={consent.takeBack}>
                  {texts.consentBack}
                </Button>
              )}
            </div>
            <Failure text={failure} />
            {saying !== "" && <p className="max-w-prose text-muted italic">{saying}</p>}
            {text !== "" && (
              <>
                <Field label={texts.dictated}>
                  <Textarea value={text} onChange={(event) => setText(event.target.value)} />
                </Field>
                <div>
                  <CopyButton text={text} label={texts.copy} copied={texts.copied} />
                </div>
              </>
            )}
          </div>
        ) : (
          <p className="mt-1 max-w-prose text-muted">{texts.noDictation}</p>
        )}
      </Card>
    </section>
  );
}
