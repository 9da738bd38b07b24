import { type Ref, useEffect, useRef, useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { isOpen } from "#app/kit/job-news.ts";
import { useJob } from "#app/kit/use-job.ts";
import { useStay } from "#app/kit/use-stay.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { shortName } from "#app/lib/short-name.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  deleteSpeech,
  getSpeech,
  listSpeech,
  retrySpeech,
  type SpeechDetail,
} from "#workers/contract/endpoints/speech.ts";
import { SpokenEntry } from "./spoken-entry.tsx";
import { TranscriptEntry } from "./transcript-entry.tsx";

/** One entry of the history beside it: how far it is, the sound or the transcript, and what can be done with it. */
export function EntryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { answer, failure, reload, asking } = useQueryOf(getSpeech, { params: { id } });
  const confirm = useConfirm();
  const [edited, setEdited] = useState(false);
  const { kept, letGo } = useStay(edited);
  const editor = useRef<{ forget: () => void }>(null);
  const close = () => {
    letGo();
    editor.current?.forget();
    onClose();
  };
  const name = answer ? shortName(answer.name) : texts.open;
  const remove = () =>
    void confirm({
      title: texts.removeQuestion,
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: async () => {
        await request(deleteSpeech, { params: { id } });
        close();
        await invalidate(listSpeech);
      },
    });
  return (
    <SidePanel
      open
      onClose={close}
      edited={edited}
      title={name}
      footer={
        answer && (
          <Button tone="danger" onClick={remove}>
            {texts.remove}
          </Button>
        )
      }
    >
      {kept && (
        <Banner kind="warning" live className="mb-4">
          {uiTexts.leaveHint}
        </Banner>
      )}
      {answer ? (
        <Contents ref={editor} entry={answer} onEdited={setEdited} />
      ) : failure ? (
        <ErrorState text={failure.message} busy={asking} onRetry={reload} />
      ) : (
        <BusyLine />
      )}
    </SidePanel>
  );
}

function Contents({
  ref,
  entry,
  onEdited,
}: {
  ref: Ref<{ forget: () => void }>;
  entry: SpeechDetail;
  onEdited: (edited: boolean) => void;
}) {
  const { id, kind, state, reason, name, jobId } = entry;
  const { job } = useJob({ kind: "speech.run", jobId: jobId || null, subject: id });
  // Also one that ended before the panel had heard of it.
  const hasEnded = state === "waiting" && job !== undefined && !isOpen(job);
  useEffect(() => {
    if (!hasEnded) return;
    void invalidate(getSpeech, { params: { id } });
    void invalidate(listSpeech);
  }, [hasEnded, id]);
  const { busy, failure, send } = useSend();
  const retry = () =>
    send(
      () => request(retrySpeech, { params: { id } }),
      () => Promise.all([invalidate(getSpeech, { params: { id } }), invalidate(listSpeech)]),
    );
  switch (state) {
    case "waiting":
      return (
        <div className="grid gap-4">
          <Progress label={texts.progress(shortName(name))} value={job?.progress || undefined} />
          <p className="text-muted">{texts.begun}</p>
        </div>
      );
    case "failed":
      return (
        <div className="grid gap-4">
          <Banner
            kind="error"
            live
            actions={
              <Button size="sm" busy={busy} onClick={() => void retry()}>
                {texts.retry}
              </Button>
            }
          >
            {reason}
          </Banner>
          <Failure text={failure} />
        </div>
      );
    case "done":
      return kind === "speak" ? (
        <SpokenEntry entry={entry} />
      ) : (
        <TranscriptEntry key={id} ref={ref} entry={entry} onEdited={onEdited} />
      );
    default:
      return state satisfies never;
  }
}
