import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { isOpen } from "#app/kit/job-news.ts";
import { useJob } from "#app/kit/use-job.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import {
  beginExport,
  downloadExport,
  type EnterpriseExport,
  getExport,
} from "#workers/contract/endpoints/enterprise-data.ts";

const ConfirmIdentity = lazily(
  () => import("#app/components/confirm-identity.tsx"),
  (module) => module.ConfirmIdentity,
);

/** A copy of all the enterprise's data, made in the background. */
export function ExportCard({ uId, name }: { uId: string; name: string }) {
  const { answer, failure, asking, reload } = useQueryOf(getExport);
  const { job, follow } = useJob({ kind: "enterprise.export", jobId: answer?.jobId ?? null }, () => {
    reload();
  });
  const [confirming, setConfirming] = useState(false);
  const isWorking = job ? isOpen(job) : Boolean(answer?.jobId);
  return (
    <Card className="mt-4 p-5">
      <h2 className="font-semibold">{texts.exportTitle}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.exportLead}</p>
      {!answer ? (
        failure ? (
          <ErrorState title={texts.loadFailed} text={failure.message} busy={asking} onRetry={reload} />
        ) : (
          <Skeleton className="h-10" />
        )
      ) : (
        <div className="grid justify-items-start gap-3">
          {isWorking ? (
            <Progress className="w-full" label={texts.exportWorking} value={job?.progress} />
          ) : (
            <>
              {(answer.failed || job?.state === "failed") && (
                <Banner kind="error">{texts.exportFailed}</Banner>
              )}
              {answer.ready && <Ready ready={answer.ready} name={name} />}
              <Button aria-haspopup="dialog" onClick={() => setConfirming(true)}>
                {answer.ready ? texts.exportAgain : texts.exportBegin}
              </Button>
              {answer.ready && <p className="text-[0.8125rem] text-muted">{texts.exportAgainHint}</p>}
            </>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {isWorking && texts.exportWorking}
      </p>
      <ConfirmIdentity
        open={confirming}
        uId={uId}
        withCode
        text={texts.exportAsk}
        run={async (confirmation) => {
          const begun = await call(beginExport, { body: confirmation });
          follow(begun.jobId);
        }}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}

function Ready({ ready, name }: { ready: NonNullable<EnterpriseExport["ready"]>; name: string }) {
  const { id, at, until, rows, files, parts } = ready;
  const all = Array.from({ length: parts }, (_, n) => n + 1);
  return (
    <div className="grid gap-2">
      <p>
        {texts.exportReady(formatCount(rows), formatCount(files))}{" "}
        <span className="text-muted">{texts.exportUntil(formatMoment(at), formatMoment(until))}</span>
      </p>
      {parts > 1 && <p className="text-muted">{texts.exportPartsHint(formatCount(parts))}</p>}
      <ul aria-label={texts.exportParts} className="flex flex-wrap gap-2">
        {all.map((part) => (
          <li key={part} className="flex flex-wrap gap-2">
            <ExportButton
              endpoint={downloadExport}
              input={{ params: { id, part } }}
              fileName={texts.fileName(name, at.slice(0, 10), part)}
              label={parts === 1 ? texts.download : texts.downloadPart(formatCount(part), formatCount(parts))}
              failed={texts.downloadFailed}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
