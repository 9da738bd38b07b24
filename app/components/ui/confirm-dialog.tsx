import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { Failure } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface Question {
  /** The question itself, naming the thing. */
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "danger" | "primary";
  /** Runs while the dialog shows that it is busy; on failure the dialog stays open and shows why. */
  run?: () => Promise<unknown>;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** `if (await confirm({ title: …, confirmLabel: … })) …` The safe button has the focus; a second press does nothing. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider above it");
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const settle = useRef<(answer: boolean) => void>(undefined);

  const ask = useCallback<Ask>((next) => {
    settle.current?.(false);
    setQuestion(next);
    setFailure(undefined);
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);

  const answer = (yes: boolean) => {
    setOpen(false);
    settle.current?.(yes);
    settle.current = undefined;
  };

  const confirm = async () => {
    if (busy || !question) return;
    if (!question.run) return answer(true);
    setBusy(true);
    setFailure(undefined);
    try {
      await question.run();
      answer(true);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      <Dialog
        role="alertdialog"
        size="sm"
        open={open}
        busy={busy}
        onClose={() => answer(false)}
        title={question?.title ?? ""}
        footer={
          <>
            <Button autoFocus data-autofocus onClick={() => !busy && answer(false)}>
              {question?.cancelLabel ?? uiTexts.cancel}
            </Button>
            <Button tone={question?.tone ?? "danger"} busy={busy} onClick={confirm}>
              {question?.confirmLabel}
            </Button>
          </>
        }
      >
        {question?.text && <div className="text-muted">{question.text}</div>}
        <Failure text={failure} className="mt-3" />
      </Dialog>
    </ConfirmContext>
  );
}
