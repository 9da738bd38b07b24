import { ApiError, call } from "#app/data/api.ts";
import { isActive } from "#app/features/customers/import-states.ts";
import { isOpen } from "#app/kit/job-news.ts";
import type { LeftWork } from "#app/kit/left-work.ts";
import { pageLocale } from "#app/lib/language/language.ts";
import { importsTexts } from "#texts/imports.ts";
import { leftWorkTexts as texts } from "#texts/left-work.ts";
import { libraryTexts } from "#texts/library.ts";
import { getUpload } from "#workers/contract/endpoints/imports.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import type { BlacklistResult, JobProgress, LibraryMoveResult } from "#workers/contract/jobs.ts";

interface End {
  kind: "success" | "warning" | "error";
  text: string;
}

const shown = (count: number): string => count.toLocaleString(pageLocale());

/** The end of work; "open" while it goes on, "untold" where its end is nobody's news. */
export async function endOf({ id, kind }: LeftWork): Promise<End | "open" | "untold"> {
  try {
    return await (kind === "customers.import" ? endOfImport(id) : endOfJob(id));
  } catch (error) {
    // It was cleaned up, or is not theirs to see any more; any other failure is asked about again.
    return error instanceof ApiError && (error.status === 404 || error.status === 403) ? "untold" : "open";
  }
}

async function endOfJob(id: string): Promise<End | "open" | "untold"> {
  const job = await call(getJob, { params: { id } });
  if (isOpen(job)) return "open";
  if (job.state === "cancelled") return "untold";
  return job.state === "done" ? doneOf(job) : { kind: "error", text: job.message || texts.failed };
}

/** Most kinds say it in the job's own sentence. */
function doneOf({ kind, message, result }: JobProgress): End {
  if (kind === "library.move") {
    return {
      kind: "success",
      text: libraryTexts.movedMany((result as unknown as LibraryMoveResult).changed),
    };
  }
  if (kind === "blacklist.import") {
    const { added, rejected } = result as unknown as BlacklistResult;
    return {
      kind: rejected > 0 || message ? "warning" : "success",
      text: [texts.blacklist(shown(added), shown(rejected)), message].filter(Boolean).join(" "),
    };
  }
  if (kind === "enterprise.export") return { kind: "success", text: texts.exported };
  return { kind: "success", text: message || texts.done };
}

async function endOfImport(id: string): Promise<End | "open" | "untold"> {
  const { state, file, acceptedLines, errorLines, reason } = await call(getUpload, { params: { id } });
  if (isActive(state)) return "open";
  if (state === "STOPPED") return "untold";
  const counts = texts.upload(file.name, importsTexts.states[state], shown(acceptedLines), shown(errorLines));
  return {
    kind: state === "ERROR" ? "error" : errorLines > 0 ? "warning" : "success",
    text: state === "ERROR" && reason ? `${file.name}: ${reason}` : counts,
  };
}
