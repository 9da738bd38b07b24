import { CircleCheck } from "lucide-react";
import { type Loaded, useLoaded } from "#app/data/query.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import type { CustomerImport, getUpload } from "#workers/contract/endpoints/imports.ts";
import { CUSTOMERS, errorsAddress, UPLOADS } from "./addresses.ts";
import { Counts } from "./counts.tsx";
import { GroupDownloads } from "./group-downloads.tsx";
import { OptInSummary } from "./opt-in-fields.tsx";
import { StageHeading } from "./stage-heading.tsx";
import { StepButtons } from "./step-buttons.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { UploadState } from "./upload-state.tsx";
import { useLive } from "./use-live.ts";
import { type Stepping, useStep } from "./use-step.tsx";

/** A started import: the expected outcome of its dry run, then the progress of the import itself. */
export function ImportPanel({
  loaded,
  onChangeMapping,
  onOther,
}: {
  loaded: Loaded<typeof getUpload>;
  /** Goes back to the column mapping, if it is still known. */
  onChangeMapping: (() => void) | undefined;
  onOther: () => void;
}) {
  const upload = useLoaded(loaded).answer;
  useLive([upload]);
  const stepping = useStep();
  const { state, file, errorLines, reason, uploadId, optIn } = upload;
  const checking = state === "CHECKING" || state === "CHECKED";
  return (
    <Card className="grid gap-4 p-5">
      {checking ? (
        <StageHeading key="check">
          {texts.checkTitle}: {file.name}
        </StageHeading>
      ) : (
        <Accepted file={file.name} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <span role="status">
          <UploadState state={state} />
        </span>
        <StepsBeside upload={upload} stepping={stepping} />
      </div>
      <UploadProgress upload={upload} />
      {!checking && (state === "PROCESSING" || state === "WAITING") && (
        <p className="text-muted">{texts.safeToLeave}</p>
      )}
      <Failure text={stepping.failure} />
      {reason && <Banner kind="error">{reason}</Banner>}
      <Counts upload={upload} />
      <OptInSummary optIn={optIn} />
      {state === "CHECKED" && <GroupDownloads upload={upload} />}
      {state === "UNDONE" && upload.counts.kept > 0 && (
        <Banner kind="info">{texts.kept(upload.counts.kept)}</Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {checking && onChangeMapping && (
          <Button tone="ghost" className="mr-auto" onClick={onChangeMapping}>
            {texts.changeMapping}
          </Button>
        )}
        {errorLines > 0 && <ButtonLink to={errorsAddress(uploadId)}>{texts.seeWrong}</ButtonLink>}
        {state === "CHECKED" && (
          <Button
            tone="primary"
            busy={stepping.busy !== undefined}
            onClick={() => stepping.take(upload, "start")}
          >
            {texts.start}
          </Button>
        )}
        {!checking && (
          <>
            <Button tone="ghost" onClick={onOther}>
              {texts.otherFile}
            </Button>
            <ButtonLink to={UPLOADS}>{texts.myUploads}</ButtonLink>
            <ButtonLink tone="primary" to={CUSTOMERS}>
              {texts.viewCustomer}
            </ButtonLink>
          </>
        )}
      </div>
    </Card>
  );
}

/** The file is uploaded and its import is queued; from here on the server needs nothing from the page. */
function Accepted({ file }: { file: string }) {
  return (
    <div className="grid gap-1">
      <StageHeading key="accepted">
        <CircleCheck aria-hidden className="mr-2 inline size-5 text-success" />
        {texts.uploaded}
      </StageHeading>
      <p className="font-medium [overflow-wrap:anywhere]">{file}</p>
      <p>{texts.working}</p>
      <p className="text-muted">{texts.checkStatus}</p>
    </div>
  );
}

/** After a check, starting the import is the main button below, so it is not repeated here. */
function StepsBeside({ upload, stepping }: { upload: CustomerImport; stepping: Stepping }) {
  return upload.state === "CHECKED" ? null : <StepButtons upload={upload} stepping={stepping} />;
}
