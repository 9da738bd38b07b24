import { FileText, Upload, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useDropzone } from "react-dropzone";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { simulatorFilesTexts as texts } from "#texts/simulator-files.ts";
import { uiTexts } from "#texts/ui.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { endingsText, mostBytesOf } from "#workers/contract/received-media.ts";
import { acceptOf } from "./file-problem.ts";
import { LocalMedium } from "#app/components/local-medium.tsx";

/** One file of this device: chosen, dropped, or pasted anywhere in the dialog; with a preview. */
export function FileField({
  id,
  kind,
  can,
  file,
  error,
  busy,
  onChange,
}: {
  id: string;
  kind: MediaKind;
  can: Capabilities;
  file: File | undefined;
  error: string | undefined;
  busy: boolean;
  onChange: (file: File | undefined) => void;
}) {
  const name = useId();
  const drop = useDropzone({
    accept: acceptOf(kind, can),
    multiple: false,
    disabled: busy,
    noClick: true,
    // A wrong one is shown too, with what is wrong with it.
    onDrop: (accepted, rejected) => onChange(accepted[0] ?? rejected[0]?.file),
  });
  const take = useRef(onChange);
  useEffect(() => {
    take.current = busy ? () => {} : onChange;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.files[0];
      if (!pasted) return;
      event.preventDefault();
      take.current(pasted);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  return (
    <div role="group" aria-labelledby={name} className="grid content-start gap-1">
      <p id={name} className="font-medium">
        {texts.attachment.file}
      </p>
      <div
        {...drop.getRootProps({ role: "presentation", tabIndex: undefined })}
        className={cx(
          "grid gap-2 rounded-lg border-2 border-dashed border-edge px-4 py-3",
          drop.isDragActive && "border-accent bg-accent-soft",
          error && "border-danger",
        )}
      >
        <input
          {...drop.getInputProps({
            "aria-label": texts.chooseFile,
            style: {},
            className: "sr-only",
            tabIndex: -1,
          })}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            id={id}
            size="sm"
            icon={<Upload aria-hidden />}
            disabledReason={busy ? uiTexts.wait : undefined}
            aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
            onClick={drop.open}
          >
            {file ? texts.otherFile : texts.chooseFile}
          </Button>
          <span className="text-[0.8125rem] text-muted">{texts.dropOrPaste}</span>
        </div>
        {file && (
          <Chosen {...{ file, busy }} kind={error ? "document" : kind} onRemove={() => onChange(undefined)} />
        )}
      </div>
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
        {texts.fileLimits(endingsText(kind, can), formatBytes(mostBytesOf(kind, can)))}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[0.8125rem] font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}

function Chosen({
  file,
  kind,
  busy,
  onRemove,
}: {
  file: File;
  kind: MediaKind;
  busy: boolean;
  onRemove: () => void;
}) {
  return (
    <div className="grid gap-2">
      {kind !== "document" && <LocalMedium {...{ file, kind }} label={texts.previewOf(file.name)} />}
      <div className="flex items-center gap-2">
        <FileText aria-hidden className="size-4 shrink-0 text-muted" />
        <span role="status" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {texts.chosenFile(file.name, formatBytes(file.size))}
        </span>
        <IconButton
          size="sm"
          side="left"
          label={texts.removeFile}
          disabledReason={busy ? uiTexts.wait : undefined}
          icon={<X aria-hidden />}
          onClick={onRemove}
        />
      </div>
    </div>
  );
}
