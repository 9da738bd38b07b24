import { Download, Pencil, Play, Sparkles } from "lucide-react";
import { type Ref, useCallback, useRef, useState } from "react";
import { saveFile } from "#app/data/save-file.ts";
import { useDriveFile } from "#app/data/use-drive-file.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Sound, useSource } from "#app/components/local-medium.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { can, useSession } from "#app/session/session.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type { SpeechDetail } from "#workers/contract/endpoints/speech.ts";
import { clockOf, textOf, vttOf } from "#workers/contract/speech.ts";
import { languageName } from "./browser-speech.ts";
import { PhrasesDialog } from "./phrases-dialog.tsx";
import { keptTranscript, TranscriptEditor } from "./transcript-editor.tsx";

/** A transcript with its recording: played from any of its parts, corrected, copied, saved, used as training phrases. */
export function TranscriptEntry({
  ref,
  entry,
  onEdited,
}: {
  /** Takes what is typed out of the tab, before it is left on purpose. */
  ref: Ref<{ forget: () => void }>;
  entry: SpeechDetail;
  /** Told whether something is typed that isn't saved. */
  onEdited: (edited: boolean) => void;
}) {
  const { name, fileId, segments, foundLanguage, language } = entry;
  const audio = useRef<HTMLAudioElement>(null);
  // Words that a reload or an ended session has left behind are gone on with.
  const [isEditing, setEditing] = useState(() => keptTranscript(entry) !== undefined);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [chosenFrom, setChosenFrom] = useState(entry.revision);
  // Another revision has other parts.
  if (chosenFrom !== entry.revision) {
    setChosenFrom(entry.revision);
    setChosen(new Set());
  }
  const [isTeaching, setTeaching] = useState(false);
  const { profile } = useSession();
  const spoken = language || foundLanguage;
  const mayTeach = can(profile, ["NLP.VIEW"]);
  const playFrom = (start: number) => {
    const { current } = audio;
    if (!current) return;
    current.currentTime = start;
    void current.play().catch(() => undefined);
  };
  const choose = (at: number, isChosen: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      if (isChosen) next.add(at);
      else next.delete(at);
      return next;
    });
  if (isEditing)
    return <TranscriptEditor ref={ref} entry={entry} onEdited={onEdited} onClose={() => setEditing(false)} />;
  const save = (content: string, type: string, ending: string) =>
    saveFile(new Blob([content], { type }), `${name.replace(/\.\w+$/, "")}.${ending}`);
  return (
    <div className="grid gap-4">
      {fileId !== null && <Recording fileId={fileId} name={name} audioRef={audio} />}
      {spoken && <p className="text-muted">{texts.foundLanguage(languageName(spoken))}</p>}
      {segments.length === 0 ? (
        <p className="text-muted">{texts.nothingSaid}</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
              {texts.edit}
            </Button>
            <CopyButton text={textOf(segments)} label={texts.copy} copied={texts.copied} />
            <Button
              size="sm"
              icon={<Download aria-hidden />}
              onClick={() => save(textOf(segments), "text/plain", "txt")}
            >
              {texts.asText}
            </Button>
            <Button
              size="sm"
              icon={<Download aria-hidden />}
              onClick={() => save(vttOf(segments), "text/vtt", "vtt")}
            >
              {texts.asVtt}
            </Button>
            {mayTeach && chosen.size > 0 && (
              <Button
                size="sm"
                tone="primary"
                icon={<Sparkles aria-hidden />}
                onClick={() => setTeaching(true)}
              >
                {texts.toPhrases} ({texts.chosen(chosen.size)})
              </Button>
            )}
          </div>
          <ol aria-label={texts.transcript} className="grid gap-1">
            {segments.map(({ start, text }, at) => (
              <li key={`${at} ${start}`} className="flex items-start gap-2">
                <IconButton
                  size="sm"
                  label={texts.playFrom(clockOf(start))}
                  icon={<Play aria-hidden />}
                  onClick={() => playFrom(start)}
                />
                <span className="mt-1 w-12 shrink-0 text-[0.8125rem] text-muted tabular-nums">
                  {clockOf(start)}
                </span>
                <span className="mt-0.5 min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <bdi>{text}</bdi>
                </span>
                {mayTeach && (
                  <Checkbox
                    label={texts.chooseLine(text)}
                    labelHidden
                    checked={chosen.has(at)}
                    onChange={(isChosen) => choose(at, isChosen)}
                  />
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {isTeaching && (
        <PhrasesDialog
          phrases={segments.flatMap(({ text }, at) => (chosen.has(at) ? [text] : []))}
          onAdded={() => setChosen(new Set())}
          onClose={() => setTeaching(false)}
        />
      )}
    </div>
  );
}

function Recording({
  fileId,
  name,
  audioRef,
}: {
  fileId: string;
  name: string;
  audioRef: React.RefObject<HTMLAudioElement | null>;
}) {
  const { blob, failure, again } = useDriveFile(fileId);
  if (blob) return <Player blob={blob} name={name} audioRef={audioRef} />;
  return failure ? <ErrorState text={texts.soundFailed} onRetry={again} /> : <BusyLine />;
}

function Player({
  blob,
  name,
  audioRef,
}: {
  blob: Blob;
  name: string;
  audioRef: React.RefObject<HTMLAudioElement | null>;
}) {
  const source = useSource(blob);
  const hold = useCallback(
    (element: HTMLAudioElement | null) => {
      audioRef.current = element;
      return source(element);
    },
    [audioRef, source],
  );
  return <Sound ref={hold} aria-label={texts.playOf(name)} controls className="w-full" />;
}
