import { FileQuestionMark } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError, messageOf } from "#app/data/api.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { designerTexts } from "#texts/designer.ts";
import { Bar } from "./bar.tsx";

const texts = designerTexts.draft;

/**
 * Opens a draft and shows its designer. Asks anew at each opening: work that began from an older draft would be
 * refused. The draft and the way to open it stay as they were at mounting: give it a key.
 */
export function OpenedDraft<Draft>({
  title,
  ask,
  children,
}: {
  /** Until the name is known. */
  title: string;
  ask: (signal: AbortSignal) => Promise<Draft>;
  children: (draft: Draft) => ReactNode;
}) {
  const [first] = useState(() => ask);
  const [draft, setDraft] = useState<Draft>();
  const [failure, setFailure] = useState<{ sentence: string; gone: boolean }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    first(stop.signal).then(setDraft, (error: unknown) => {
      if (stop.signal.aborted) return;
      // An id that cannot be one is something that is not there, too.
      const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
      setFailure({ sentence: messageOf(error), gone });
    });
    return () => stop.abort();
  }, [first, round]);
  if (draft) return children(draft);
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
