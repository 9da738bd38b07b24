import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import { isActive } from "#app/features/customers/import-states.ts";

/** Progress, speed and remaining time of an import. */
export function UploadProgress({
  upload,
  labelHidden = false,
}: {
  upload: CustomerImport;
  labelHidden?: boolean;
}) {
  const { state, progress, totalLines, rowsPerSecond, secondsLeft } = upload;
  if (!isActive(state) && state !== "STOPPED") return null;
  const label =
    state === "CHECKING"
      ? texts.checking
      : state === "UNDOING"
        ? texts.undoing
        : state === "STOPPED"
          ? texts.stoppedAt
          : texts.importing;
  const said = [
    totalLines > 0 && state !== "UNDOING" && texts.rows(formatCount(totalLines)),
    rowsPerSecond !== null && texts.speed(formatCount(rowsPerSecond)),
    secondsLeft !== null && texts.left(formatSeconds(secondsLeft)),
  ].filter((part) => part !== false);
  return (
    <div className="grid min-w-40 gap-1">
      <Progress label={label} labelHidden={labelHidden} value={state === "WAITING" ? undefined : progress} />
      {said.length > 0 && <p className="text-xs text-muted tabular-nums">{said.join(", ")}</p>}
    </div>
  );
}
