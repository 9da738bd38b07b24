import type { ReactNode } from "react";
import type { Work } from "#app/features/autosave/use-work.ts";
import type { Sending } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";

interface PublishedVersion {
  number: number;
  note: string;
  publishedBy: string;
  publishedAt: string;
}

interface Words {
  title: string;
  none: string;
  more: string;
  number: (number: number) => string;
  by: (who: string, when: string) => string;
  /** Where one has none; nothing is said without it. */
  noNote?: string;
  takeBack: string;
  takeBackOf: (number: number) => string;
  takeBackText: string;
  taken: (number: number) => string;
}

/** Published versions of a draft, and the way back to one. The caller passes whatever is special to its kind. */
export function VersionsWindow<Draft, Version extends PublishedVersion>({
  open = true,
  size,
  words,
  list: { answer, failure, asking, reload },
  sending: { busy, failure: problem, send },
  control,
  readOnly,
  takeBack,
  renderActions,
  renderAbout,
  onMore,
  onClose,
}: {
  open?: boolean;
  size?: "lg";
  words: Words;
  list: {
    answer: { versions: readonly Version[]; more: boolean } | undefined;
    failure: { message: string } | undefined;
    asking: boolean;
    reload: () => void;
  };
  sending: Pick<Sending, "busy" | "failure" | "send">;
  control: Pick<Work<unknown, Draft>, "flush" | "take" | "revision">;
  readOnly: boolean;
  /** Makes an older one the draft, at this revision. */
  takeBack: (number: number, revision: number) => Promise<Draft>;
  /** Buttons beside the way back. */
  renderActions?: (version: Version) => ReactNode;
  /** More details of a version. */
  renderAbout?: (version: Version) => ReactNode;
  onMore: () => void;
  onClose: () => void;
}) {
  const confirm = useConfirm();
  const toast = useToast();
  const goBack = async (number: number) => {
    const question = {
      title: words.takeBackOf(number),
      text: words.takeBackText,
      confirmLabel: words.takeBack,
      tone: "primary" as const,
    };
    if (!(await confirm(question))) return;
    await send(
      async () => {
        await control.flush();
        return takeBack(number, control.revision());
      },
      (next) => {
        control.take(next);
        toast.success(words.taken(number));
        onClose();
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      {...(size && { size })}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-3">
        <Failure text={problem} />
        {failure && <ErrorState text={failure.message} busy={asking} onRetry={reload} />}
        {!answer && !failure && <BusyLine />}
        {answer?.versions.length === 0 && <p className="py-4 text-center text-muted">{words.none}</p>}
        <ul className="grid gap-2">
          {answer?.versions.map((version) => {
            const { number, note, publishedBy, publishedAt } = version;
            const noted = note || words.noNote;
            return (
              <li key={number} className="rounded-md border border-line px-3 py-2">
                <div className="flex flex-wrap items-center gap-2">
                  <h3 className="min-w-0 flex-1 font-medium">{words.number(number)}</h3>
                  {renderActions?.(version)}
                  {!readOnly && (
                    <Button
                      size="sm"
                      disabledReason={busy ? uiTexts.wait : undefined}
                      onClick={() => void goBack(number)}
                    >
                      {words.takeBack}
                    </Button>
                  )}
                </div>
                <p className="text-xs text-muted">{words.by(publishedBy, formatMoment(publishedAt))}</p>
                {noted && <p className="mt-1 [overflow-wrap:anywhere]">{noted}</p>}
                {renderAbout?.(version)}
              </li>
            );
          })}
        </ul>
        {answer?.more && <Button onClick={onMore}>{words.more}</Button>}
      </div>
    </Dialog>
  );
}
