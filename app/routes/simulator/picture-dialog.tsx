import { FormDialog } from "#app/kit/form-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { usePhone } from "./use-phone.ts";

const FORM = "simulated-picture";
const labels = { url: texts.pictureAddress };

/** A picture is sent by its address, as vendors tell of one. */
export function PictureDialog({
  say,
  sending,
  onClose,
}: Pick<ReturnType<typeof usePhone>, "say" | "sending"> & { onClose: () => void }) {
  const form = useFields({ url: "" }, ({ url }): { url?: string } =>
    url.startsWith("https://") && URL.canParse(url) ? {} : { url: texts.pictureWrong },
  );
  const send = async () => {
    if (!form.check()) return;
    if (await say({ kind: "image", medium: { url: form.values.url } })) onClose();
  };
  return (
    <FormDialog
      {...{ form, labels, sending, onClose }}
      open
      id={FORM}
      title={texts.sendPicture}
      submit={texts.send}
      onSubmit={send}
    >
      <Field id={`${FORM}-url`} label={labels.url} required error={form.errors.url}>
        <TextInput autoFocus type="url" {...form.text("url")} />
      </Field>
    </FormDialog>
  );
}
