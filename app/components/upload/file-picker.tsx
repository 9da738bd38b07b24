import { Upload } from "lucide-react";
import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { driveTexts as texts } from "#texts/drive.ts";
import { uiTexts } from "#texts/ui.ts";
import { mostBytesOf, rulesOf, type DriveFile, type DriveUse } from "#workers/contract/endpoints/drive.ts";
import { acceptOf, isCropped, limitsText, problemOf } from "./file-rules.ts";
import { useUpload } from "./use-upload.ts";

const CropDialog = lazily(
  () => import("./crop-dialog.tsx"),
  (module) => module.CropDialog,
);
/** The longest side of a cropped picture, if the use does not say. */
const USUAL_SIDE = 1_920;

/**
 * One file for a use: dropped or chosen, cropped if it is a picture, uploaded with progress. Errors are shown here,
 * beside the choice.
 */
export function FilePicker({
  use,
  label,
  round = false,
  limitsShown = true,
  onUploaded,
}: {
  use: DriveUse;
  /** Label of the choice: "Upload a picture". */
  label: string;
  /** The cropped part will be shown in a circle. */
  round?: boolean;
  limitsShown?: boolean;
  onUploaded: (file: DriveFile) => void | Promise<void>;
}) {
  const [cropping, setCropping] = useState<File>();
  const uploading = useUpload(use, onUploaded);
  const busy = uploading.share !== undefined;
  const { aspect, side } = rulesOf(use);

  const take = (file: File) => {
    const problem = problemOf(file, use);
    uploading.refuse(problem);
    if (problem) return;
    if (isCropped(file, use)) setCropping(file);
    else void uploading.send(file);
  };
  const drop = useDropzone({
    accept: acceptOf(use),
    multiple: false,
    disabled: busy,
    noClick: true,
    onDrop: (accepted, rejected) => {
      const file = accepted[0] ?? rejected[0]?.file;
      if (file) take(file);
    },
  });

  return (
    <div className="grid gap-2">
      <div
        {...drop.getRootProps({ role: "presentation", tabIndex: undefined })}
        className={cx(
          "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border-2 border-dashed border-edge px-4 py-3",
          drop.isDragActive && "border-accent bg-accent-soft",
        )}
      >
        <input
          {...drop.getInputProps({ "aria-label": label, style: {}, className: "sr-only", tabIndex: -1 })}
        />
        <Button
          size="sm"
          icon={<Upload aria-hidden />}
          disabledReason={busy ? uiTexts.wait : undefined}
          onClick={drop.open}
        >
          {label}
        </Button>
        {limitsShown && <span className="text-[0.8125rem] text-muted">{limitsText(use)}</span>}
      </div>
      {busy && (
        <div className="flex items-end gap-3">
          <Progress
            className="min-w-0 flex-1"
            label={texts.sending(uploading.name)}
            value={uploading.share}
          />
          <Button size="sm" onClick={uploading.cancel}>
            {uiTexts.cancel}
          </Button>
        </div>
      )}
      {uploading.failure && (
        <Banner
          kind="error"
          live
          actions={
            uploading.again && (
              <Button size="sm" onClick={uploading.again}>
                {texts.sendAgain}
              </Button>
            )
          }
        >
          {uploading.failure}
        </Banner>
      )}
      {cropping && aspect !== undefined && (
        <CropDialog
          source={cropping}
          aspect={aspect}
          round={round}
          limits={{ side: side ?? USUAL_SIDE, bytes: mostBytesOf(use) }}
          onClose={() => setCropping(undefined)}
          onCropped={(file) => {
            setCropping(undefined);
            void uploading.send(file);
          }}
        />
      )}
    </div>
  );
}
