import { type FormEvent, useId, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { formatCount } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import type { TaggingKind } from "../taggings/tagging-kinds.ts";
import { type ChosenTagging, TaggingPicker } from "../taggings/tagging-picker.tsx";

export interface Mapping {
  kind: TaggingKind;
  markIds: string[];
  remove: boolean;
  /** Groups from which the customers are moved. */
  outOf: string[];
}

/** Chooses the groups or labels to add to the selected customers, or to remove from them. */
export function TaggingChoiceDialog({
  kind,
  remove,
  count,
  shown = [],
  open,
  onClose,
  onSave,
}: {
  kind: TaggingKind;
  remove: boolean;
  count: number;
  /** The groups by which the list is filtered: customers added to another group may leave them. */
  shown?: readonly ChosenTagging[];
  open: boolean;
  onClose: () => void;
  onSave: (mapping: Mapping) => Promise<void>;
}) {
  const formId = useId();
  const [chosen, setChosen] = useState<ChosenTagging[]>([]);
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
      setFailure(error instanceof ApiError ? error.message : errorsTexts.internal);
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
          <Button onClick={() => !busy && onClose()}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            busy={busy}
            disabledReason={problem}
            onClickCapture={() => setAsked(true)}
          >
            {uiTexts.save}
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
          <TaggingPicker kind={kind} chosen={chosen} creates={!remove} autoFocus onChange={setChosen} />
        </Field>
      </form>
    </Dialog>
  );
}
