import { STEP_OUTCOMES, type StepOutcome } from "#workers/contract/endpoints/automation-logs.ts";

export interface LogsFilter {
  encap: string;
  instance: string;
  node: string;
  customer: string;
  outcome?: StepOutcome;
  since?: string;
  until?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Midnight (UTC) of a day and of the day after; undefined for what is no day. */
function timeOf(day: string | null, after = 0): string | undefined {
  const at = day !== null && DAY.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at + after).toISOString();
}

/** The logs' filter from the address; wrong values are left out. */
export function logsFilter(search: URLSearchParams): LogsFilter {
  const short = (name: string, most: number) => (search.get(name) ?? "").trim().slice(0, most);
  const outcome = STEP_OUTCOMES.find((each) => each === search.get("outcome"));
  const since = timeOf(search.get("since"));
  const until = timeOf(search.get("until"), DAY_MS);
  return {
    encap: short("encap", 64),
    instance: short("instance", 64),
    node: short("node", 64),
    customer: short("customer", 100),
    ...(outcome && { outcome }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

const SEPARATOR = ".";

/** A run in the address: its encap, its launch and itself. */
export const runAddress = (id: string, instanceId: string, runId: string): string =>
  [id, instanceId, runId].join(SEPARATOR);

export function runIn(shown: string): { id: string; instanceId: string; runId: string } | undefined {
  const [id, instanceId, runId] = shown.split(SEPARATOR);
  return id && instanceId && runId ? { id, instanceId, runId } : undefined;
}
