import { useEffect, useMemo, useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { uiTexts } from "#texts/ui.ts";
import { getSpeech, saveTranscript, type SpeechDetail } from "#workers/contract/endpoints/speech.ts";
import { clockOf, SPEECH } from "#workers/contract/speech.ts";

const nameOf = ({ id }: SpeechDetail) => `transcript:${id}`;

/** The texts that were typed and not saved; undefined if there are none, or they are of an earlier version. */
export function keptTranscript(entry: SpeechDetail): string[] | undefined {
  const kept = keptDraft<{ written: string[]; revision: number }>(nameOf(entry));
  return kept?.revision === entry.revision && kept.written.length === entry.segments.length
    ? kept.written
    : undefined;
}

/** The text of each part; a part that is emptied is left out. Unsaved text is kept in the tab. */
export function TranscriptEditor({
  entry,
  onEdited,
  onClose,
}: {
  entry: SpeechDetail;
  onEdited: (edited: boolean) => void;
  onClose: () => void;
}) {
  const { id, revision, segments } = entry;
  const [left] = useState(() => keptTranscript(entry));
  const [written, setWritten] = useState(() => left ?? segments.map(({ text }) => text));
  const { busy, failure, send } = useSend();
  const confirm = useConfirm();
  const edited = segments.some(({ text }, at) => text !== written[at]);
  const draft = useMemo(() => ({ written, revision }), [written, revision]);
  const forget = useKept(nameOf(entry), edited, draft);
  useEffect(() => {
    onEdited(edited);
    return () => onEdited(false);
  }, [edited, onEdited]);
  const leave = () => {
    forget();
    onEdited(false);
    onClose();
  };
  const cancel = async () => {
    const { discardQuestion: title, discard: confirmLabel, keepEditing: cancelLabel } = uiTexts;
    if (!edited || (await confirm({ title, confirmLabel, cancelLabel, tone: "danger" }))) leave();
  };
  const save = () =>
    send(
      () =>
        request(saveTranscript, {
          params: { id },
          body: { segments: segments.map((each, at) => ({ ...each, text: written[at] ?? "" })), revision },
        }),
      ({ payload }) => {
        leave();
        put(getSpeech, { params: { id } }, payload);
        void invalidate(getSpeech, { params: { id } });
      },
    );
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <RestoredDraft
        control={{ restored: left !== undefined && edited }}
        onDiscard={() => setWritten(segments.map(({ text }) => text))}
      />
      <Failure text={failure} />
      {segments.map(({ start }, at) => (
        <div key={`${at} ${start}`} className="grid gap-1">
          <span aria-hidden className="text-[0.8125rem] text-muted tabular-nums">
            {clockOf(start)}
          </span>
          <Textarea
            rows={2}
            aria-label={texts.segmentAt(clockOf(start))}
            maxLength={SPEECH.segment}
            value={written[at] ?? ""}
            onChange={({ target }) =>
              setWritten((now) => now.map((text, place) => (place === at ? target.value : text)))
            }
          />
        </div>
      ))}
      <div className="flex gap-2">
        <Button tone="primary" type="submit" busy={busy}>
          {texts.saveTranscript}
        </Button>
        <Button onClick={() => void cancel()}>{uiTexts.cancel}</Button>
      </div>
    </form>
  );
}
