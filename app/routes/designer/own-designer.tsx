import { FileQuestionMark } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { ApiError, call, messageOf } from "#app/data/api.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { GraphEditor } from "#app/features/graph-editor/graph-editor.tsx";
import { useCan } from "#app/session/session.ts";
import { designerTexts } from "#texts/designer.ts";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type AutomationDraft, automationDoors } from "#workers/contract/endpoints/automations.ts";
import { Bar } from "./bar.tsx";

/** The designer of this system, where no other one is set up. */
export function OwnDesigner({
  kind,
  id,
  title,
  nodeId,
}: {
  kind: AutomationKind;
  id: string;
  /** Until the name is known. */
  title: string;
  nodeId: string | null;
}) {
  const can = useCan();
  const { draft, failure, retry } = useFreshDraft(kind, id);
  if (failure) {
    return (
      <>
        <Bar title={title} />
        {failure.gone ? (
          <EmptyState icon={<FileQuestionMark />} title={texts.gone}>
            {texts.goneText}
          </EmptyState>
        ) : (
          <ErrorState title={texts.failed} text={failure.sentence} onRetry={retry} />
        )}
      </>
    );
  }
  if (!draft) {
    return (
      <>
        <Bar title={title} />
        <div className="p-6">
          <SkeletonRows label={texts.loading} />
        </div>
      </>
    );
  }
  return (
    <GraphEditor
      draft={draft}
      title={designerTexts.titles[kind](draft.name)}
      nodeId={nodeId ?? undefined}
      readOnly={!can(kind === "journey" ? "JOURNEYS.EDIT" : "ENCAPS.EDIT")}
    />
  );
}

/** Asked for at each opening: work that began from an older draft would be refused. */
function useFreshDraft(kind: AutomationKind, id: string) {
  const [draft, setDraft] = useState<AutomationDraft>();
  const [failure, setFailure] = useState<{ sentence: string; gone: boolean }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(automationDoors[kind].draft, { params: { id }, signal: stop.signal }).then(
      setDraft,
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setFailure({
          sentence: messageOf(error),
          gone: error instanceof ApiError && error.status === 404,
        });
      },
    );
    return () => stop.abort();
  }, [kind, id, round]);
  const retry = useCallback(() => {
    setFailure(undefined);
    setRound((now) => now + 1);
  }, []);
  return { draft, failure, retry };
}
