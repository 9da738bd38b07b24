import { AsyncLocalStorage } from "node:async_hooks";
import { aroundDatabase } from "./around-database.ts";

/** The calls that a request, or a job's run, has made to databases. */
export interface Tally {
  calls: number;
  /** Rows read: as the database says, or, where an answer says nothing, as it holds. */
  rows: number;
  written: number;
}

const tallies = new AsyncLocalStorage<Tally>();

export const newTally = (): Tally => ({ calls: 0, rows: 0, written: 0 });

/** Does the work with its calls noted in `tally`, whoever makes them and however many go on beside it. */
export const tallying = <T>(tally: Tally, work: () => T): T => tallies.run(tally, work);

/** The same database, whose calls stand in the tally of the work that makes them. */
export const tallied = (database: D1Database): D1Database =>
  aroundDatabase(database, async (_, run) => {
    const tally = tallies.getStore();
    if (!tally) return run();
    tally.calls++;
    const answer = await run();
    for (const each of resultsIn(answer)) note(tally, each);
    return answer;
  });

/** The results of a batch, or the one of a statement; rows as they are make one together. */
const resultsIn = (answer: unknown): unknown[] =>
  Array.isArray(answer) && answer.some(hasMeta) ? (answer as unknown[]) : [answer];

const hasMeta = (answer: unknown): answer is Pick<D1Result, "meta"> =>
  typeof answer === "object" && answer !== null && "meta" in answer;

function note(tally: Tally, answer: unknown): void {
  if (hasMeta(answer)) {
    tally.rows += answer.meta.rows_read ?? 0;
    tally.written += answer.meta.rows_written ?? 0;
  } else tally.rows += Array.isArray(answer) ? answer.length : answer === null ? 0 : 1;
}
