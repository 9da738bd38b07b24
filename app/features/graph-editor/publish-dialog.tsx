import { useState } from "react";
import { request } from "#app/data/api.ts";
import { PublishWindow } from "#app/features/draft-editor/publish-window.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
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
  /** Why test cases stop it; empty as long as none has. */
  const [blocked, setBlocked] = useState("");
  const [anyway, setAnyway] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ errors, message }) => {
      const isBlocked = errors["anyway"] !== undefined;
      if (isBlocked) setBlocked(message);
      return isBlocked;
    },
  });
  const close = () => {
    setBlocked("");
    setAnyway("");
    setAsked(false);
    onClose();
  };
  const submit = async () => {
    if (blocked !== "" && anyway.trim() === "") return setAsked(true);
    if (!(await control.flush())) return setFailure(graphEditorTexts.save.waiting);
    return send(
      () =>
        request(automationDoors[kind].publish, {
          params: { id },
          body: { revision: control.revision(), note, ...(blocked !== "" && { anyway }) },
        }),
      ({ payload }) => {
        control.setPublished(payload.number);
        setNote("");
        close();
      },
    );
  };
  return (
    <PublishWindow
      {...{ open, busy, failure }}
      onClose={close}
      title={texts.title}
      text={texts.text((control.published.version ?? 0) + 1)}
      submit={blocked === "" ? texts.open : texts.publishAnyway}
      onSubmit={() => void submit()}
    >
      {blocked !== "" && (
        <>
          <Banner kind="warning" live>
            {blocked}
          </Banner>
          <Field
            label={texts.anyway}
            hint={texts.anywayHint}
            required
            error={isAsked && anyway.trim() === "" ? texts.anywayEmpty : undefined}
          >
            <Textarea
              maxLength={AUTOMATION.reason}
              value={anyway}
              onChange={(event) => setAnyway(event.target.value)}
            />
          </Field>
        </>
      )}
      <Field label={texts.note} hint={texts.noteHint}>
        <Textarea
          maxLength={AUTOMATION.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </PublishWindow>
  );
}
