import { useState } from "react";
import { request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  AUTOMATION,
  type AutomationDraft,
  automationDoors,
} from "#workers/contract/endpoints/automations.ts";
import type { GraphControl } from "./use-graph.ts";

const texts = graphEditorTexts.publish;

/** Makes the draft, as it is saved, the next version. */
export function PublishDialog({
  draft: { id, kind },
  control,
  open,
  onClose,
}: {
  draft: Pick<AutomationDraft, "id" | "kind">;
  control: GraphControl;
  open: boolean;
  onClose: () => void;
}) {
  const [note, setNote] = useState("");
  const { busy, failure, setFailure, send } = useSend();
  const submit = async () => {
    if (!(await control.flush())) return setFailure(graphEditorTexts.save.waiting);
    return send(
      () =>
        request(automationDoors[kind].publish, {
          params: { id },
          body: { revision: control.revision(), note },
        }),
      ({ payload }) => {
        control.setPublished(payload.number);
        setNote("");
        onClose();
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={texts.title}
      description={texts.text((control.published.version ?? 0) + 1)}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" busy={busy} onClick={() => void submit()}>
            {texts.open}
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
        <Field label={texts.note} hint={texts.noteHint}>
          <Textarea
            maxLength={AUTOMATION.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
