import { type ReactNode, type Ref, useImperativeHandle } from "react";
import { useDropzone } from "react-dropzone";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Progress } from "#app/components/ui/progress.tsx";
import { acceptOf } from "#app/components/upload/file-rules.ts";
import { shortName } from "#app/lib/short-name.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import type { LibraryUploads, UploadRow } from "./use-library-uploads.ts";

export interface DropAreaHandle {
  /** Opens the browser's own dialog. */
  open: () => void;
}

/** Takes files that are dropped anywhere on the library, and shows what becomes of each. */
export function DropArea({
  enabled,
  uploads,
  ref,
  children,
}: {
  enabled: boolean;
  uploads: LibraryUploads;
  ref: Ref<DropAreaHandle>;
  children: ReactNode;
}) {
  const drop = useDropzone({
    accept: acceptOf("attachment"),
    noClick: true,
    noKeyboard: true,
    disabled: !enabled,
    onDrop: (accepted, rejected) => uploads.add([...accepted, ...rejected.map(({ file }) => file)]),
  });
  useImperativeHandle(ref, () => ({ open: drop.open }), [drop.open]);
  return (
    <div
      {...drop.getRootProps({ role: "presentation", tabIndex: undefined })}
      className={cx("relative", drop.isDragActive && "rounded-xl outline-2 outline-accent outline-dashed")}
    >
      <input
        {...drop.getInputProps({ "aria-label": texts.upload, style: {}, className: "sr-only", tabIndex: -1 })}
      />
      {drop.isDragActive && (
        <p className="pointer-events-none absolute inset-x-0 top-2 z-20 mx-auto w-fit rounded-lg bg-accent px-4 py-2 font-medium text-on-accent">
          {texts.dropHere}
        </p>
      )}
      {uploads.rows.length > 0 && <Uploads {...uploads} />}
      {children}
    </div>
  );
}

function Uploads({ rows, again, clear }: LibraryUploads) {
  const isBusy = rows.some(({ state }) => state === "waits" || state === "uploading");
  return (
    <Card className="mb-4 grid gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{texts.uploads}</h2>
        {!isBusy && (
          <Button size="sm" onClick={clear}>
            {texts.hideUploads}
          </Button>
        )}
      </div>
      <ul className="grid gap-3" aria-live="polite">
        {rows.map((row) => (
          <UploadLine key={row.id} row={row} onAgain={() => again(row.id)} />
        ))}
      </ul>
    </Card>
  );
}

const STATES = {
  waits: texts.waits,
  uploading: texts.uploading,
  complete: texts.complete,
  failed: texts.uploadFailed,
} as const;

function UploadLine({
  row: { file, state, share, failure, final },
  onAgain,
}: {
  row: UploadRow;
  onAgain: () => void;
}) {
  const name = shortName(file.name);
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        <span className={cx("text-[0.8125rem]", state === "failed" ? "text-danger-ink" : "text-muted")}>
          {STATES[state]}
        </span>
      </div>
      {state === "uploading" && <Progress label={name} labelHidden value={share} />}
      {failure && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 text-[0.8125rem] text-danger-ink">{failure}</p>
          {!final && (
            <Button size="sm" onClick={onAgain}>
              {texts.again}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
