import { FileQuestionMark } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError, call, messageOf } from "#app/data/api.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FlowEditor } from "#app/features/flow-editor/flow-editor.tsx";
import { useCan } from "#app/session/session.ts";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { getWaFlowDraft, type WaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import { Bar } from "./bar.tsx";

/** The designer of WhatsApp Flows of this system, where no other one is set up; asked for at each opening. */
export function OwnFlowDesigner({ id, screenId, title }: { id: string; screenId: string; title: string }) {
  const can = useCan();
  const [draft, setDraft] = useState<WaFlowDraft>();
  const [failure, setFailure] = useState<{ sentence: string; gone: boolean }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(getWaFlowDraft, { params: { id }, signal: stop.signal }).then(setDraft, (error: unknown) => {
      if (stop.signal.aborted) return;
      // An id that cannot be one is a flow that is not there, too.
      const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
      setFailure({ sentence: messageOf(error), gone });
    });
    return () => stop.abort();
  }, [id, round]);
  if (draft) return <FlowEditor draft={draft} screenId={screenId} mayEdit={can("JOURNEYS.EDIT")} />;
  return (
    <>
      <Bar title={title} />
      {!failure ? (
        <div className="p-6">
          <SkeletonRows label={texts.loading} />
        </div>
      ) : failure.gone ? (
        <EmptyState icon={<FileQuestionMark />} title={texts.gone}>
          {texts.goneText}
        </EmptyState>
      ) : (
        <ErrorState
          title={texts.failed}
          text={failure.sentence}
          onRetry={() => {
            setFailure(undefined);
            setRound((now) => now + 1);
          }}
        />
      )}
    </>
  );
}
