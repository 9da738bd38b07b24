import { type Ref, useEffect, useImperativeHandle, useMemo, useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useRestored } from "#app/drafts/use-restored.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useSave } from "#app/kit/use-save.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { uiTexts } from "#texts/ui.ts";
import { getSpeech, saveTranscript, type SpeechDetail } from "#workers/contract/endpoints/speech.ts";
import { clockOf, SPEECH } from "#workers/contract/speech.ts";
import { differencesOf } from "./transcript-differences.ts";

const nameOf = ({ id }: SpeechDetail) => `transcript:${id}`;

interface Kept {
  written: readonly string[];
  /** The version that the text began from, with whose revision it is saved. */
  base: Pick<SpeechDetail, "segments" | "revision">;
}

const textsOf = ({ segments }: Kept["base"]): string[] => segments.map(({ text }) => text);

/** The texts that were typed and not saved; undefined if there are none. */
export function keptTranscript(entry: SpeechDetail): Kept | undefined {
  const kept = keptDraft<Partial<Kept>>(nameOf(entry));
  const { written, base } = kept ?? {};
  return written && base && written.length === base.segments.length ? { written, base } : undefined;
}

/** The text of each part; a part that is emptied is left out. Unsaved text is kept in the tab. */
export function TranscriptEditor({
  ref,
  entry,
  onEdited,
  onClose,
}: {
  /** Takes what is typed out of the tab, before it is left on purpose. */
  ref: Ref<{ forget: () => void }>;
  entry: SpeechDetail;
  onEdited: (edited: boolean) => void;
  onClose: () => void;
}) {
  const { id } = entry;
  const [left] = useState(() => keptTranscript(entry));
  // A save by somebody else takes nothing of what is typed.
  const [base, setBase] = useState<Kept["base"]>(left?.base ?? entry);
  const [written, setWritten] = useState<readonly string[]>(left?.written ?? textsOf(base));
  const { segments } = base;
  const saving = useSave<SpeechDetail, readonly string[]>({
    draft: written,
    theirsOf: () => call(getSpeech, { params: { id } }),
  });
  const { busy, failure, theirs } = saving;
  const confirm = useConfirm();
  const edited = segments.some(({ text }, at) => text !== written[at]);
  const draft = useMemo<Kept>(
    () => ({ written, base: { segments: base.segments, revision: base.revision } }),
    [written, base],
  );
  const forget = useKept(nameOf(entry), edited, draft);
  useImperativeHandle(ref, () => ({ forget }));
  const restored = useRestored(left !== undefined, edited);
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
  const save = (revision: number) =>
    saving.save(
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
        void save(base.revision);
      }}
    >
      <RestoredDraft control={{ restored }} onDiscard={() => setWritten(textsOf(base))} />
      {theirs ? (
        <ChangedMeanwhile
          text={failure}
          differences={differencesOf(
            theirs.segments,
            segments.map((each, at) => ({ ...each, text: written[at] ?? "" })),
          )}
          onLoad={() => {
            setBase(theirs);
            setWritten(textsOf(theirs));
            saving.reset();
          }}
          onKeep={() => void save(theirs.revision)}
        />
      ) : (
        <Failure text={failure} />
      )}
      {segments.map(({ start }, at) => (
        <div key={`${at} ${start}`} className="grid gap-1">
          <span aria-hidden className="text-[0.8125rem] text-muted tabular-nums">
            {clockOf(start)}
          </span>
          <Textarea
            rows={2}
            aria-label={texts.segmentAt(clockOf(start))}
            maxLength={SPEECH.segment}
            // The answer closes the editor: what was typed meanwhile would go with it.
            readOnly={busy}
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
