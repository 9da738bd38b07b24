import { FileQuestionMark } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError, call, messageOf } from "#app/data/api.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FormEditor } from "#app/features/form-editor/form-editor.tsx";
import { useCan } from "#app/session/session.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { type FormDraft, getFormDraft } from "#workers/contract/endpoints/forms.ts";
import { Bar } from "./bar.tsx";

/** The form designer of this system, where no other one is set up; asked for at each opening. */
export function OwnFormDesigner({ id, title }: { id: string; title: string }) {
  const can = useCan();
  const [draft, setDraft] = useState<FormDraft>();
  const [failure, setFailure] = useState<{ sentence: string; gone: boolean }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(getFormDraft, { params: { id }, signal: stop.signal }).then(setDraft, (error: unknown) => {
      if (stop.signal.aborted) return;
      setFailure({ sentence: messageOf(error), gone: error instanceof ApiError && error.status === 404 });
    });
    return () => stop.abort();
  }, [id, round]);
  if (draft) return <FormEditor draft={draft} title={title} readOnly={!can("ENCAPS.EDIT")} />;
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
          title={texts.designerFailed}
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
