import { Info } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatShortDay } from "#app/lib/format.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import { errorsAddress } from "./addresses.ts";
import { StepButtons } from "./step-buttons.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { UploadState } from "./upload-state.tsx";
import type { Stepping } from "./use-step.tsx";

const UploadDetails = lazily(
  () => import("./upload-details.tsx"),
  (module) => module.UploadDetails,
);

/** One import per row; the whole row leads to its errors, by a real link that fills it. */
export function UploadsTable({ uploads, stepping }: { uploads: CustomerImport[]; stepping: Stepping }) {
  const [detailed, setDetailed] = useState<CustomerImport>();
  return (
    <>
      {detailed && <UploadDetails upload={detailed} onClose={() => setDetailed(undefined)} />}
      <Table caption={texts.tableOf}>
        <thead>
          <tr>
            <Th>{texts.fileName}</Th>
            <FigureTh>{texts.totalCount}</FigureTh>
            <FigureTh>{texts.accepted}</FigureTh>
            <FigureTh>{texts.error}</FigureTh>
            <Th>{texts.completedOn}</Th>
            <Th>{texts.status}</Th>
            <Th>{texts.action}</Th>
          </tr>
        </thead>
        <tbody>
          {uploads.map((upload) => (
            <tr key={upload.uploadId} className="relative">
              <RowTh className="max-w-72 min-w-44 [overflow-wrap:anywhere]">
                <Link
                  to={errorsAddress(upload.uploadId)}
                  className="rounded font-medium text-accent-ink underline-offset-2 after:absolute after:inset-0 hover:underline"
                >
                  {upload.file.name}
                </Link>
                {/* In a narrow window the state column is out of view. */}
                <span aria-hidden className="mt-1 block sm:hidden">
                  <UploadState state={upload.state} />
                </span>
              </RowTh>
              <FigureTd>{formatCount(upload.totalLines)}</FigureTd>
              <FigureTd>{upload.begun ? formatCount(upload.acceptedLines) : "-"}</FigureTd>
              <FigureTd>{formatCount(upload.errorLines)}</FigureTd>
              <Td className="whitespace-nowrap tabular-nums">
                {upload.completedTimeStr === null ? (
                  "-"
                ) : (
                  <time dateTime={upload.completedTimeStr}>{formatShortDay(upload.completedTimeStr)}</time>
                )}
              </Td>
              <Td className="min-w-40">
                <span className="grid justify-items-start gap-1.5">
                  <UploadState state={upload.state} />
                  <UploadProgress upload={upload} labelHidden />
                  <Remark upload={upload} />
                </span>
              </Td>
              <Td>
                <span className="relative z-10 flex gap-1">
                  <StepButtons upload={upload} stepping={stepping} />
                  <IconButton
                    size="sm"
                    side="left"
                    icon={<Info aria-hidden />}
                    label={texts.detailsOf(upload.file.name)}
                    onClick={() => setDetailed(upload)}
                  />
                </span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The reason for the final state, if there is more to say than the state itself. */
function Remark({ upload: { state, reason, counts, begun } }: { upload: CustomerImport }) {
  const text =
    state === "UNDONE" && counts.kept > 0
      ? texts.kept(counts.kept)
      : state === "CHECKED" && !begun
        ? texts.onlyChecked(counts.accepted, formatCount(counts.accepted))
        : reason;
  return text === "" ? null : <span className="max-w-72 text-xs break-words text-muted">{text}</span>;
}
