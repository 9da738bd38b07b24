import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { PublishWindow } from "#app/features/draft-editor/publish-window.tsx";
import { VersionsWindow } from "#app/features/draft-editor/versions-window.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
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
    <PublishWindow
      {...{ busy, failure, onClose }}
      title={texts.publishTitle}
      text={texts.publishText((control.published.version ?? 0) + 1)}
      submit={texts.publish}
      onSubmit={() => void submit()}
    >
      <Field label={texts.note}>
        <Textarea maxLength={FORM.note} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </PublishWindow>
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
  const sending = useSend();
  return (
    <VersionsWindow
      {...{ sending, control, readOnly, onClose }}
      words={WORDS}
      list={{ answer, failure, asking, reload }}
      takeBack={(number, revision) => call(takeFormBack, { params, body: { number, revision } })}
      onMore={() => setPages(pages + 1)}
    />
  );
}

const WORDS = {
  title: texts.versions,
  none: texts.versionsNone,
  more: texts.submissions.more,
  number: texts.versionOf,
  by: texts.versionBy,
  takeBack: texts.takeBack,
  takeBackOf: texts.takeBackOf,
  takeBackText: texts.takeBackText,
  taken: texts.taken,
};
