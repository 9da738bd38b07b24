import { FileText, Upload } from "lucide-react";
import { useState } from "react";
import { ErrorCode, useDropzone } from "react-dropzone";
import { ExportButton } from "#app/kit/export-button.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Progress } from "#app/components/ui/progress.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { inspectFile, MAX_FILE_BYTES, sampleCsv } from "#workers/contract/endpoints/imports.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { useSendingGuard } from "#app/features/file-upload/use-sending-guard.ts";
import { useSending } from "#app/features/file-upload/use-sending.ts";
import { call } from "#app/data/api.ts";

export type Inspected = ReplyOf<typeof inspectFile>;
const inspect = (path: string, signal: AbortSignal) => call(inspectFile, { body: { path }, signal });

/** The sample file, the drop zone, and the upload's progress. */
export function ChooseFile({ onInspected }: { onInspected: (file: File, inspected: Inspected) => void }) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState("");
  const sending = useSending(inspect, onInspected);
  const busy = sending.share !== undefined;
  useSendingGuard(busy);

  const drop = useDropzone({
    accept: { "text/csv": [".csv"] },
    multiple: false,
    maxSize: MAX_FILE_BYTES,
    disabled: busy,
    onDrop: (accepted, rejected) => {
      const [chosen] = accepted;
      sending.cancel();
      setFile(chosen?.size ? chosen : undefined);
      const code = rejected[0]?.errors[0]?.code;
      if (code !== undefined) {
        setProblem(code === (ErrorCode.FileTooLarge as string) ? texts.fileTooLarge : texts.notCsv);
      } else setProblem(chosen?.size === 0 ? texts.empty : "");
    },
  });
  const failure = problem || sending.failure;
  return (
    <div className="grid gap-4">
      <Sample />
      <Card className="grid gap-4 p-5">
        <div
          {...drop.getRootProps({ role: "presentation" })}
          className={cx(
            "grid justify-items-center gap-2 rounded-lg border-2 border-dashed border-edge px-4 py-8 text-center",
            drop.isDragActive && "border-accent bg-accent-soft",
          )}
        >
          <input {...drop.getInputProps({ "aria-label": texts.choose, style: {}, className: "sr-only" })} />
          <Upload aria-hidden className="size-6 text-muted" />
          <button
            type="button"
            disabled={busy}
            className="rounded font-medium text-accent-ink underline-offset-2 hover:underline disabled:opacity-55"
            onClick={(event) => {
              event.stopPropagation();
              drop.open();
            }}
          >
            {file ? texts.otherFile : texts.drop}
          </button>
        </div>
        <Failure text={failure} />
        {file && (
          <div className="flex flex-wrap items-center gap-3">
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {texts.chosen(file.name, formatBytes(file.size))}
            </span>
            {busy ? (
              <Button onClick={sending.cancel}>{uiTexts.cancel}</Button>
            ) : (
              <Button
                tone="primary"
                icon={<Upload aria-hidden />}
                aria-label={sending.canGoOn ? texts.sendAgain : texts.uploadFile(file.name)}
                onClick={() => void sending.send(file)}
              >
                {sending.canGoOn ? texts.sendAgain : texts.upload}
              </Button>
            )}
          </div>
        )}
        {busy && <Progress label={texts.sending} value={sending.share} />}
        <p role="status" className="text-muted empty:hidden">
          {sending.waiting === undefined ? "" : texts.sendingAgain(sending.waiting)}
        </p>
      </Card>
    </div>
  );
}

function Sample() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-5">
      <p>{texts.sampleText}</p>
      <ExportButton endpoint={sampleCsv} fileName="Sample.csv" label={texts.downloadSample} />
    </Card>
  );
}
