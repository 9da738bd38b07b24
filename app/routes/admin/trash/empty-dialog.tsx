import { type FormEvent, useId, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formatCount } from "#app/lib/format.ts";
import { errorsTexts } from "#texts/errors.ts";
import { trashTexts as texts } from "#texts/trash.ts";
import { uiTexts } from "#texts/ui.ts";
import { emptyTrash, type TrashKind } from "#workers/contract/endpoints/trash.ts";

/** Permanently deletes all items of a kind, after the confirmation word was typed. */
export function EmptyDialog({
  kind,
  onClose,
  onDone,
}: {
  kind: TrashKind;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [failure, setFailure] = useState("");
  const [gone, setGone] = useState<number>();
  const busy = gone !== undefined;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.trim().toLowerCase() !== texts.word) return setError(texts.typeIt);
    setFailure("");
    let all = 0;
    setGone(all);
    try {
      // Each call deletes a limited number; the next one continues.
      for (let more = true; more;) {
        const answer = await call(emptyTrash, { body: { kind, confirm: typed } });
        all += answer.purged;
        ({ more } = answer);
        setGone(all);
      }
      onDone(texts.emptied(formatCount(all)));
    } catch (problem) {
      setGone(undefined);
      setFailure(problem instanceof ApiError ? problem.message : errorsTexts.internal);
    }
  };
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      busy={busy}
      onClose={onClose}
      title={texts.emptyTitle(texts.kinds[kind])}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="danger" type="submit" form={formId} busy={busy}>
            {texts.empty}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void send(event)} noValidate className="grid gap-3">
        <p className="text-muted">{texts.emptyText}</p>
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        {busy && gone > 0 && <p role="status">{texts.emptying(formatCount(gone))}</p>}
        <Field label={texts.typeWord} required error={error || undefined}>
          <TextInput
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError("");
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
