import { RUNS_LOOKED_AT, type RunsFilter } from "#workers/contract/endpoints/automation-runs.ts";

/** Conditions on a run's logged steps (`s`), by the action asked for; `of` is the filter's JSON. */
const DID: Record<NonNullable<RunsFilter["did"]>, (of: string) => string> = {
  entered: () => "1",
  left: (of) => `s.port = ${of} ->> '$.port'`,
  errors: () => "s.outcome IN ('error', 'timeout') AND s.output ->> '$.code' IS NOT NULL",
  timedOut: () => "s.outcome = 'timeout'",
  expired: () => "s.outcome = 'skipped' AND s.output ->> '$.state' = 'expired'",
};

/**
 * A filter of an instance's (?1) runs `r`, with their version `v`, as SQL with its values as the JSON `of`: only what is asked for
 * is in it, so that an index can answer. People who came in after `asOf` are not meant.
 */
export function filterOf(
  { state, node, code, before, did, port, version, since, until }: RunsFilter,
  of: string,
  asOf = Number.MAX_SAFE_INTEGER,
): { where: string; values: string } {
  const latest = `r.id IN (SELECT l.id FROM runs l WHERE l.instance_id = ?1 AND l.started_at <= ${of} ->> '$.asOf' ORDER BY l.started_at DESC, l.id DESC LIMIT ${RUNS_LOOKED_AT})`;
  const where = [
    `${of} IS NOT NULL`,
    state && `r.state = '${state}'`,
    code && `r.state = 'failed' AND r.data ->> '$.reason.code' = ${of} ->> '$.code'`,
    before && `r.state = 'waiting' AND r.data ->> '$.since' < ${of} ->> '$.before'`,
    version && `v.number = ${of} ->> '$.version'`,
    node && did === undefined && `r.node_id = ${of} ->> '$.node'`,
    did &&
      `${latest} AND EXISTS (SELECT 1 FROM run_steps s WHERE s.run_id = r.id AND s.node = ${of} ->> '$.node'
        AND s.at >= ${of} ->> '$.since' AND s.at < ${of} ->> '$.until' AND ${DID[did](of)})`,
  ].flatMap((each) => (each ? [`AND ${each}`] : []));
  const moment = (at: string | undefined, otherwise: number) =>
    at === undefined ? otherwise : Date.parse(at);
  return {
    where: where.join(" "),
    values: JSON.stringify({
      node,
      code,
      port,
      version,
      before: moment(before, 0),
      since: moment(since, 0),
      until: moment(until, Number.MAX_SAFE_INTEGER),
      asOf,
    }),
  };
}
