import { type FormEvent, useId, useState } from "react";
import { ApiError } from "#app/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { formatCount } from "#app/format.ts";
import * as messages from "#app/messages.ts";
import type { MarkKind } from "../marks/mark-kinds.ts";
import { type ChosenMark, MarkPicker } from "../marks/mark-picker.tsx";

const texts = messages.customers;

export interface Mapping {
  kind: MarkKind;
  markIds: string[];
  remove: boolean;
  /** Groups from which the customers are moved. */
  outOf: string[];
}

/** Chooses the groups or labels to add to the selected customers, or to remove from them. */
export function MarkChoiceDialog({
  kind,
  remove,
  count,
  shown = [],
  open,
  onClose,
  onSave,
}: {
  kind: MarkKind;
  remove: boolean;
  count: number;
  /** The groups by which the list is filtered: customers added to another group may leave them. */
  shown?: readonly ChosenMark[];
  open: boolean;
  onClose: () => void;
  onSave: (mapping: Mapping) => Promise<void>;
}) {
  const formId = useId();
  const [chosen, setChosen] = useState<ChosenMark[]>([]);
  const [moving, setMoving] = useState(false);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const problem = chosen.length === 0 ? kind.texts.required : undefined;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (busy || problem) return;
    setBusy(true);
    setFailure("");
    try {
      const markIds = chosen.map(({ id }) => id);
      const outOf = moving ? shown.map(({ id }) => id).filter((id) => !markIds.includes(id)) : [];
      await onSave({ kind, markIds, remove, outOf });
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : messages.errors.internal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="sm"
      title={remove ? kind.texts.take : moving ? texts.moveGroup : kind.texts.put}
      description={texts.mapWhom(formatCount(count))}
      footer={
        <>
          <Button onClick={() => !busy && onClose()}>{messages.ui.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            busy={busy}
            disabledReason={problem}
            onClickCapture={() => setAsked(true)}
          >
            {messages.ui.save}
          </Button>
        </>
      }
    >
      {/* The list of groups stays open for multiple choices, so it needs room above the buttons. */}
      <form
        id={formId}
        onSubmit={(event) => void send(event)}
        noValidate
        className="grid min-h-72 content-start gap-3"
      >
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        {shown.length > 0 && (
          <Checkbox
            label={texts.moveOut(shown.map(({ name }) => name).join(", "))}
            checked={moving}
            onChange={setMoving}
            className="[overflow-wrap:anywhere]"
          />
        )}
        <Field label={kind.texts.many} required error={asked ? problem : undefined}>
          <MarkPicker kind={kind} chosen={chosen} creates={!remove} autoFocus onChange={setChosen} />
        </Field>
      </form>
    </Dialog>
  );
}
