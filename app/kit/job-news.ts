import type { JobProgress } from "#workers/contract/jobs.ts";

export const isOpen = ({ state }: JobProgress): boolean => state === "waiting" || state === "running";

/** The state of following a job: how new its last news were, and whether its end has been told. */
export class JobNews {
  heardAt = -Infinity;
  #awaited: string | undefined;
  #ended: string | undefined;

  /** Its end will be told. */
  follow(jobId: string, at: number): void {
    this.heardAt = at;
    this.#awaited = jobId;
    this.#ended = undefined;
  }

  forget(): void {
    this.#awaited = undefined;
  }

  /**
   * Whether a state is news, and the end that was awaited. Old are an answer that was asked for before the last news came, and
   * progress that was told before the end and comes after it: events from two Workers may pass each other.
   */
  take(next: JobProgress, asOf: number): "old" | "news" | "end" {
    const open = isOpen(next);
    if (asOf < this.heardAt || (open && next.jobId === this.#ended)) return "old";
    this.heardAt = asOf;
    if (open) {
      this.#awaited = next.jobId;
      return "news";
    }
    this.#ended = next.jobId;
    if (this.#awaited !== next.jobId) return "news";
    this.#awaited = undefined;
    return "end";
  }
}
