import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { formatMoment } from "#app/lib/format.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  FORM,
  type FormDraft,
  listFormVersions,
  publishForm,
  takeFormBack,
} from "#workers/contract/endpoints/forms.ts";
import type { FormControl } from "./use-form.ts";

interface Props {
  draft: FormDraft;
  control: FormControl;
  onClose: () => void;
}

/** Makes the draft, as it is saved, the next version. */
export function PublishDialog({ draft, control, onClose }: Props) {
  const [note, setNote] = useState("");
  const { busy, failure, setFailure, send } = useSend();
  const submit = async () => {
    if (!(await control.flush())) return setFailure(texts.notSaved);
    return send(
      () => request(publishForm, { params: { id: draft.id }, body: { revision: control.revision(), note } }),
      ({ payload }) => {
        control.setPublished(payload.number);
        onClose();
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={texts.publishTitle}
      description={texts.publishText((control.published.version ?? 0) + 1)}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" busy={busy} onClick={() => void submit()}>
            {texts.publish}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        <Field label={texts.note}>
          <Textarea maxLength={FORM.note} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}

const PAGE = 20;

/** Published versions, and the way back to one. */
export function VersionsDialog({ draft, control, readOnly, onClose }: Props & { readOnly: boolean }) {
  const [pages, setPages] = useState(1);
  const params = { id: draft.id };
  const { answer, failure, asking, reload } = useQueryOf(
    listFormVersions,
    { params, query: { from: 0, perPage: pages * PAGE } },
    { keepsLast: true },
  );
  const confirm = useConfirm();
  const toast = useToast();
  const { busy, failure: problem, send } = useSend();
  const takeBack = async (number: number) => {
    const question = {
      title: texts.takeBackOf(number),
      text: texts.takeBackText,
      confirmLabel: texts.takeBack,
      tone: "primary" as const,
    };
    if (!(await confirm(question))) return;
    await send(
      async () => {
        await control.flush();
        return call(takeFormBack, { params, body: { number, revision: control.revision() } });
      },
      (next) => {
        control.take(next);
        toast.success(texts.taken(number));
        onClose();
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.versions}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-3">
        {problem && (
          <Banner kind="error" live>
            {problem}
          </Banner>
        )}
        {failure && <ErrorState text={failure.message} busy={asking} onRetry={reload} />}
        {!answer && !failure && <BusyLine />}
        {answer?.versions.length === 0 && <p className="py-4 text-center text-muted">{texts.versionsNone}</p>}
        <ul className="grid gap-2">
          {answer?.versions.map(({ number, note, publishedBy, publishedAt }) => (
            <li key={number} className="rounded-md border border-line px-3 py-2">
              <div className="flex flex-wrap items-center gap-2">
                <h3 className="min-w-0 flex-1 font-medium">{texts.versionOf(number)}</h3>
                {!readOnly && (
                  <Button size="sm" disabled={busy} onClick={() => void takeBack(number)}>
                    {texts.takeBack}
                  </Button>
                )}
              </div>
              <p className="text-xs text-muted">{texts.versionBy(publishedBy, formatMoment(publishedAt))}</p>
              {note && <p className="mt-1 [overflow-wrap:anywhere]">{note}</p>}
            </li>
          ))}
        </ul>
        {answer?.more && <Button onClick={() => setPages(pages + 1)}>{texts.submissions.more}</Button>}
      </div>
    </Dialog>
  );
}
