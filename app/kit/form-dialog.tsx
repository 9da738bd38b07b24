import type { FormEvent, ReactNode } from "react";
import { listProblems } from "#app/data/problems.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import type { Sending } from "#app/kit/use-send.ts";
import { uiTexts } from "#texts/ui.ts";

interface Props<Name extends string> {
  /** The form's id; the control of a field is `${id}-${name}`. */
  id: string;
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  role?: "dialog" | "alertdialog";
  form: Pick<Fields<Record<Name, unknown>>, "errors" | "round" | "edited">;
  /** The fields in their order; several errors are listed by these names. */
  labels: Record<Name, string>;
  sending: Pick<Sending, "busy" | "failure">;
  /** If more than the form's fields can be edited. */
  edited?: boolean;
  onSubmit: () => unknown;
  /** Default: Save. */
  submit?: string;
  tone?: "primary" | "danger";
  submitDisabledReason?: string | undefined;
  /** Buttons between Cancel and Save. */
  buttons?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: its failure and errors, its fields, Cancel and Save; closing it with edits asks first. */
export function FormDialog<Name extends string>({
  id,
  form,
  labels,
  sending: { busy, failure },
  edited = form.edited,
  onSubmit,
  submit = uiTexts.save,
  tone = "primary",
  submitDisabledReason,
  buttons,
  children,
  ...dialog
}: Props<Name>) {
  const onForm = (event: FormEvent) => {
    event.preventDefault();
    // A dialog opened from a form is inside it for React, though not in the document.
    event.stopPropagation();
    onSubmit();
  };
  const names = Object.keys(labels) as Name[];
  const problems = listProblems(names, form.errors, labels, (name) => `${id}-${name}`);
  return (
    <Dialog
      {...dialog}
      busy={busy}
      edited={edited}
      footer={
        <>
          <Button onClick={() => !busy && dialog.onClose()}>{uiTexts.cancel}</Button>
          {buttons}
          <Button tone={tone} type="submit" form={id} busy={busy} disabledReason={submitDisabledReason}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onForm} className="grid gap-4">
        <FormHead failure={failure} problems={problems} round={form.round} />
        {children}
      </form>
    </Dialog>
  );
}
