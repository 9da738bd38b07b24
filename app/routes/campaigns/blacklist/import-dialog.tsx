import { upload } from "#app/data/api.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useFileForm } from "#app/kit/use-file-form.ts";
import type { FollowedJob } from "#app/kit/use-job.ts";
import { useState } from "react";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { importBlacklist } from "#workers/contract/endpoints/blacklist.ts";
import { ImportNotice } from "./import-notice.tsx";
import { asked, startingAt, WhereAndWhy } from "./where-and-why.tsx";

const FORM = "import-blacklist";
const labels = { files: texts.choose, channelType: texts.channel, reason: texts.reason };

/** Sends a file, then shows how far its import is; the import goes on when the dialog is closed. */
export function ImportDialog({
  open,
  importing: { job, follow },
  onClose,
}: {
  open: boolean;
  importing: FollowedJob;
  onClose: () => void;
}) {
  const [sent, setSent] = useState(false);
  const { form, sending } = useFileForm(startingAt);
  const send = () =>
    sending.send(
      async () =>
        (await upload(importBlacklist, { body: asked(form.values), files: form.values.files })).payload,
      (started) => {
        follow(started.jobId, started);
        setSent(true);
      },
    );
  return (
    <FormDialog
      {...{ open, onClose, form, labels, sending }}
      id={FORM}
      title={texts.importTitle}
      description={texts.importLead}
      edited={!sent && form.edited}
      submit={texts.begin}
      onSubmit={send}
      done={sent && job ? <ImportNotice job={job} /> : undefined}
    >
      <Field id={`${FORM}-files`} label={labels.files} required error={form.errors.files}>
        <TextInput
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => form.set("files", [...(event.target.files ?? [])])}
        />
      </Field>
      <WhereAndWhy id={FORM} values={form.values} set={form.set} />
    </FormDialog>
  );
}
