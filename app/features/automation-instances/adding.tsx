import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { addPeopleTexts as texts } from "#texts/add-people.ts";
import type { AddResult, JobProgress } from "#workers/contract/jobs.ts";

/** How far customers are put in, or what came of it; the work goes on without this. */
export function Adding({ job }: { job: JobProgress }) {
  const { done = 0, total = 0, entered = 0 } = (job.result ?? {}) as Partial<AddResult>;
  if (job.state !== "waiting" && job.state !== "running")
    return (
      <p role={job.state === "done" ? "status" : "alert"} className="font-medium">
        {job.message}
        {job.state === "done" && done > entered && (
          <span className="block font-normal text-muted">{texts.whyNot}</span>
        )}
      </p>
    );
  return (
    <div className="grid gap-2">
      <Progress label={texts.adding(formatCount(done), formatCount(total))} value={job.progress} />
      <p className="text-[0.8125rem] text-muted">{texts.goesOn}</p>
    </div>
  );
}
