import { pageLocale } from "#app/lib/language/language.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { isOpen } from "#app/kit/job-news.ts";
import { useCan } from "#app/session/session.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { blacklistRejectsCsv } from "#workers/contract/endpoints/blacklist.ts";
import type { BlacklistResult, JobProgress } from "#workers/contract/jobs.ts";

/** How far an import is, and what became of it; the rows that were not taken can be downloaded. */
export function ImportNotice({
  job,
  className,
  onHide,
}: {
  job: JobProgress;
  className?: string;
  onHide?: () => void;
}) {
  const can = useCan();
  const { total, added, rejected } = (job.result ?? { total: 0, added: 0, rejected: 0 }) as BlacklistResult;
  if (isOpen(job)) {
    return (
      <Banner kind="info" className={className}>
        <Progress label={texts.importing} value={job.progress} />
        <p className="mt-1.5">{texts.importingText}</p>
      </Banner>
    );
  }
  const done = job.state === "done";
  const known = Math.max(total - added - rejected, 0);
  return (
    <Banner
      kind={!done ? "error" : rejected > 0 || job.message ? "warning" : "success"}
      live
      title={done ? texts.importDone : texts.importEnded}
      className={className}
      actions={onHide && <Button onClick={onHide}>{texts.hide}</Button>}
    >
      {job.message && <p>{job.message}</p>}
      <dl className="mt-1 flex flex-wrap gap-x-4">
        {Object.entries({ added, known, rejected }).map(([name, count]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{texts.counts[name as keyof typeof texts.counts]}</dt>
            <dd className="font-semibold tabular-nums">{count.toLocaleString(pageLocale())}</dd>
          </div>
        ))}
      </dl>
      {rejected > 0 && can("CUSTOMER.VIEW") && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ExportButton
            endpoint={blacklistRejectsCsv}
            input={{ params: { id: job.jobId } }}
            fileName={texts.rejectsFile}
            label={texts.rejects}
            size="sm"
            failed={texts.rejectsFailed}
          />
        </div>
      )}
    </Banner>
  );
}
