import { type FormEvent, useId, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Customer, eraseCustomer } from "#workers/contract/endpoints/customers.ts";
import type { ErasureReceipt } from "./receipt.tsx";

/** Erasing cannot be undone, so the name must be typed to confirm. */
export function EraseDialog({
  customer: { id, name },
  open,
  onClose,
  onErased,
}: {
  customer: Pick<Customer, "id" | "name">;
  open: boolean;
  onClose: () => void;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const formId = useId();
  const [confirm, setConfirm] = useState("");
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const problem = confirm.trim() === name ? undefined : texts.eraseMismatch;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (busy || problem) return;
    setBusy(true);
    setFailure("");
    try {
      const { receipt } = await call(eraseCustomer, { params: { id }, body: { confirm: confirm.trim() } });
      onErased(receipt);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      open={open}
      busy={busy}
      onClose={onClose}
      title={texts.eraseQuestion(name)}
      description={texts.eraseText}
      footer={
        <>
          <Button onClick={() => !busy && onClose()}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            tone="danger"
            busy={busy}
            disabledReason={problem}
            onClickCapture={() => setAsked(true)}
          >
            {texts.erase}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void send(event)} noValidate className="grid gap-3">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        <Field label={texts.eraseConfirm(name)} error={asked ? problem : undefined}>
          <TextInput
            autoFocus
            dir="auto"
            autoComplete="off"
            value={confirm}
            onChange={(event) => setConfirm(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
