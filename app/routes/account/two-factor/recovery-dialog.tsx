import { Download } from "lucide-react";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { saveFile } from "#app/data/save-file.ts";

/** Shows the recovery codes; they are shown only once. */
export function RecoveryDialog({
  codes,
  onClose,
}: {
  codes: readonly string[] | undefined;
  onClose: () => void;
}) {
  const all = (codes ?? []).join("\n");
  return (
    <Dialog
      open={codes !== undefined}
      onClose={onClose}
      title={texts.codesTitle}
      description={texts.codesText}
      footer={
        <>
          <CopyButton text={all} label={texts.copyCodes} copied={texts.copied} />
          <Button
            size="sm"
            icon={<Download aria-hidden />}
            onClick={() => saveFile(new Blob([`${all}\n`], { type: "text/plain" }), texts.codesFile)}
          >
            {texts.saveCodes}
          </Button>
          <Button tone="primary" autoFocus data-autofocus onClick={onClose}>
            {texts.kept}
          </Button>
        </>
      }
    >
      <ul className="grid gap-x-6 gap-y-1.5 font-mono sm:grid-cols-2">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
