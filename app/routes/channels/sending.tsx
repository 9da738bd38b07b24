import { Clock, OctagonX, Play } from "lucide-react";
import { request } from "#app/data/api.ts";
import { put } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { formatMoment } from "#app/lib/format.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
import { sendingTexts as texts } from "#texts/sending.ts";
import {
  getSending,
  LONGEST_REASON,
  resumeSending,
  type Sending,
  stopSending,
} from "#workers/contract/endpoints/sending.ts";

const FORM = "stop-sending";
const show = (sending: Sending) => put(getSending, {}, sending);

/** Says that everything is stopped, by whom and why, as long as it is; nothing otherwise. */
export function StoppedBanner({ sending: { stopped }, mayEdit }: { sending: Sending; mayEdit: boolean }) {
  const resuming = useSend();
  const resume = () =>
    resuming.send(
      () => request(resumeSending),
      ({ payload }) => show(payload),
    );
  if (!stopped) return null;
  return (
    <div className="mb-4 grid gap-2">
      <Banner
        kind="warning"
        title={texts.banner(stopped.by, formatMoment(stopped.at))}
        actions={
          mayEdit && (
            <Button icon={<Play aria-hidden />} busy={resuming.busy} onClick={() => void resume()}>
              {texts.resume}
            </Button>
          )
        }
      >
        <span dir="auto">{stopped.reason}</span>
      </Banner>
      <Failure text={resuming.failure} />
    </div>
  );
}

export const StopButton = ({ onClick }: { onClick: () => void }) => (
  <Button icon={<OctagonX aria-hidden />} onClick={onClick}>
    {texts.stop}
  </Button>
);

export const OffersButton = ({ onClick }: { onClick: () => void }) => (
  <Button icon={<Clock aria-hidden />} onClick={onClick}>
    {texts.offers.open}
  </Button>
);

/** Asks for the reason: whoever finds everything stopped has to know why. */
export function StopDialog({ onClose }: { onClose: () => void }) {
  const form = useFields({ reason: "" }, ({ reason }) => ({
    reason:
      reason.trim() === ""
        ? texts.reasonEmpty
        : reason.trim().length > LONGEST_REASON
          ? errorsTexts.tooLong(LONGEST_REASON)
          : undefined,
  }));
  const sending = useSend({ form });
  const stop = () =>
    sending.send(
      () => request(stopSending, { body: { reason: form.values.reason } }),
      ({ payload }) => {
        show(payload);
        onClose();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      role="alertdialog"
      size="sm"
      title={texts.stopTitle}
      description={texts.stopText}
      labels={{ reason: texts.reason }}
      submit={texts.stop}
      tone="danger"
      onSubmit={stop}
    >
      <Field id={`${FORM}-reason`} label={texts.reason} hint={texts.reasonHint} error={form.errors.reason}>
        <TextInput autoFocus dir="auto" autoComplete="off" {...form.text("reason")} />
      </Field>
    </FormDialog>
  );
}
